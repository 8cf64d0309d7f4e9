import AssociationFiles
import PolicyText

/// Apps that no link can open, because their rules exclude every link or can't match. Considers all entries of an
/// app in order.
struct UnreachableApps: Sendable {
  /// The unreachable apps by the index of their first entry.
  private(set) var byEntry: [Int: [ExactString]] = [:]
  /// Entries with only unreachable apps, whose rules need no other findings.
  private(set) var entries: Set<Int> = []

  /// The limit for apps in several entries, whose rules are analyzed together.
  private static let maximumRules = 400

  init(_ entries: [LinkList.Entry], variables: LinkVariables) {
    // Without an exclude, every rule opens some link.
    guard entries.contains(where: { $0.rules.isEmpty || $0.rules.contains(where: \.excludes) })
    else { return }
    var places: [ExactString: [Int]] = [:]
    var order: [ExactString] = []
    for (index, entry) in entries.enumerated() {
      for app in entry.apps where places[app]?.last != index {
        if places[app] == nil { order.append(app) }
        places[app, default: []].append(index)
      }
    }
    // Apps with the same entries have the same result.
    var known: [[Int]: Bool] = [:]
    var closed: Set<ExactString> = []
    for app in order {
      guard let indices = places[app] else { continue }
      let isClosed: Bool
      if let verdict = known[indices] {
        isClosed = verdict
      } else {
        isClosed = Self.isUnreachable(indices.map { entries[$0] }, variables)
        known[indices] = isClosed
      }
      guard isClosed, let first = indices.first else { continue }
      closed.insert(app)
      byEntry[first, default: []].append(app)
    }
    guard !closed.isEmpty else { return }
    for (index, entry) in entries.enumerated()
    where !entry.apps.isEmpty && closed.isSuperset(of: entry.apps) {
      self.entries.insert(index)
    }
  }

  /// Returns true if every rule that allows links provably never decides, or no rule allows links.
  private static func isUnreachable(_ entries: [LinkList.Entry], _ variables: LinkVariables) -> Bool
  {
    let rules = entries.flatMap(\.rules)
    if rules.allSatisfy(\.excludes) { return true }
    // A rule with unknown keys may have another meaning.
    guard !rules.contains(where: \.isMisread) else { return false }
    func isDead(_ verdicts: [RuleReachability.Verdict], _ rules: [LinkList.Rule]) -> Bool {
      zip(verdicts, rules).allSatisfy { verdict, rule in
        if rule.excludes { return true }
        switch verdict {
        case .covered, .never: return true
        case .reachable, .unknown: return false
        }
      }
    }
    if entries.count == 1 { return isDead(entries[0].verdicts, rules) }
    // An exclude decides before the rules of later entries.
    guard rules.contains(where: \.excludes), rules.count <= maximumRules else { return false }
    let reachability = RuleReachability(rules.map(\.component), variables: variables)
    return isDead(reachability.verdicts, rules)
  }
}
