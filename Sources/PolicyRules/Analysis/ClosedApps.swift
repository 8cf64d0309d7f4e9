import AssociationFiles
import PolicyText

/// Apps that no link can open, whatever the cause: decided on the patterns, over all entries of an app in
/// their order.
struct ClosedApps: Sendable {
  /// By entry, the apps of it that nothing opens; each app at its first entry only.
  private(set) var byEntry: [Int: [ExactString]] = [:]
  /// Entries all of whose apps are closed: nothing else about their rules is worth saying.
  private(set) var entries: Set<Int> = []

  /// Rules of an app in several entries that are judged together.
  private static let mostRules = 400

  /// Judges the apps of some entries.
  init(_ entries: [LinkList.Entry], variables: LinkVariables) {
    // Without an exclude something opens.
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
    // Dozens of apps of one entry are judged once.
    var known: [[Int]: Bool] = [:]
    var closed: Set<ExactString> = []
    for app in order {
      guard let indices = places[app] else { continue }
      let isClosed: Bool
      if let verdict = known[indices] {
        isClosed = verdict
      } else {
        isClosed = Self.isClosed(indices.map { entries[$0] }, variables)
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

  /// True where every rule that allows is proven dead, or there is none.
  private static func isClosed(_ entries: [LinkList.Entry], _ variables: LinkVariables) -> Bool {
    let rules = entries.flatMap(\.rules)
    if rules.allSatisfy(\.excludes) { return true }
    // A rule that is read in part only may mean something else.
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
    // An exclude of an entry above decides before the rules of the next.
    guard rules.contains(where: \.excludes), rules.count <= mostRules else { return false }
    let reachability = RuleReachability(rules.map(\.component), variables: variables)
    return isDead(reachability.verdicts, rules)
  }
}
