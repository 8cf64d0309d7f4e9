package import PolicyText

extension DynamicRules {
  /// Reads the rules of a statement; nil if it has none.
  package init?(statement: NodeID, in tree: SourceTree) {
    guard let extensions = tree.value(of: "relation_extensions", in: statement),
      let relation = tree.value(of: AssetLinks.handleAllURLs.string, in: extensions),
      let list = tree.value(of: "dynamic_app_link_components", in: relation)
    else { return nil }
    self.init([])
    node = list
    guard tree.kind(list) == .sequence else {
      faults = [list]
      return
    }
    for item in tree.items(list) {
      if tree.kind(item) == .mapping {
        rules.append(rule(item, in: tree))
      } else {
        faults.append(item)
      }
    }
  }

  /// Reads a rule and records what invalidates the list: wrong types (Android's documentation) and
  /// empty patterns (its code throws).
  private mutating func rule(_ node: NodeID, in tree: SourceTree) -> DynamicRule {
    var rule = DynamicRule()
    rule.node = node
    for (key, value) in tree.entries(node) {
      switch tree.text(key) {
      case "/": rule.path = pattern(value, in: tree)
      case "#": rule.fragment = pattern(value, in: tree)
      case "?": rule.query += query(value, in: tree)
      case "exclude":
        let exclude = tree.jsonBool(value)
        rule.exclude = exclude ?? tree.text(value, equals: "true")
        if exclude == nil { faults.append(value) }
      case "comments": rule.comments = tree.jsonString(value) ?? rule.comments
      default: break
      }
    }
    return rule
  }

  private mutating func query(_ node: NodeID, in tree: SourceTree) -> [LinkQueryItem] {
    // Android requires an object and ignores a string; other types are malformed.
    if tree.kind(node) != .mapping, tree.jsonString(node) == nil { faults.append(node) }
    return tree.entries(node).compactMap { name, value in
      pattern(value, in: tree).map { LinkQueryItem(tree.text(name), $0) }
    }
  }

  private mutating func pattern(_ node: NodeID, in tree: SourceTree) -> ExactString? {
    if let text = tree.jsonString(node), !text.isEmpty { return text }
    faults.append(node)
    return nil
  }
}
