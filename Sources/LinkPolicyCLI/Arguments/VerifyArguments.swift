import ArgumentParser
import LinkPolicy

struct VerifyArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Say whether what is deployed is what the policies say.",
    discussion: """
      Fetches the association files of every host, the authentication domains and the metadata of \
      authorization servers, and compares what they answer with the policies, as diff compares. \
      Servers of Apple and Google are asked with --third-party only, since the question tells them the \
      names of hosts. Requests go through the program curl; redirects are never followed, and hosts \
      outside of the public network are not asked.

      A check that could not run is a warning, --strict makes it an error; where nothing could be \
      reached the exit status is 2.

      On a Mac, `sudo swcutil dl -d HOST` downloads the file as a device would, and `swcutil show` tells \
      what the device knows; on Android `adb shell pm get-app-links PACKAGE` does.

      Examples:
        linkpolicy verify
        linkpolicy verify --host www.acme.example --wait 10m
        linkpolicy verify --deployed generated --offline
        linkpolicy verify --third-party --fail-on error --format markdown=verify.md
        linkpolicy verify --record answers && linkpolicy verify --replay answers
      """)

  @Argument(help: "Policy files or directories. Default: those of the configuration, or Policies/")
  var paths: [String] = []

  @Option(help: "Only what belongs to prod or sandbox.")
  var environment: FlowEnvironment?

  @Option(name: .customLong("host"), help: "Only this host; may be repeated.")
  var hosts: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only these, separated by commas: \(CheckTarget.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "targets"))
  var only: [String] = []

  @Flag(help: "Ask Apple's CDN and Google's APIs too: that tells them the names of the hosts.")
  var thirdParty = false

  @Flag(
    help: ArgumentHelp(
      "Ask authorization endpoints with altered redirect URIs; talk to your security team first, it looks "
        + "like an attack in their logs."))
  var probeAuthorize = false

  @Flag(help: "Open no socket: needs --deployed or --replay.")
  var offline = false

  @Option(
    help: ArgumentHelp(
      "Check the files of a directory laid out as generate writes it; opens no socket.",
      valueName: "dir"))
  var deployed: String?

  @Option(help: ArgumentHelp("Keep every answer in a directory.", valueName: "dir"))
  var record: String?

  @Option(
    help: ArgumentHelp("Check recorded answers; opens no socket.", valueName: "dir"))
  var replay: String?

  @OptionGroup(title: "Network") var network: VerifyNetworkOptions

  @Option(
    name: .customLong("entitlements"),
    help: ArgumentHelp("Built entitlements, as XML; may be repeated.", valueName: "file"))
  var entitlements: [String] = []

  @Flag(help: "What could not be asked is an error.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Ask again every 15 seconds while files are not as they should be, at most so long: 90s, 10m.",
      valueName: "duration"))
  var wait: String?

  @Option(
    help: ArgumentHelp(
      "How findings are written: \(ReportFormat.names.joined(separator: ", ")), markdown; may be repeated.",
      valueName: "name[=file]"))
  var format: [String] = []

  @Option(
    help: "The weight of a finding that makes the exit status 1: error, warning, note, never.")
  var failOn = FailOn.error

  @OptionGroup var documentation: DocumentationOptions
  @OptionGroup var access: AccessOptions
  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    var command = VerifyCommand()
    command.documentation = try documentation.base()
    command.paths = paths
    command.environment = environment?.value
    command.hosts = hosts
    command.targets = try only.flatMap { list in
      try list.split(separator: ",", omittingEmptySubsequences: false).map { name in
        guard let target = CheckTarget(rawValue: String(name)) else {
          throw UsageError(
            "\(UTF8Text.quoted(String(name))) is nothing to check: one of "
              + CheckTarget.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))
        }
        return target
      }
    }
    command.asksThirdParties = thirdParty
    command.probesAuthorization = probeAuthorize
    command.isOffline = offline
    command.deployed = deployed
    command.record = record
    command.replay = replay
    try network.fill(&command)
    command.entitlements = entitlements
    command.isStrict = strict
    command.wait = try wait.map { try VerifyDuration($0).seconds }
    command.formats = try format.map { try VerifyFormat($0) }
    command.failOn = failOn.severity
    command.color = colors.color
    return try command.run(access.narrow(console))
  }
}
