import PolicyText

/// Writes a tree line by line: block collections entry by entry, and `FlowText` for everything that
/// fits on a line.
struct BlockWriter {
  /// The number of spaces per level.
  private static let step = 2
  /// The maximum length of a key without `?`; libyaml accepts 1,024 bytes including indentation.
  private static let keyLimit = 1_000

  private let tree: SourceTree
  private let comments: CommentPlacement
  private let order: KeyOrder
  private let anchors: Anchors
  private let flow: FlowText
  private var lines = FormattedLines()
  private var refusal: FormattingRefusal?

  /// The text of a whole file.
  static func text(
    of tree: SourceTree, _ shape: MappingShape
  ) throws(FormattingRefusal) -> [UInt8] {
    guard let root = tree.root else { throw .unmarked }
    var writer = BlockWriter(tree)
    writer.writeDocument(root, .mapping(shape))
    if let refusal = writer.refusal { throw refusal }
    return writer.lines.bytes(lineBreak: tree.source.lineBreak)
  }

  private init(_ tree: SourceTree) {
    self.tree = tree
    anchors = Anchors(tree)
    comments = CommentPlacement(tree, anchors)
    order = KeyOrder(tree)
    flow = FlowText(tree, order: order, anchors: anchors, opened: comments.opened)
  }

  // MARK: the document

  private mutating func writeDocument(_ root: NodeID, _ shape: Shape) {
    if tree.hasDocumentStart { lines.append(Array("---".utf8)) }
    // Comments above the first entry, separated from it by an empty line, are about the file.
    let first = tree.first(in: root)
    let above = first.map { comments.leading[$0] ?? [] } ?? []
    let header =
      first.map(comments.spaced.contains) == true
      ? above.count : above.lastIndex { $0.isSpaced } ?? 0
    writeComments(above[..<header], indent: 0)
    if header > 0 { lines.appendBlank() }
    writeEntries(of: root, shape, indent: 0, header: header)
  }

  // MARK: comments

  private mutating func writeComments(_ comments: ArraySlice<CommentPlacement.Line>, indent: Int) {
    for comment in comments {
      if comment.isSpaced { lines.appendBlank() }
      lines.append(spaces(indent) + comment.text)
    }
  }

  /// Writes the empty line and the comments above an entry.
  ///
  /// - Parameters:
  ///   - isFirst: whether it is the first entry of its block, which has no empty line above.
  ///   - skipping: the number of comments that have been written.
  private mutating func writeLead(
    _ node: NodeID, indent: Int, isFirst: Bool, skipping: Int = 0
  ) {
    var above = (comments.leading[node] ?? [])[...].dropFirst(skipping)
    let isSpaced = comments.spaced.contains(node)
    if isFirst, let start = above.indices.first { above[start].isSpaced = false }
    writeComments(above, indent: indent)
    if isSpaced, !isFirst || !above.isEmpty { lines.appendBlank() }
  }

  private mutating func writeClosing(_ node: NodeID, indent: Int) {
    writeComments((comments.closing[node] ?? [])[...], indent: indent)
  }

  // MARK: collections

  /// - Parameters:
  ///   - prefix: the text before the first entry on its line; nil for the indentation.
  ///   - header: the number of comments above the first entry of the file that have been written.
  private mutating func writeEntries(
    of node: NodeID, _ shape: Shape?, indent: Int, prefix: [UInt8]? = nil, header: Int = 0
  ) {
    let sourceFirst = tree.first(in: node)
    for (index, entry) in order.entries(of: node, shape).enumerated() {
      // Above the dash of the item.
      if prefix == nil || index > 0 {
        writeLead(
          entry.key, indent: indent, isFirst: index == 0,
          skipping: entry.key == sourceFirst ? header : 0)
      }
      let start = index == 0 ? prefix ?? spaces(indent) : spaces(indent)
      writeValue(
        entry.value, entry.shape, after: start + keyText(entry.key), of: entry.key,
        indent: indent)
    }
    writeClosing(node, indent: indent)
  }

  private mutating func writeItems(
    of node: NodeID, _ shape: Shape?, indent: Int, prefix: [UInt8]? = nil
  ) {
    for (index, item) in tree.items(node).enumerated() {
      let start = index == 0 ? prefix ?? spaces(indent) : spaces(indent)
      if prefix == nil || index > 0 {
        writeLead(item, indent: indent, isFirst: index == 0)
        writeInnerLead(item, shape?.item, indent: indent)
      }
      writeItem(item, shape?.item, after: start + Array("-".utf8), indent: indent)
    }
    writeClosing(node, indent: indent)
  }

  /// Writes comments above the first entry of an item above its dash.
  private mutating func writeInnerLead(_ item: NodeID, _ shape: Shape?, indent: Int) {
    guard isCompact(item), let first = first(of: item, shape) else { return }
    writeComments((comments.leading[first] ?? [])[...], indent: indent)
    if tree.kind(item) == .sequence { writeInnerLead(first, shape?.item, indent: indent) }
  }

  private func first(of node: NodeID, _ shape: Shape?) -> NodeID? {
    tree.kind(node) == .mapping
      ? order.entries(of: node, shape).first?.key : tree.first(in: node)
  }

