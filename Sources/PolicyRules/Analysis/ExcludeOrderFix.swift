import AssociationFiles
import PolicyModel
import PolicyText

/// The help and the fix for excludes after a rule that matches first. Suggests only changes that
/// are confirmed by analyzing the changed rules.
struct ExcludeOrderFix {
  private enum Change {
    /// Write `?*` for a query item of the preceding rule, because `*` also matches a missing item.
    case requireValue(name: ExactString, places: [NodeID])
    /// Move the excludes before the preceding rule.
    case move(items: [NodeID], before: NodeID)
    case none
  }

  private let change: Change
  private let title: String
  private let them: String
  /// Longer lists are probably generated, and their analysis takes long. Moving rules is tried in longer lists.
  private static let maximumRules = 64
  private static let maximumRulesToMove = 512

  init(
    for excludes: [Int], below allowing: Int, in entry: LinkList.Entry, variables: LinkVariables
  ) {
    let rules = entry.rules
    title = rules[allowing].title.quoted
    them = excludes.count == 1 ? "it" : "them"
    let loose = rules[allowing].items.filter { $0.pattern.value == "*" }
    if let first = loose.first, rules.count <= Self.maximumRules {
      var changed = rules.map(\.component)
      changed[allowing] = changed[allowing].requiringItems
      let verdicts = RuleReachability(changed, variables: variables).verdicts
      if excludes.allSatisfy({ Self.isReachable(verdicts[$0]) }) {
        change = .requireValue(name: first.name.value, places: loose.map(\.pattern.node))
        return
      }
    }
    change =
      rules.count <= Self.maximumRulesToMove
        && ExcludeOrder.mayMove(excludes, above: allowing, before: entry.verdicts) { order in
          RuleReachability(order.map { rules[$0].component }, variables: variables).verdicts
        }
      ? .move(items: excludes.map { rules[$0].node }, before: rules[allowing].node) : .none
  }

  private static func isReachable(_ verdict: RuleReachability.Verdict) -> Bool {
    if case .reachable = verdict { true } else { false }
  }

  var help: String {
    switch change {
    case .requireValue(let name, _):
      "write `?*` for \(name.quoted), because `*` also matches if it is missing"
    case .move: "move \(them) above \(title)"
    case .none: "remove \(them), or narrow \(title) to the paths that the app should open"
    }
  }

  /// The fix for a file; none for a policy.
  func fixes(_ findings: Findings) -> [Fix] {
    guard findings.tree.language == .json else { return [] }
    switch change {
    case .requireValue(_, let places):
      let edits = places.flatMap { place in
        findings.replacing(place, text: 0..<1, by: "?*", "", isSafe: false).flatMap(\.edits)
      }
      return edits.count == places.count
        ? [Fix("require a value", isSafe: false, edits: edits)] : []
    case .move(let items, let other):
      return findings.movingItems(items, before: other, "move \(them) above \(title)")
    case .none: return []
    }
  }
}

extension AppleLinkComponent {
  /// The component with `?*` for each query item that may be missing.
  var requiringItems: AppleLinkComponent {
    guard case .items(let items)? = query else { return self }
    var changed = self
    changed.query = .items(
      items.map { LinkQueryItem($0.name, $0.pattern == "*" ? "?*" : $0.pattern) })
    return changed
  }
}

/// Checks whether help may suggest to move excludes before the rule that matches first.
///
/// Moving an exclude up can only exclude more links. So the new order must make the excludes
/// reachable and must not make a reachable rule unreachable.
enum ExcludeOrder {
  /// - Parameter verdicts: the verdicts for the rules in another order.
  static func mayMove(
    _ excludes: [Int], above target: Int, before: [RuleReachability.Verdict],
    verdicts: ([Int]) -> [RuleReachability.Verdict]
  ) -> Bool {
    var order = Array(before.indices)
    order.removeAll { excludes.contains($0) }
    guard let place = order.firstIndex(of: target) else { return false }
    order.insert(contentsOf: excludes, at: place)
    return zip(order, verdicts(order)).allSatisfy { index, verdict in
      if case .reachable = verdict { return true }
      if excludes.contains(index) { return false }
      // Acceptable only if the rule was unreachable before.
      switch before[index] {
      case .covered, .never: return true
      case .reachable, .unknown: return false
      }
    }
  }
}
