package import PolicyText

extension DynamicRules {
  /// The rules of a statement; nil when it has none.
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

  /// Reads a rule and notes what voids the list: other types (Android's documentation) and empty
  /// patterns (its code throws).
  private mutating func rule(_ node: NodeID, in tree: SourceTree) -> DynamicRule {
    var rule = DynamicRule()
    rule.node = node
    for (key, value) in tree.entries(node) {
      if tree.text(key, equals: "/") {
        rule.path = pattern(value, in: tree)
      } else if tree.text(key, equals: "#") {
        rule.fragment = pattern(value, in: tree)
      } else if tree.text(key, equals: "?") {
        readQuery(value, into: &rule, in: tree)
      } else if tree.text(key, equals: "exclude") {
        rule.exclude = tree.text(value, equals: "true")
        let isBool =
          tree.style(value) == .jsonLiteral
          && (rule.exclude || tree.text(value, equals: "false"))
        if !isBool { faults.append(value) }
      } else if tree.text(key, equals: "comments"), tree.style(value) == .jsonString {
        rule.comments = tree.text(value)
      }
    }
    return rule
  }

  private mutating func readQuery(
    _ node: NodeID, into rule: inout DynamicRule, in tree: SourceTree
  ) {
    guard tree.kind(node) == .mapping else {
      // Android asks for an object and takes a string for none; other types are malformed.
      if tree.kind(node) != .scalar || tree.style(node) != .jsonString { faults.append(node) }
      return
    }
    for (name, value) in tree.entries(node) {
      guard let pattern = pattern(value, in: tree) else { continue }
      rule.query.append(LinkQueryItem(tree.text(name), pattern))
    }
  }

  private mutating func pattern(_ node: NodeID, in tree: SourceTree) -> ExactString? {
    if tree.kind(node) == .scalar, tree.style(node) == .jsonString {
      let text = tree.text(node)
      if !text.isEmpty { return text }
    }
    faults.append(node)
    return nil
  }
}
