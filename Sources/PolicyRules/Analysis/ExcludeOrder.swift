import AssociationFiles
import PolicyText

/// Checks whether help may suggest to move excludes above the rule that matches first.
///
/// An exclude that moves up only excludes more links. So the changed order must make the excludes reachable and
/// must not make a reachable rule unreachable.
enum ExcludeOrder {
  /// Checks link rules of iOS with their automata.
  static func mayMove(
    _ excludes: [Int], above target: Int, in entry: LinkList.Entry, _ variables: LinkVariables
  ) -> Bool {
    var order = Array(entry.rules.indices)
    order.removeAll { excludes.contains($0) }
    guard let place = order.firstIndex(of: target) else { return false }
    order.insert(contentsOf: excludes, at: place)
    let changed = RuleReachability(
      order.map { entry.rules[$0].component }, variables: variables)
    return zip(order, changed.verdicts).allSatisfy { index, verdict in
      if case .reachable = verdict { return true }
      if excludes.contains(index) { return false }
      // Acceptable only if the rule was unreachable before.
      switch entry.verdicts[index] {
      case .covered, .never: return true
      case .reachable, .unknown: return false
      }
    }
  }

  /// Checks dynamic rules of Android with a sample path for each rule in both orders.
  static func mayMove(_ excludes: [Int], above target: Int, in rules: [DynamicRule]) -> Bool {
    var order = Array(rules.indices)
    order.removeAll { excludes.contains($0) }
    guard let place = order.firstIndex(of: target) else { return false }
    order.insert(contentsOf: excludes, at: place)
    let before = AndroidOrder(rules, Array(rules.indices))
    let after = AndroidOrder(rules, order)
    return rules.indices.allSatisfy { index in
      guard let path = samplePath(of: rules[index]) else { return false }
      if excludes.contains(index) { return after.first(at: path) == index }
      return before.first(at: path) != index || after.first(at: path) == index
    }
  }

  /// A path that matches the rule; nil if the rule also needs a query or fragment.
  private static func samplePath(of rule: DynamicRule) -> ExactString? {
    guard let path = rule.path, rule.query.isEmpty, rule.fragment == nil else { return nil }
    var text = ""
    for scalar in path.string.unicodeScalars {
      switch scalar {
      case "*": text += "x7q"
      case "?": text += "y"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return ExactString(text)
  }

  private struct AndroidOrder {
    private let matcher: AndroidLinkMatcher
    private let order: [Int]

    init(_ rules: [DynamicRule], _ order: [Int]) {
      self.order = order
      var statement = AssetStatement(
        relations: [AssetLinks.handleAllURLs],
        target: .androidApp(package: "x", fingerprints: []))
      statement.dynamicRules = DynamicRules(order.map { rules[$0] })
      var links = AssetLinks()
      links.statements = [statement]
      matcher = AndroidLinkMatcher(links, host: "host.example")
    }

    /// The index of the rule that decides a path.
    func first(at path: ExactString) -> Int? {
      let decision = matcher.answer(ExactString("https://host.example" + path.string))
      guard case .rule(let place)? = decision.decisions.first?.basis else { return nil }
      return order[place]
    }
  }
}
