import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy flow`
struct FlowCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "flow",
    abstract: "Run every declared sign-in flow from end to end.",
    discussion: """
      Examples:
        linkpolicy flow
        linkpolicy flow --client google-home --env prod --fact user=denies
        linkpolicy flow --flow app_flip_ios:google-home:prod --format mermaid

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
      """)

  @Option(help: ArgumentHelp("Run only flows of this client.", valueName: "key"))
  var client: String?

  @Option(
    help: ArgumentHelp(
      "Run only flows with this id or id prefix, such as `authorize:website`.", valueName: "id"))
  var flow: String?

  @Option(name: .environment, help: "Run only flows of this environment (default: both).")
  var environment: Environment?

  @Option(
    help: ArgumentHelp(
      "Assume this condition, such as installed=false (repeatable).", valueName: "name=value"))
  var fact: [String] = []

  enum Format: String, EnumerationOption {
    case text, json, markdown, mermaid, svg
  }

  @Option(
    help: "Print flows in this format; mermaid and svg draw one flow.")
  var format = Format.text

  @Flag(help: "Exit with status 0 if there is no flow.")
  var allowEmpty = false

  @OptionGroup var policies: PolicyOptions
  @Option(help: .color) var color = ColorChoice.auto

  func run(on console: Console) throws -> ExitStatus {
    let console = console.following(policies.followLinks)
    // Before reading the policies, to report a mistyped assumption at once.
    let facts = try usage { () throws(FlowError) in try FlowFacts(fact) }
    guard let project = try policies.load(color, console) else { return .usage }
    let report = try usage { () throws(FlowError) in
      try project.flows(
        client: client, id: flow, environment: environment, facts: facts,
        drawsBranches: [.mermaid, .svg].contains(format))
    }
    if [.mermaid, .svg].contains(format), report.flows.count > 1 {
      throw UsageError(
        "`--format \(format.rawValue)` draws one flow, found \(report.flows.count); choose one with "
          + "`--flow`, such as `--flow \(DisplayText.visible(report.flows[0].id))`")
    }
    write(report, console)
    if report.leftOut > 0 {
      let names = facts.names.map { "`\($0.rawValue)`" }.joined(separator: " and ")
      console.writeNotice(
        "linkpolicy: left out \(report.leftOut) flows that don't depend on \(names)")
    }
    if report.flows.isEmpty { return allowEmpty ? .clean : .usage }
    return report.count(.breaks) > 0 ? .findings : .clean
  }

  private func write(_ report: FlowReport, _ console: Console) {
    switch format {
    case .json: console.write(report.json.text(.pretty) + "\n", as: .json)
    case .markdown: console.write(FlowMarkdown(report: report).text)
    case .mermaid: console.write(report.flows.map(\.mermaid).joined())
    case .svg: console.write(report.flows.map(\.svg).joined(), as: .xml)
    case .text:
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(FlowText(style: style, width: console.columns).render(report))
    }
    if report.flows.isEmpty, !allowEmpty {
      console.writeNotice(
        "linkpolicy: the policies declare no flow (to accept that, add `--allow-empty`)")
    }
  }
}
