import PolicyText

/// Sorts the entries of a mapping: known keys in schema order, unknown ones last. Free keys keep their order.
struct KeyOrder {
  /// An entry with the shape of its value.
  struct Entry {
    var key: NodeID
    var value: NodeID
    var shape: Shape?
  }

  private let tree: SourceTree
  /// Whether the file has aliases: its entries aren't moved, because anchors must precede their
  /// aliases.
  private let isFixed: Bool

  init(_ tree: SourceTree) {
    self.tree = tree
    isFixed = (0..<tree.nodeCount).contains { tree.isAlias(NodeID(Int32($0))) }
  }

  func entries(of node: NodeID, _ shape: Shape?) -> [Entry] {
    let table = shape?.entries(of: node, in: tree)
    let names = table?.names ?? []
    var ranked: [(rank: Int, entry: Entry)] = []
    for (key, value) in tree.entries(node) {
      let index = tree.index(of: key, among: names)
      let rank = isFixed || names.isEmpty ? ranked.count : index ?? names.count + ranked.count
      ranked.append((rank, Entry(key: key, value: value, shape: table?.value(at: index))))
    }
    // Ranks differ, because keys of a mapping are unique.
    return ranked.sorted { $0.rank < $1.rank }.map(\.entry)
  }
}

extension SourceTree {
  /// Whether the document starts with `---`.
  var hasDocumentStart: Bool {
    guard let root else { return false }
    let limit = span(root).start
    for start in source.lineStarts where Int(start) < limit {
      let place = max(Int(start), source.byteOrderMarkLength)
      if source.bytes[place...].starts(with: "---".utf8) { return true }
    }
    return false
  }
}

extension SourceFile {
  /// The line ending of the file, taken from its first line.
  var lineBreak: [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0A) else { return [0x0A] }
    return end > 0 && bytes[end - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }
}
