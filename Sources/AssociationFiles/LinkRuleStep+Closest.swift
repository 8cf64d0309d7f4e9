import PolicyText

extension [LinkRuleStep] {
  /// The rule that came closest to opening an app although none did: the one that failed last of its
  /// parts, of those at the path the one with the most in common; nil where nothing is close.
  package var closest: LinkRuleStep? {
    var best: (step: LinkRuleStep, rank: Int)?
    for step in self where !step.excludes {
      guard let mismatch = step.mismatch, let rank = mismatch.closeness, rank > best?.rank ?? 0
      else { continue }
      best = (step, rank)
    }
    return best?.step
  }
}

extension LinkMismatch {
  /// A higher number is closer; nil for a path that shares no more than its first slash.
  fileprivate var closeness: Int? {
    // Parts are compared in this order: what fails later agreed in all before.
    switch part {
    case .query: return 1_000_001
    case .queryItem: return 1_000_002
    case .fragment: return 1_000_003
    case .path: break
    }
    guard let text else { return nil }
    var shared = 0
    for (a, b) in zip(pattern.utf8, text.utf8) {
      guard a == b else { break }
      shared += 1
    }
    return shared > 1 ? Swift.min(shared, 1_000_000) : nil
  }
}
