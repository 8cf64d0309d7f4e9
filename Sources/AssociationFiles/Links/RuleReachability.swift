package import PolicyText

/// Which rules of an ordered list can decide. The first match decides, so a rule whose links are
/// all matched by preceding rules never does.
package struct RuleReachability: Sendable {
  /// The result for one rule.
  package enum Verdict: Sendable, Equatable {
    /// The rule decides links with this path.
    case reachable(path: ExactString)
    /// These preceding rules match all its links, in order.
    case covered(by: [Int])
    /// The rule never matches: a variable isn't defined, or the pattern needs characters that URLs
    /// can't contain.
    case never
    /// Not decided within the limits.
    case unknown
  }

  /// One for each rule.
  package let verdicts: [Verdict]

  /// The maximum number of rules to check; Apple's limit of 128 KB doesn't allow more.
  private static let maximumRules = 5_000
  /// The maximum number of visited steps for one rule and for one list.
  private static let work = (rule: 150_000, list: 4_000_000)

  /// Checks rules for iOS, with the defaults already merged.
  package init(_ components: [AppleLinkComponent], variables: LinkVariables) {
    self.init(components.map { LinkListRule(AppleRule($0, variables: variables)) })
  }

  /// Checks rules for Android.
  package init(_ rules: [DynamicRule]) {
    self.init(rules.map { LinkListRule(AndroidRule($0)) })
  }

  private init(_ rules: [LinkListRule]) {
    let search = LinkSearch([Array(rules.prefix(Self.maximumRules))])
    verdicts =
      search.verdicts(list: Self.work.list, rule: Self.work.rule)
      + rules.dropFirst(Self.maximumRules).map { _ in .unknown }
  }
}
