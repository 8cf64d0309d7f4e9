import AssociationFiles
import PolicyText

/// The dynamic rules of one statement, with those that never decide.
struct DynamicOrder: Sendable {
  let rules: [DynamicRule]
  let verdicts: [RuleReachability.Verdict]

  init(_ rules: [DynamicRule]) {
    self.rules = rules
    verdicts = RuleReachability(rules).verdicts
  }

  /// The rules whose links a single preceding rule matches; empty if no link opens the app.
  var covered: [(index: Int, above: Int)] {
    guard !opensNothing else { return [] }
    return verdicts.enumerated().compactMap { index, verdict in
      guard case .covered(let above) = verdict, above.count == 1 else { return nil }
      return (index, above[0])
    }
  }

  /// True if every rule that allows links is covered or has no filter.
  var opensNothing: Bool {
    zip(rules, verdicts).allSatisfy { rule, verdict in
      if case .covered = verdict { return true }
      return rule.exclude || AndroidLinkMatcher.neverMatches(rule)
    }
  }
}

extension DynamicRule {
  /// The pattern that represents the rule in messages.
  var title: String { (path ?? "*").quoted }
}

extension AssetFile {
  /// The node of a dynamic rule for findings: its path, or the whole rule.
  func place(_ rule: DynamicRule) -> NodeID {
    let node = rule.node ?? NodeID(0)
    return rule.path == nil ? node : tree.value(of: "/", in: node) ?? node
  }
}
