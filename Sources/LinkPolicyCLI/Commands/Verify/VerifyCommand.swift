package import LinkPolicy

/// `linkpolicy verify`: is what is deployed what the policies say?
package struct VerifyCommand: Sendable, Equatable {
  package var paths: [String] = []
  package var environment: Environment?
  /// `--host`.
  package var hosts: [String] = []
  /// `--only`.
  package var targets: [CheckTarget] = []
  package var asksThirdParties = false
  package var probesAuthorization = false
  package var comparesRoutes = false
  package var isOffline = false
  package var deployed: String?
  package var record: String?
  package var replay: String?
  package var curl = CurlSettings()
  /// `--allow-host`.
  package var allowedHosts: [String] = []
  /// `--allow-from`.
  package var allowFrom: String?
  /// `--third-party-base`: `NAME=URL`.
  package var bases: [String] = []
  /// Property lists.
  package var entitlements: [String] = []
  package var isStrict = false
  /// Seconds.
  package var wait: Int?
  package var formats: [VerifyFormat] = []
  /// The weight that makes the command fail; nil for never.
  package var failOn: Severity? = .error
  /// `--docs-base`; nil for that of the configuration.
  package var documentation: DocumentationBase?
  package var color = ColorChoice.auto
  /// Seconds between two questions of `--wait`.
  private static let interval = 15

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    try check()
    guard
      let (project, configuration) = try ProjectLoader.loadConfigured(
        paths, allowsInvalid: false, color: color, console)
    else { return .usage }
    var options = try options(console)
    options.baseline = try ProjectLoader.baseline(color: color, console)
    var verification = Verification(project, options: options)
    guard !verification.isEmpty else {
      throw UsageError("the policies name nothing that can be verified with these options")
    }
    let sources = VerifySources(command: self, console: console)
    let fetcher = try sources.fetcher(options)
    verification.send(with: fetcher)
    let end = SystemClock.now() + (wait ?? 0)
    while SystemClock.now() + Self.interval <= end, verification.hasOutdatedFiles {
      console.pause(1_000 * Self.interval)
      verification.forgetFailures()
      // Each round has a time of its own.
      verification.send(with: try sources.fetcher(options))
    }
    if let record {
      for file in verification.keySets {
        try console.fileSystem.write(file.body, to: "\(record)/\(file.name)")
      }
    }
    let report = verification.report
    try VerifyOutput(
      command: self, documentation: documentation ?? configuration.documentation, console: console
    ).write(report)
    return status(of: report, console)
  }

  private func status(of report: VerificationReport, _ console: Console) -> ExitStatus {
    guard !report.sawNothing || report.checks.isEmpty else {
      console.writeError(
        "linkpolicy: nothing could be reached: nothing is known about what is deployed\n")
      return .usage
    }
    guard let failOn else { return .clean }
    return report.findings.has(atLeast: failOn) ? .findings : .clean
  }

  /// Options that exclude each other.
  private func check() throws {
    try VerifyFormat.check(formats)
    let sources = [("--deployed", deployed), ("--replay", replay)].filter { $0.1 != nil }.map(\.0)
    guard sources.count < 2 else { throw UsageError("--deployed and --replay exclude each other") }
    if isOffline, sources.isEmpty {
      throw UsageError(
        "--offline needs --deployed DIR or --replay DIR: there is nothing else to look at")
    }
    if let source = sources.first {
      if record != nil { throw UsageError("--record goes with servers, not with \(source)") }
      if wait != nil { throw UsageError("--wait goes with servers, not with \(source)") }
    }
    if deployed != nil {
      if asksThirdParties {
        throw UsageError("--third-party goes with servers, not with --deployed")
      }
      if probesAuthorization {
        throw UsageError("--probe-authorize goes with servers, not with --deployed")
      }
      if let target = targets.first(where: { $0 != .files }) {
        throw UsageError(
          "a directory has files only: `\(target.rawValue)` is nothing to check there")
      }
    }
    if !asksThirdParties, let target = targets.first(where: { [.appleCDN, .google].contains($0) }) {
      throw UsageError("`\(target.rawValue)` asks others about the hosts: add --third-party")
    }
    if !probesAuthorization, targets.contains(.authorize) {
      throw UsageError("`authorize` needs --probe-authorize")
    }
  }

  private func options(_ console: Console) throws -> VerificationOptions {
    var options = VerificationOptions()
    options.environment = environment
    options.hosts = hosts
    options.targets = targets
    options.asksThirdParties = asksThirdParties
    options.probesAuthorization = probesAuthorization
    options.comparesRoutes = comparesRoutes
    options.isStrict = isStrict
    options.isDirectory = deployed != nil
    for base in bases {
      let parts = base.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2, options.thirdParties.replace(parts[0], by: ExactString(parts[1]))
      else {
        throw UsageError("--third-party-base is NAME=URL, not \(UTF8Text.quoted(base))")
      }
    }
    for path in entitlements {
      let bytes = try console.content(of: path)
      guard !bytes.starts(with: "bplist".utf8) else {
        throw UsageError(
          "\(UTF8Text.visible(path)) is a binary property list: `plutil -convert xml1` makes it XML"
        )
      }
      options.entitlements.append(bytes)
    }
    return options
  }
}
