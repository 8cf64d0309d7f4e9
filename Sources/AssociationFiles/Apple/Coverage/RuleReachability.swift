package import PolicyText

/// Which rules of an entry can ever decide: the first that matches does, so a rule whose URLs are all
/// matched by rules above it never runs.
///
/// Decided on the patterns as automata with Apple's slash rules. A verdict of "covered" is certain; a
/// rule that only several rules with different conditions on the query cover together counts as
/// reachable.
package struct RuleReachability: Sendable {
  /// What is known of one rule.
  package enum Verdict: Sendable, Equatable {
    /// The rule decides URLs with this path; nil if not every earlier rule was evaluated.
    case reachable(path: ExactString?)
    /// All that it matches is matched by these rules above it, in order.
    case covered(by: [Int])
    /// It matches no URL: a variable is not defined, or the pattern needs characters that URLs can't contain.
    case never
    /// Not decided within the limits.
    case unknown
  }

  /// One for each rule.
  package private(set) var verdicts: [Verdict] = []

  /// Rules beyond this number are not judged; Apple's limit of 128 KB leaves room for no more.
  private static let mostRules = 5_000
  /// The maximum number of earlier rules that are checked together.
  private static let mostCandidates = 48
  /// Places that may be visited for one rule, and for one entry.
  private static let work = (rule: 150_000, entry: 4_000_000)

  private var rules: [CoverRule] = []
  private var budget = work.entry
  private var tree = PrefixTree()
  private var identical: [ExactString: Int] = [:]

  /// Judges the rules of one entry.
  ///
  /// - Parameter components: in order, the defaults already merged in.
  package init(_ components: [AppleLinkComponent], variables: LinkVariables) {
    if let plain = PlainRules.verdicts(of: components) {
      verdicts = plain
      return
    }
    for (index, component) in components.enumerated() {
      guard index < Self.mostRules else {
        verdicts.append(.unknown)
        continue
      }
      let rule = CoverRule(component, variables: variables)
      rules.append(rule)
      verdicts.append(verdict(of: rule))
      guard !rule.isVoid else { continue }
      tree.insert(rule.beginning, index)
      let key = Self.key(component)
      if identical[key] == nil { identical[key] = index }
    }
  }

  private mutating func verdict(of rule: CoverRule) -> Verdict {
    if rule.isVoid { return .never }
    if let first = identical[Self.key(rule.component)] { return .covered(by: [first]) }
    guard budget > 0 else { return .unknown }
    var left = min(Self.work.rule, budget)
    let before = left
    defer { budget -= before - left }
    if let path = rule.path,
      Self.coverage(of: path, by: [], rule, &left) == .covered
    {
      return .never
    }
    // Of few rules all are looked at: those that start with more count together.
    let above = verdicts.count
    let near =
      above <= Self.mostCandidates
      ? Array(0..<above)
      : tree.onTheWay(to: rule.beginning).prefix(Self.mostCandidates).sorted()
    let candidates = near.filter {
      !rules[$0].isVoid && rules[$0].isComparable(to: rule)
        && rules[$0].passesOn(rule, budget: &left)
    }
    if let first = candidates.first(where: { rules[$0].hasAnyPath }) {
      return .covered(by: [first])
    }
    // A rule for every path is covered where others together leave none, such as `/` and `/?*`.
    let all = ApplePathPattern("*", variables: LinkVariables(), caseSensitive: true)
    let verdict = judged(rule.path ?? LinkAutomaton(all), rule, candidates, &left)
    // A path is only a proof where every rule above was asked.
    if case .reachable = verdict, candidates.count < above { return .reachable(path: nil) }
    return verdict
  }

  private func judged(
    _ path: LinkAutomaton, _ rule: CoverRule, _ candidates: [Int], _ left: inout Int
  ) -> Verdict {
    let others = candidates.compactMap { rules[$0].path }
    switch Self.coverage(of: path, by: others, rule, &left) {
    case .witness(let text): return .reachable(path: ExactString(text))
    case .unknown: return .unknown
    case .covered: break
    }
    // The rule that suffices alone is the one to name.
    for candidate in candidates {
      guard let other = rules[candidate].path else { continue }
      if Self.coverage(of: path, by: [other], rule, &left) == .covered {
        return .covered(by: [candidate])
      }
    }
    return .covered(by: needed(candidates, for: path, rule, &left))
  }

  /// The candidates without those that the others make up for.
  private func needed(
    _ candidates: [Int], for path: LinkAutomaton, _ rule: CoverRule, _ left: inout Int
  ) -> [Int] {
    var needed = candidates
    for candidate in candidates.reversed() {
      let fewer = needed.filter { $0 != candidate }
      let others = fewer.compactMap { rules[$0].path }
      if Self.coverage(of: path, by: others, rule, &left) == .covered { needed = fewer }
    }
    return needed
  }

  private static func coverage(
    of path: LinkAutomaton, by others: [LinkAutomaton], _ rule: CoverRule, _ left: inout Int
  ) -> LinkCoverage {
    LinkCoverage.of(
      path, by: LinkAutomaton(anyOf: others), in: .path, isDecoded: rule.isDecoded, budget: &left)
  }

  /// The same text for rules that match the same URLs in the same way, whatever they decide.
  private static func key(_ component: AppleLinkComponent) -> ExactString {
    var same = component
    same.exclude = nil
    same.comment = nil
    same.caseSensitive = component.caseSensitive ?? true
    same.percentEncoded = component.percentEncoded ?? true
    return ExactString(same.json.text())
  }
}

/// Rules by the literal prefix of their paths, so that a rule is compared only with the earlier rules on its
/// path from the root.
private struct PrefixTree {
  private struct Step: Hashable {
    var node: Int32
    var scalar: Unicode.Scalar
  }
  private var steps: [Step: Int32] = [:]
  private var rules: [[Int]] = [[]]

  mutating func insert(_ text: [Unicode.Scalar], _ rule: Int) {
    var node: Int32 = 0
    for scalar in text {
      let step = Step(node: node, scalar: scalar)
      if let next = steps[step] {
        node = next
      } else {
        node = Int32(rules.count)
        steps[step] = node
        rules.append([])
      }
    }
    rules[Int(node)].append(rule)
  }

  /// The rules whose beginning is a beginning of the text, those with the longest first.
  func onTheWay(to text: [Unicode.Scalar]) -> [Int] {
    var found: [Int] = rules[0]
    var node: Int32 = 0
    for scalar in text {
      guard let next = steps[Step(node: node, scalar: scalar)] else { break }
      node = next
      found += rules[Int(node)]
    }
    return found.reversed()
  }
}
