import PolicyText

/// Nodes that fit on one line: scalars, aliases, and flow collections of them.
struct FlowText {
  let scalars: ScalarText
  private let tree: SourceTree
  private let order: KeyOrder
  private let anchors: Anchors
  private let opened: Set<NodeID>

  init(_ tree: SourceTree, order: KeyOrder, anchors: Anchors, opened: Set<NodeID>) {
    scalars = ScalarText(tree: tree)
    self.tree = tree
    self.order = order
    self.anchors = anchors
    self.opened = opened
  }

  /// The source of a node without its anchor; empty for a missing value, nil if it needs several
  /// lines.
  ///
  /// - Parameter limit: the maximum length of a collection.
  func text(
    of node: NodeID, _ shape: Shape?, inFlow: Bool = true, limit: Int = .max
  ) -> [UInt8]? {
    guard !tree.isAlias(node), tree.kind(node) != .scalar else {
      return scalars.line(node, inFlow: inFlow)
    }
    if tree.isEmpty(node) { return Array((tree.kind(node) == .mapping ? "{}" : "[]").utf8) }
    guard !opened.contains(node), tree.isFlow(node) else { return nil }
    return tree.kind(node) == .mapping
      ? mapping(node, shape, limit) : sequence(node, shape?.item, limit)
  }

  private func sequence(_ node: NodeID, _ shape: Shape?, _ limit: Int) -> [UInt8]? {
    var output: [UInt8] = [UInt8(ascii: "[")]
    for (index, item) in tree.items(node).enumerated() {
      guard output.count <= limit, let text = within(item, shape, limit) else { return nil }
      output += (index == 0 ? [] : Array(", ".utf8)) + text
    }
    return output + [UInt8(ascii: "]")]
  }

  private func mapping(_ node: NodeID, _ shape: Shape?, _ limit: Int) -> [UInt8]? {
    var output: [UInt8] = [UInt8(ascii: "{")]
    for (index, entry) in order.entries(of: node, shape).enumerated() {
      guard output.count <= limit, let key = keyText(entry.key, inFlow: true),
        let text = within(entry.value, entry.shape, limit)
      else { return nil }
      output += (index == 0 ? [] : [UInt8(ascii: ",")]) + [0x20] + key + [0x20] + text
    }
    return output + [0x20, UInt8(ascii: "}")]
  }

  /// A node in brackets; nil for a missing value, which readers interpret differently there.
  private func within(_ node: NodeID, _ shape: Shape?, _ limit: Int) -> [UInt8]? {
    guard let text = text(of: node, shape, limit: limit), !text.isEmpty else { return nil }
    return (anchors.text(of: node).map { $0 + [0x20] } ?? []) + text
  }

  /// A key with its anchor and colon; nil if it needs several lines.
  func keyText(_ key: NodeID, inFlow: Bool) -> [UInt8]? {
    guard let text = scalars.line(key, inFlow: inFlow), !text.isEmpty else { return nil }
    let anchor = anchors.text(of: key).map { $0 + [0x20] } ?? []
    // A colon right after an alias would be part of its name.
    return anchor + text + (tree.isAlias(key) ? [0x20] : []) + [UInt8(ascii: ":")]
  }
}