  /// True if the first entry of an item is on the line of its dash.
  private func isCompact(_ item: NodeID) -> Bool {
    !tree.isAlias(item) && tree.kind(item) != .scalar && !tree.isEmpty(item)
      && anchors.text(of: item) == nil && (!tree.isFlow(item) || comments.opened.contains(item))
  }

  private mutating func writeItem(
    _ item: NodeID, _ shape: Shape?, after dash: [UInt8], indent: Int
  ) {
    guard isBlock(item, shape, after: dash, of: item) else {
      return writeInline(item, shape, after: dash, of: item, indent: indent)
    }
    let inner = indent + Self.step
    if let comment = comments.trailing[item] {
      // Above the first dash of the line.
      lines.append(dash.prefix { $0 == 0x20 } + comment.text)
    }
    if anchors.text(of: item) != nil {
      lines.append(dash + anchor(item))
      return writeCollection(item, shape, indent: inner)
    }
    writeCollection(item, shape, indent: inner, prefix: dash + [0x20])
  }

  private mutating func writeValue(
    _ value: NodeID, _ shape: Shape?, after key: [UInt8], of node: NodeID, indent: Int
  ) {
    guard isBlock(value, shape, after: key, of: node) else {
      return writeInline(value, shape, after: key, of: node, indent: indent)
    }
    lines.append(key + anchor(value), comment: comments.trailing[node])
    writeCollection(value, shape, indent: indent + Self.step)
  }

  private mutating func writeCollection(
    _ node: NodeID, _ shape: Shape?, indent: Int, prefix: [UInt8]? = nil
  ) {
    if tree.kind(node) == .mapping {
      writeEntries(of: node, shape, indent: indent, prefix: prefix)
    } else {
      writeItems(of: node, shape, indent: indent, prefix: prefix)
    }
  }

  /// Returns true for a collection that needs several lines.
  private func isBlock(
    _ node: NodeID, _ shape: Shape?, after start: [UInt8], of owner: NodeID
  ) -> Bool {
    guard !tree.isAlias(node), tree.kind(node) != .scalar, !tree.isEmpty(node) else {
      return false
    }
    guard tree.isFlow(node) else { return true }
    if isHeld(node, by: owner) { return flow.text(of: node, shape) == nil }
    // A character has at most four bytes.
    guard let text = flow.text(of: node, shape, limit: 4 * PolicyFormatter.width) else {
      return true
    }
    return FormattedLines.width(of: start + anchor(node)) + 1 + FormattedLines.width(of: text)
      > PolicyFormatter.width
  }

  /// A comment may suppress a finding on its line, so the node must stay on that line.
  private func isHeld(_ node: NodeID, by owner: NodeID) -> Bool {
    let marker = Array("linkpolicy:".utf8)
    let texts = (comments.leading[owner] ?? []).map(\.text) + [comments.trailing[owner]?.text ?? []]
    let span = tree.span(node)
    return tree.source.lineIndex(of: span.start) == tree.source.lineIndex(of: span.end)
      && texts.contains { Array($0).firstRange(of: marker, in: 0..<$0.count) != nil }
  }

  // MARK: scalars and what fits on a line

  private mutating func writeInline(
    _ node: NodeID, _ shape: Shape?, after start: [UInt8], of owner: NodeID, indent: Int
  ) {
    let comment = comments.trailing[owner]
    let start = start + anchor(node)
    if !tree.isAlias(node), tree.style(node) == .literal || tree.style(node) == .folded,
      tree.kind(node) == .scalar
    {
      return writeBlockScalar(node, after: start, comment, indent: indent + Self.step)
    }
    if let text = flow.text(of: node, shape, inFlow: false) {
      return lines.append(text.isEmpty ? start : start + [0x20] + text, comment: comment)
    }
    let parts = flow.scalars.lines(node)
    for (index, part) in parts.enumerated() {
      let text: [UInt8] =
        index == 0
        ? start + [0x20] + part : part.isEmpty ? [] : spaces(indent + Self.step) + part
      lines.append(text, comment: index == parts.count - 1 ? comment : nil)
    }
  }

  /// Writes the header with its new indentation indicator, and the lines with their new
  /// indentation.
  private mutating func writeBlockScalar(
    _ node: NodeID, after start: [UInt8], _ comment: CommentPlacement.Trailing?, indent: Int
  ) {
    let scalar = BlockScalar(node, in: tree)
    lines.append(start + [0x20] + scalar.header(Self.step), comment: comment)
    for line in scalar.lines { lines.append(line.isEmpty ? [] : spaces(indent) + line) }
    if scalar.keepsBlanks { lines.endKeptText() }
  }

  private func anchor(_ node: NodeID) -> [UInt8] {
    anchors.text(of: node).map { [0x20] + $0 } ?? []
  }

  /// A key with its colon.
  private mutating func keyText(_ key: NodeID) -> [UInt8] {
    guard let text = flow.keyText(key, inFlow: false), text.count <= Self.keyLimit else {
      refusal = refusal ?? .longKey(tree.span(key))
      return []
    }
    return text
  }

  private func spaces(_ count: Int) -> [UInt8] { Array(repeating: 0x20, count: count) }
}
