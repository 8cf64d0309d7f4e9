import PolicyDecision
public import PolicyText
import PolicyRules

/// The rules of `validate` and the reasons of decisions.
public enum RuleCatalogue {
  /// A reason for a decision.
  public struct Reason: Sendable, Equatable {
    /// The id: `redirect-uri-not-registered`, …
    public let id: String
    /// One line without a period.
    public let summary: String
  }

  /// All rules, by category.
  public static var rules: [RuleInfo] { RuleRegistry.catalogue }

  /// The rules with an ID or alias; an alias can name several.
  public static func rules(named name: String) -> [RuleInfo] {
    RuleRegistry.infos(for: RuleID(rawValue: name))
  }

  /// The ID of a rule with a similar name.
  public static func similarName(to name: String) -> String? {
    Nearest.name(to: name, among: RuleRegistry.catalogue.lazy.map { $0.id.rawValue })
  }

  /// Returns false for rules that no comment, configuration or baseline can suppress.
  package static func canBeSuppressed(_ rule: RuleID) -> Bool {
    !RuleRegistry.notSuppressible.contains(rule)
  }

  /// All reasons for decisions.
  public static var reasons: [Reason] {
    PolicyDecision.Reason.allCases.map { Reason(id: $0.rawValue, summary: $0.summary) }
  }
}
