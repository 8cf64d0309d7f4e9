import ArgumentParser
import LinkPolicy

extension FlowCommand.Format: ExpressibleByArgument {}

struct FlowArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "flow",
    abstract: "Run every sign-in that the policies promise from end to end.",
    discussion: """
      One flow per App Flip, redirect URI, email action, Google and Apple platform and environment. Its \
      steps are lines of simulate that feed one another: the URL that Google opens, the app that takes \
      it, the answer, the tokens. A flow completes, breaks at a step, or completes by what no platform \
      documents (inferred). Exit status 1 when a flow breaks.

      Assumptions select variants. Flows that don't depend on one are left out, and an assumption that \
      means nothing to any of them is an error:
        --fact installed=false    our app is not on the device
        --fact app_version=old    our app is older than `minimum_version`
        --fact user=denies        the user says no; user=cancels: goes back
        --fact unticked=SCOPE     the user leaves the box of a scope empty
        --fact account=disabled   the user's account is disabled
        --fact code=used          the code was used before; code=expired
        --fact offline=true       our app has no network
        --fact timeout=true       our server doesn't respond in time

      Examples:
        linkpolicy flow
        linkpolicy flow --client google-home --environment prod --fact user=denies
        linkpolicy flow --flow email_action --fact installed=false
        linkpolicy flow --flow app_flip_ios:google-home:prod
        linkpolicy flow --format markdown
      """)

  @Argument(help: "Policy files or directories. Default: those of the configuration, or Policies/")
  var paths: [String] = []

  @Option(help: ArgumentHelp("Only flows of this client.", valueName: "key"))
  var client: String?

  @Option(
    help: ArgumentHelp(
      "Only the flow with this id, or all whose id starts with it: `authorize:website`.",
      valueName: "id"))
  var flow: String?

  @Option(help: "Only flows of prod or sandbox.")
  var environment: FlowEnvironment?

  @Option(
    help: ArgumentHelp(
      "Assume this condition, such as installed=false (repeatable).",
      valueName: "name=value"))
  var fact: [String] = []

  @Option(help: "text, json or markdown (for a review).")
  var format = FlowCommand.Format.text

  @Flag(help: "No flow is no failure.")
  var allowEmpty = false

  @Flag(help: "Run although policies have errors; entries with errors decide nothing.")
  var allowInvalid = false

  @OptionGroup var access: AccessOptions
  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    var command = FlowCommand()
    command.paths = paths
    command.client = client
    command.flow = flow
    command.environment = environment?.value
    command.facts = fact
    command.format = format
    command.allowsEmpty = allowEmpty
    command.allowsInvalid = allowInvalid
    command.color = colors.color
    return try command.run(access.narrow(console))
  }
}

/// `--environment` of `flow`.
enum FlowEnvironment: String, ExpressibleByArgument, CaseIterable {
  case prod, sandbox

  var value: Environment { self == .prod ? .prod : .sandbox }
}
