package import PolicyText

/// Which rules of an ordered list can ever decide: the first that matches does, so a rule whose links are all
/// matched by rules above it never runs.
package struct RuleReachability: Sendable {
  /// What is known of one rule.
  package enum Verdict: Sendable, Equatable {
    /// The rule decides links with this path.
    case reachable(path: ExactString)
    /// All that it matches is matched by these rules above it, in order.
    case covered(by: [Int])
    /// It matches no link: a variable is not defined, or the pattern needs characters that URLs can't contain.
    case never
    /// Not decided within the limits.
    case unknown
  }

  /// One for each rule.
  package let verdicts: [Verdict]

  /// Rules beyond this number are not checked; Apple's limit of 128 KB leaves room for no more.
  private static let mostRules = 5_000
  /// Places that may be visited for one rule, and for one list.
  private static let work = (rule: 150_000, list: 4_000_000)

  /// Checks rules for iOS, the defaults already merged in.
  package init(_ components: [AppleLinkComponent], variables: LinkVariables) {
    self.init(components.map { LinkListRule(AppleRule($0, variables: variables)) })
  }

  /// Checks rules for Android.
  package init(_ rules: [DynamicRule]) {
    self.init(rules.map { LinkListRule(AndroidRule($0)) })
  }

  private init(_ rules: [LinkListRule]) {
    let search = LinkSearch([Array(rules.prefix(Self.mostRules))])
    verdicts =
      search.verdicts(list: Self.work.list, rule: Self.work.rule)
      + rules.dropFirst(Self.mostRules).map { _ in .unknown }
  }
}
