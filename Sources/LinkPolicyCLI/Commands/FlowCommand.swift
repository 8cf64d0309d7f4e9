import ArgumentParser
import LinkPolicy

/// `linkpolicy flow`
struct FlowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "flow", _superCommandName: "linkpolicy",
    abstract: "Run every declared sign-in flow from end to end.",
    discussion: """
      There is one flow per App Flip, redirect URI, email action, Google and Apple platform and \
      environment. Its steps are `simulate` requests that feed each other: the URL that Google opens, \
      the app that handles it, the response, the tokens. A flow completes, breaks at a step, or \
      completes only with undocumented platform behavior (inferred).

      Assumptions select variants. Flows that don't depend on an assumption are left out, and an \
      assumption that applies to no flow is an error:
        --fact installed=false    your app is not on the device
        --fact app_version=old    your app is older than `minimum_version`
        --fact user=denies        the user denies access; user=cancels: goes back
        --fact unticked=SCOPE     the user leaves the checkbox of a scope empty
        --fact account=disabled   the user's account is disabled
        --fact code=used          the code was already used; code=expired
        --fact offline=true       your app has no network
        --fact timeout=true       your server doesn't respond in time

      Exit status: 0 every flow completes; 1 a flow breaks; 2 invalid usage, unreadable input or no flow; \
      3 internal error.

      Examples:
        linkpolicy flow
        linkpolicy flow --client google-home --environment prod --fact user=denies
        linkpolicy flow --flow email_action --fact installed=false
        linkpolicy flow --flow app_flip_ios:google-home:prod
        linkpolicy flow --format markdown
      """)

  @Argument(
    help: "Policy files and directories (default: `policies` in the configuration, or Policies/).")
  var paths: [String] = []

  @Option(help: ArgumentHelp("Run only flows of this client.", valueName: "key"))
  var client: String?

  @Option(
    help: ArgumentHelp(
      "Run only flows with this id or id prefix, such as `authorize:website`.", valueName: "id"))
  var flow: String?

  @Option(help: "Run only flows of prod or sandbox (default: both).")
  var environment: Environment?

  @Option(
    help: ArgumentHelp(
      "Assume this condition, such as installed=false (repeatable).", valueName: "name=value"))
  var fact: [String] = []

  @Option(help: "Print text, json or markdown (default: text).")
  var format = TextJSONOrMarkdown.text

  @Flag(help: "Exit with status 0 if there is no flow.")
  var allowEmpty = false

  @OptionGroup var invalid: InvalidOptions
  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    let console = invalid.access.narrow(console)
    // Before the policies are read, so that a mistyped assumption is reported at once.
    let facts = try usage { () throws(FlowError) in try FlowFacts(fact) }
    guard
      let project = try ProjectLoader.load(
        paths, allowsInvalid: invalid.allowInvalid, color: colors.color, console)
    else { return .usage }
    let report = try usage { () throws(FlowError) in
      try project.flows(client: client, id: flow, environment: environment, facts: facts)
    }
    write(report, console)
    if report.leftOut > 0 {
      let names = facts.names.map { "`\($0.rawValue)`" }.joined(separator: " and ")
      console.writeError(
        "linkpolicy: left out \(report.leftOut) flows that don't depend on \(names)\n")
    }
    if report.flows.isEmpty { return allowEmpty ? .clean : .usage }
    return report.count(.breaks) > 0 ? .findings : .clean
  }

  /// Reports an unknown name as a usage error.
  private func usage<Value>(_ body: () throws(FlowError) -> Value) throws -> Value {
    do throws(FlowError) {
      return try body()
    } catch {
      throw UsageError(error.message)
    }
  }

  private func write(_ report: FlowReport, _ console: Console) {
    switch format {
    case .json: console.write(report.json.text(.pretty) + "\n", as: .json)
    case .markdown: console.write(FlowMarkdown(report).text)
    case .text:
      let style = console.style(colors.color, isTerminal: console.isTerminal)
      console.write(FlowText(style: style).render(report))
    }
    if report.flows.isEmpty, !allowEmpty {
      console.writeError(
        "linkpolicy: the policies declare no flow (to accept that, add `--allow-empty`)\n")
    }
  }
}
