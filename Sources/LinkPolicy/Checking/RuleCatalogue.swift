import PolicyDecision
public import PolicyText
import PolicyRules

/// The rules of `validate` and the reasons of decisions.
public enum RuleCatalogue {
  /// A reason of a decision.
  public struct Reason: Sendable, Equatable {
    /// The id: `redirect-uri-not-registered`, …
    public let id: String
    /// One line for people.
    public let summary: String
  }

  /// All rules.
  public static var rules: [RuleInfo] { RuleRegistry.catalogue }

  /// The rules with an id or alias: an alias may name several; empty for other names.
  public static func rules(named name: String) -> [RuleInfo] {
    RuleRegistry.infos(for: RuleID(rawValue: name))
  }

  /// The id of a rule that is spelt nearly the same.
  public static func similarName(to name: String) -> String? {
    Nearest.name(to: name, among: RuleRegistry.catalogue.lazy.map { $0.id.rawValue })
  }

  /// False for findings that no comment, configuration or baseline takes away.
  package static func canBeSuppressed(_ rule: RuleID) -> Bool {
    !RuleRegistry.notSuppressible.contains(rule)
  }

  /// All reasons of decisions.
  public static var reasons: [Reason] {
    PolicyDecision.Reason.allCases.map { Reason(id: $0.rawValue, summary: $0.summary) }
  }
}
