public import PolicyVerification
package import PolicyText
import PolicyModel
import PolicyRules

/// A run of `verify`: the questions that policies ask of what is deployed.
public struct Verification: Sendable {
  private let project: Project
  private let options: VerificationOptions
  private var run: CheckRun

  /// Plans the checks; asks nothing yet.
  public init(_ project: Project, options: VerificationOptions = VerificationOptions()) {
    self.project = project
    self.options = options
    run = CheckRun(VerificationPlan(project, options).checks)
  }

  /// True when the policies name nothing that can be checked.
  public var isEmpty: Bool { run.checks.isEmpty }

  /// The hosts of ours that are asked, in lower case.
  package static func hosts(of project: Project, options: VerificationOptions) -> Set<ExactString> {
    VerificationPlan(project, options).ownHosts
  }

  /// Asks everything that is not known yet.
  public mutating func ask(_ fetcher: any Fetcher) { run.ask(fetcher) }

  /// True when the files of some host are not there yet as they should be: worth another question soon after
  /// they were deployed.
  public var waits: Bool {
    let outcome = run.outcome
    let wrong = Set(outcome.findings.filter { $0.severity == .error }.map(\.url))
    return outcome.results.contains {
      $0.target == .files && ($0.outcome == .unreachable || wrong.contains($0.url))
    }
  }

  /// Forgets what was wrong, so that it is asked for again.
  public mutating func forgetFaults() {
    run.forgetFaults(of: Set(run.outcome.findings.map(\.url)))
  }

  /// The public keys of Apple and Google that were asked for, by the names of files for them.
  public var keySets: [(name: String, body: [UInt8])] {
    run.checks.compactMap { ($0 as? PublicKeysCheck)?.file(run.answers) }
  }

  /// What is known so far.
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
  /// Without what is said of comments: those about policies have no use in this run.
  fileprivate func only(of diagnostics: [Diagnostic]) -> Report {
    let rules = Set(diagnostics.map(\.rule))
    return Report(
      sources: sources, diagnostics: self.diagnostics.filter { rules.contains($0.rule) },
      files: files, redactions: redactions, suppressed: suppressed)
  }
}
