import PolicyText

/// The entries of a mapping in the order of the language; keys that it does not fix keep the author's, and
/// those that it does not know stand last.
struct KeyOrder {
  /// An entry with what the language says of its value.
  struct Entry {
    var key: NodeID
    var value: NodeID
    var shape: Shape?
  }

  private let tree: SourceTree
  /// In files with aliases nothing moves: an alias must stay behind its anchor.
  private let isFixed: Bool

  init(_ tree: SourceTree) {
    self.tree = tree
    isFixed = (0..<tree.nodeCount).contains { tree.isAlias(NodeID(Int32($0))) }
  }

  /// The entries of a mapping that stands where a shape is due.
  func entries(of node: NodeID, _ shape: Shape?) -> [Entry] {
    let table = shape?.entries(of: node, in: tree)
    let names = table?.names ?? []
    var ranked: [(rank: Int, entry: Entry)] = []
    for (key, value) in tree.entries(node) {
      let index = tree.index(of: key, among: names)
      let rank = isFixed || names.isEmpty ? ranked.count : index ?? names.count + ranked.count
      ranked.append((rank, Entry(key: key, value: value, shape: table?.value(at: index))))
    }
    // Ranks differ: keys of a mapping are unique.
    return ranked.sorted { $0.rank < $1.rank }.map(\.entry)
  }
}
