import PolicyModel
public import PolicyText
public import PolicyVerification

/// A run of `verify`, which checks deployed files and servers against policies.
public struct Verification: Sendable {
  private let project: Project
  private let options: VerificationOptions
  private var run: CheckRun

  /// Plans the checks without sending requests.
  public init(_ project: Project, options: VerificationOptions = VerificationOptions()) {
    self.project = project
    self.options = options
    run = CheckRun(VerificationPlan(project, options).checks)
  }

  /// Whether there is nothing to check.
  public var isEmpty: Bool { run.checks.isEmpty }

  /// The first-party hosts that a run contacts, in lower case.
  package static func hosts(of project: Project, options: VerificationOptions) -> Set<ExactString> {
    VerificationPlan(project, options).ownHosts
  }

  /// Sends all requests that have no response yet.
  public mutating func send(with fetcher: any Fetcher) { run.send(with: fetcher) }

  /// Whether a host still serves missing or outdated files.
  package var hasOutdatedFiles: Bool {
    let outcome = run.outcome
    let wrong = Set(outcome.findings.filter { $0.severity == .error }.map(\.url))
    return outcome.results.contains {
      $0.target == .files && ($0.outcome == .unreachable || wrong.contains($0.url))
    }
  }

  /// Discards failed results; the next `send(with:)` repeats these requests.
  package mutating func forgetFailures() {
    run.forgetFailures(of: Set(run.outcome.findings.map(\.url)))
  }

  /// The downloaded public keys of Apple and Google, by file name.
  package var keySets: [(name: String, body: [UInt8])] {
    run.checks.compactMap { ($0 as? PublicKeysCheck)?.file(run.responses) }
  }

  /// The results so far.
  public var report: VerificationReport {
    let outcome = run.outcome
    let unknown: Set<RuleID> = ["verify-unreachable", "rate-limited"]
    let diagnostics = outcome.findings.compactMap { finding -> Diagnostic? in
      guard
        let tree = project.workspace.policies.first(where: { $0.tree.file == finding.anchor.file })?
          .tree
      else { return nil }
      let isError = options.isStrict && unknown.contains(finding.rule)
      return Diagnostic(
        rule: finding.rule, severity: isError ? .error : finding.severity,
        environment: finding.environment, message: finding.message, help: finding.help,
        location: tree.location(finding.anchor.node), path: tree.path(finding.anchor.node),
        notes: finding.notes.map { Diagnostic.Note($0) })
    }
    let policies = project.workspace.policies
    var settings = project.settings
    settings.baseline = options.baseline
    let report = settings.report(
      sources: project.workspace.sources, documents: policies, diagnostics: diagnostics,
      files: FileCounts(policies: policies.count), redactions: policies.flatMap(\.secrets))
    return VerificationReport(findings: report.only(of: diagnostics), checks: outcome.results)
  }
}

extension Report {
  /// The report with only the rules of this run.
  fileprivate func only(of diagnostics: [Diagnostic]) -> Report {
    let rules = Set(diagnostics.map(\.rule))
    return Report(
      sources: sources, diagnostics: self.diagnostics.filter { rules.contains($0.rule) },
      files: files, redactions: redactions, suppressed: suppressed)
  }
}

/// The results of `verify`.
public struct VerificationReport: Sendable {
  /// The findings, located in the policies.
  public let findings: Report
  /// The result of every request, in the order of the policies.
  public let checks: [CheckResult]

  /// The number of checks with an outcome.
  public func count(_ outcome: CheckResult.Outcome) -> Int {
    checks.count { $0.outcome == outcome }
  }

  /// The number of requests sent.
  public var made: Int { checks.count - count(.skipped) }

  /// Whether no server responded.
  public var sawNothing: Bool { made == 0 || made == count(.unreachable) }

  /// The JSON report with the additional key `checks` (`Schemas/verify.schema.json`).
  public var json: String { json(documentation: nil) }

  /// The JSON report with links to rule pages.
  package func json(documentation: DocumentationBase?) -> String {
    JSONReporter(
      version: linkPolicyVersion, documentation: documentation,
      further: [("checks", .array(checks.map(\.json)))]
    ).render(findings)
  }
}
