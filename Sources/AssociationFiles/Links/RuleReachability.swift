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
    let rules = components.map { AppleRule($0, variables: variables) }
    verdicts =
      Self.ownPaths(rules)?.map { .reachable(path: $0) }
      ?? Self.search(rules.map { LinkListRule($0) })
  }

  /// Checks rules for Android.
  package init(_ rules: [DynamicRule]) {
    verdicts = Self.search(rules.map { LinkListRule(AndroidRule($0)) })
  }

  /// The path of each rule without its wildcards, if the rule decides links with it. Nil if one rule doesn't, so the
  /// list must be searched; also for long lists.
  private static func ownPaths(_ rules: [AppleRule]) -> [ExactString]? {
    guard rules.count <= 64 else { return nil }
    var paths: [ExactString] = []
    for (index, rule) in rules.enumerated() {
      let pattern = rule.path?.text ?? "/"
      let path = ExactString(decoding: pattern.utf8.filter { $0 != UInt8(ascii: "*") })
      guard path.hasPrefix("/"),
        path.allBytes(satisfy: { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/") }),
        case let url = URLParts(path), rules.firstIndex(where: { $0.mismatch(url) == nil }) == index
      else { return nil }
      paths.append(path)
    }
    return paths
  }

  private static func search(_ rules: [LinkListRule]) -> [Verdict] {
    LinkSearch([Array(rules.prefix(maximumRules))]).verdicts(list: work.list, rule: work.rule)
      + rules.dropFirst(maximumRules).map { _ in .unknown }
  }
}
