import AssociationFiles

/// Checks whether help may suggest to move excludes above the rule that matches first.
///
/// An exclude that moves up only excludes more links. So the changed order must make the excludes reachable and
/// must not make a reachable rule unreachable.
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
