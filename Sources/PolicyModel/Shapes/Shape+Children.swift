package import PolicyText

extension Shape {
  /// What the items of a list are; nil for what is no list.
  package var item: Shape? {
    switch self {
    case .list(let item): item
    case .oneOrMany(let value): value
    case .perEnvironment(let value), .nullable(let value): value.item
    case .variants, .request, .any: .any
    default: nil
    }
  }

  /// What the language says of the entries of one mapping: the order of its keys, and what their values are.
  package struct EntryTable: Sendable {
    /// Keys in the order of the language; empty where the author's order counts.
    package var names: [String] { rows.map(\.name) }
    /// The rows of the keys, in the same order.
    package let rows: [KeyShape]
    /// Of the keys that have no name here.
    private let other: Shape?

    fileprivate init(_ rows: [KeyShape], other: Shape? = nil) {
      self.rows = rows
      self.other = other
    }

    /// What stands under a key; nil where nobody knows.
    package func value(at index: Int?) -> Shape? { index.map { rows[$0].shape } ?? other }
  }

  /// The entries of a mapping that stands where this shape is due; nil where nobody knows its keys.
  package func entries(of node: NodeID, in tree: SourceTree) -> EntryTable? {
    switch self {
    case .mapping(let mapping), .secret(let mapping):
      EntryTable(mapping().keys)
    case .perEnvironment(let value):
      tree.isPerEnvironment(node)
        ? EntryTable(PerEnvironmentKey.rows(of: value))
        : value.entries(of: node, in: tree)
    case .oneOrMany(let value), .nullable(let value): value.entries(of: node, in: tree)
    case .dictionary(_, let value): EntryTable([], other: value)
    case .variants(let key, _, let shape):
      tree.value(of: key, in: node).flatMap { shape(tree.text($0).string) }.flatMap {
        Shape.mapping($0).entries(of: node, in: tree)
      }
    default: nil
    }
  }
}
