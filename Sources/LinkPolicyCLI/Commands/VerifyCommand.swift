import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy verify`
struct VerifyCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "verify",
    abstract: "Check deployed files and servers against policies.",
    discussion: """
      Examples:
        linkpolicy verify
        linkpolicy verify --host www.acme.example --wait 10m
        linkpolicy verify --deployed generated --offline

      Fetches the association files of every host, the authentication domains and the metadata of \
      authorization servers, and compares them with the policies. Servers of Apple and Google are \
      requested only with --third-party, because the requests reveal your host names. Requests go \
      through the program curl. Redirects are not followed, and hosts outside the public network are \
      not requested.

      A check that can't run is a warning, or an error with --strict.

      To see what a device receives: on a Mac, `sudo swcutil dl -d HOST` downloads the file and \
      `swcutil show` shows what the device has stored; on Android, run `adb shell pm get-app-links PACKAGE`.

      Exit status: 0 success; 1 findings; 2 invalid usage, unreadable input, or no server can be reached; \
      3 internal error.
      """)

  @OptionGroup var policyPaths: PolicyPaths

  @Option(name: .environment, help: "Check only this environment (default: both).")
  var environment: Environment?

  @Option(name: .customLong("host"), help: "Check only this host (repeatable).")
  var hosts: [String] = []

  @Option(
    help: ArgumentHelp(
      "Check only these targets, separated by commas: \(CheckTarget.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "targets"))
  var only: [String] = []

  @Flag(help: "Request Apple's CDN and Google's APIs, too; this reveals your host names to them.")
  var thirdParty = false

  @Flag(
    help: ArgumentHelp(
      "Send altered redirect URIs to authorization endpoints. In server logs this looks like an attack, so "
        + "talk to your security team first."))
  var probeAuthorize = false

  @Flag(help: "Open no network connection; needs --deployed or --replay.")
  var offline = false

  @Option(
    help: ArgumentHelp(
      "Check the files in a directory with the layout of `generate`; open no network connection.",
      valueName: "dir"))
  var deployed: String?

  @Option(help: ArgumentHelp("Record every response in this directory.", valueName: "dir"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Check the recorded responses in this directory; open no network connection.",
      valueName: "dir"))
  var replay: String?

  @OptionGroup(title: "Network") var network: VerifyNetworkOptions

  @Option(
    name: .customLong("entitlements"),
    help: ArgumentHelp("Check these built entitlements, as XML (repeatable).", valueName: "file"))
  var entitlements: [String] = []

  @Flag(help: "Report checks that can't run as errors.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Repeat every 15 seconds while files are missing or out of date, for up to this time: 90s, 10m.",
      valueName: "duration"))
  var wait: String?

  @Option(
    help: ArgumentHelp(
      "Write findings in this format (repeatable; default: text): \(ReportFormat.list), markdown.",
      valueName: "name[=file]"))
  var format: [String] = []

  @Option(
    help:
      "Exit with status 1 on findings of this severity or higher."
  )
  var failOn = FailOn.error

  @Option(help: .docsBase) var docsBase: String?
  @Flag(help: .followLinks) var followLinks = false
  @Option(help: .color) var color = ColorChoice.auto

  /// Seconds between two rounds of `--wait`.
  private static let interval = 15

  var paths: [String] { policyPaths.all }

  func run(on console: Console) throws -> ExitStatus {
    let console = console.following(followLinks)
    let documentation = try DocumentationBase.option(docsBase)
    let formats = try format.map { try VerifyFormat($0) }
    let wait = try wait.map { try Self.seconds($0) }
    let curl = try network.settings()
    let targets = try targets
    try VerifyFormat.check(formats)
    try check(targets)
    guard
      let (project, configuration) = try ProjectLoader.loadConfigured(
        paths, allowsInvalid: false, color: color, console)
    else { return .usage }
    var options = try options(targets, console)
    options.baseline = try ProjectLoader.baseline(color: color, console)
    var verification = Verification(project, options: options)
    guard !verification.isEmpty else {
      throw UsageError("the policies contain nothing to verify with these options")
    }
    let sources = VerifySources(command: self, curl: curl, console: console)
    let fetcher = try sources.fetcher(options)
    verification.send(with: fetcher)
    let end = SystemClock.now() + (wait ?? 0)
    while SystemClock.now() + Self.interval <= end, verification.hasOutdatedFiles {
      console.pause(1_000 * Self.interval)
      verification.forgetFailures()
      // A new fetcher, since each has a time limit for its run.
      verification.send(with: try sources.fetcher(options))
    }
    if let record {
      for file in verification.keySets {
        try console.fileSystem.write(file.body, to: "\(record)/\(file.name)")
      }
    }
    let report = verification.report
    try VerifyOutput(
      formats: formats, color: color,
      documentation: documentation ?? configuration.documentation, console: console
    ).write(report)
    guard !report.sawNothing || report.checks.isEmpty else {
      console.writeError(
        "linkpolicy: can't tell what is deployed: no server could be reached\n")
      return .usage
    }
    return failOn.status(of: report.findings)
  }

  private var targets: [CheckTarget] {
    get throws {
      try only.flatMap { list in
        try list.split(separator: ",", omittingEmptySubsequences: false).map { name in
          guard let target = CheckTarget(rawValue: String(name)) else {
            throw UsageError(
              "unknown target \(DisplayText.quoted(String(name))) in `--only`; write one of "
                + CheckTarget.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))
          }
          return target
        }
      }
    }
  }

  /// Parses `90s`, `10m` or `1h`; a number without a unit is in seconds.
  private static func seconds(_ text: String) throws(UsageError) -> Int {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()),
      (0...100_000).contains(number)
    else {
      throw UsageError(
        "`--wait` must be a duration such as `90s` or `10m`, found \(DisplayText.quoted(text))")
    }
    return number * (unit ?? 1)
  }

  /// Checks options that exclude each other.
  private func check(_ targets: [CheckTarget]) throws {
    let sources = [("--deployed", deployed), ("--replay", replay)].filter { $0.1 != nil }.map(\.0)
    guard sources.count < 2 else { throw UsageError("can't combine `--deployed` with `--replay`") }
    if offline, sources.isEmpty {
      throw UsageError("`--offline` needs `--deployed DIR` or `--replay DIR`")
    }
    if let source = sources.first {
      if record != nil { throw UsageError("can't combine `--record` with `\(source)`") }
      if wait != nil { throw UsageError("can't combine `--wait` with `\(source)`") }
    }
    if deployed != nil {
      if thirdParty {
        throw UsageError("can't combine `--third-party` with `--deployed`")
      }
      if probeAuthorize {
        throw UsageError("can't combine `--probe-authorize` with `--deployed`")
      }
      if let target = targets.first(where: { $0 != .files }) {
        throw UsageError("`--deployed` can check only `files`, not `\(target.rawValue)`")
      }
    }
    if !thirdParty, let target = targets.first(where: { [.appleCDN, .google].contains($0) }) {
      throw UsageError("`\(target.rawValue)` needs `--third-party`")
    }
    if !probeAuthorize, targets.contains(.authorize) {
      throw UsageError("`authorize` needs `--probe-authorize`")
    }
  }

  private func options(_ targets: [CheckTarget], _ console: Console) throws -> VerificationOptions {
    var options = VerificationOptions()
    options.environment = environment
    options.hosts = hosts
    options.targets = targets
    options.asksThirdParties = thirdParty
    options.probesAuthorization = probeAuthorize
    options.comparesRoutes = network.bothFamilies
    options.isStrict = strict
    options.isDirectory = deployed != nil
    for base in network.bases {
      let parts = base.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2, options.thirdParties.replace(parts[0], by: ExactString(parts[1]))
      else {
        throw UsageError("`--third-party-base` must be NAME=URL, found \(DisplayText.quoted(base))")
      }
    }
    for path in entitlements {
      let bytes = try console.content(of: path)
      guard !bytes.starts(with: "bplist".utf8) else {
        throw UsageError(
          "\(DisplayText.visible(path)) is a binary property list; convert it with `plutil -convert xml1`"
        )
      }
      options.entitlements.append(bytes)
    }
    return options
  }
}

/// How `verify` connects to servers.
struct VerifyNetworkOptions: ParsableArguments {
  @Option(
    name: .customLong("resolve"),
    help: ArgumentHelp(
      "Connect to this IP address instead of looking up the host (repeatable).",
      valueName: "host:443:address[:port]"))
  var overrides: [String] = []

  @Option(
    help: ArgumentHelp("Trust these certificates instead of the system's.", valueName: "file"))
  var cacert: String?

  @Option(
    help: ArgumentHelp(
      "Use this proxy; proxy variables of the environment are ignored.", valueName: "url"))
  var proxy: String?

  @Flag(help: "Allow hosts outside the public network.")
  var allowPrivate = false

  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp("Allow this host despite its name and --allow-from (repeatable)."))
  var allowedHosts: [String] = []

  @Option(
    help: ArgumentHelp(
      "Allow only hosts that the policies of this git revision name, for checks of pull requests.",
      valueName: "rev"))
  var allowFrom: String?

  @Flag(help: "Compare the responses over IPv4 and IPv6, and over HTTP/1.1 and HTTP/2.")
  var bothFamilies = false

  @Option(help: "Wait this many seconds for a response.")
  var timeout = 10

  @Option(
    help: "Retry failed connections and status 502, 503 and 504 this many times.")
  var retries = 1

  @Option(help: "Check this many hosts in parallel, with one request per host.")
  var jobs = 8

  @Option(help: ArgumentHelp("Send this User-Agent (default: linkpolicy and its version)."))
  var userAgent: String?

  @Option(
    name: .customLong("third-party-base"),
    help: ArgumentHelp("Replace a third party, as NAME=URL.", visibility: .hidden))
  var bases: [String] = []

  func settings() throws -> CurlSettings {
    var settings = CurlSettings()
    guard (1...120).contains(timeout) else {
      throw UsageError("`--timeout` must be from 1 to 120 seconds")
    }
    guard (0...10).contains(retries) else { throw UsageError("`--retries` must be from 0 to 10") }
    guard (1...64).contains(jobs) else { throw UsageError("`--jobs` must be from 1 to 64") }
    for text in overrides {
      guard let override = HostOverride(text) else {
        throw UsageError(
          "`--resolve` must be HOST:443:ADDRESS[:PORT], found \(DisplayText.quoted(text))")
      }
      guard override.port == 443 else {
        throw UsageError("`--resolve` must name port 443, found \(override.port)")
      }
      // As in curl, the first entry of a host wins.
      if settings.overrides[override.host] == nil {
        settings.overrides[override.host] = override
      }
    }
    if let userAgent {
      guard userAgent.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
        throw UsageError("`--user-agent` must be printable ASCII")
      }
      settings.userAgent = userAgent
    }
    settings.authorities = cacert
    settings.proxy = proxy
    settings.allowsPrivate = allowPrivate
    settings.timeout = timeout
    settings.retries = retries
    settings.jobs = jobs
    settings.allowedHosts = Set(allowedHosts.map { ASCII.lowercased(ExactString($0)) })
    return settings
  }
}
