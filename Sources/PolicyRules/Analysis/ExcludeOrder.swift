import AssociationFiles
import PolicyText

/// Whether excludes may be told to move above the rule that makes them void.
///
/// An exclude that moves up only ever keeps more links out of the app, so what was excluded stays so. What has
/// to be proven, on the changed order, is that the excludes live there and that no rule which lived is killed.
enum ExcludeOrder {
  /// True where the automata prove it.
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
      // Dead before, and no rule of which more is not known.
      switch entry.verdicts[index] {
      case .covered, .never: return true
      case .reachable, .unknown: return false
      }
    }
  }

  /// The same for dynamic rules of Android: by a path for each rule, asked of the compiled rules in the old
  /// order and in the new one.
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

  /// A path that a rule asks for; nil where it asks for more.
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

  /// Dynamic rules in some order.
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

    /// The number of the rule that decides about a path.
    func first(at path: ExactString) -> Int? {
      let answer = matcher.answer(ExactString("https://host.example" + path.string))
      guard case .rule(let place)? = answer.decisions.first?.basis else { return nil }
      return order[place]
    }
  }
}
