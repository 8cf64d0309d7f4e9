public import PolicyVerification
public import PolicyText

/// What `verify` has seen, and what of it is not as the policies say.
public struct VerificationReport: Sendable {
  /// The findings, at the lines of the policies.
  public let findings: Report
  /// Every request and what came of it, in the order of the policies.
  public let checks: [CheckResult]

  /// How many checks ended in a way.
  public func count(_ outcome: CheckResult.Outcome) -> Int {
    checks.count { $0.outcome == outcome }
  }

  /// How many questions were put.
  public var made: Int { checks.count - count(.skipped) }

  /// True when nothing was learned: no question was answered.
  public var sawNothing: Bool { made == 0 || made == count(.unreachable) }

  /// The report of `validate` with the key `checks` (`Schemas/verify.schema.json`).
  public var json: String { json(documentation: nil) }

  /// The same with links to the pages of rules.
  public func json(documentation: DocumentationBase?) -> String {
    JSONReporter(
      version: linkPolicyVersion, documentation: documentation,
      further: [("checks", .array(checks.map(\.json)))]
    ).render(findings)
  }
}
