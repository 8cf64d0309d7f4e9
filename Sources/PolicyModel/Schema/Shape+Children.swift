package import PolicyText

extension Shape {
  /// The shape of list items; nil if the value isn't a list.
  package var item: Shape? {
    switch self {
    case .list(let item): item
    case .oneOrMany(let value): value
    case .perEnvironment(let value), .nullable(let value): value.item
    case .variants, .request, .any: .any
    default: nil
    }
  }

  /// The keys of one mapping in schema order, and the shapes of their values.
  package struct EntryTable: Sendable {
    /// Empty for mappings with free keys, whose order is kept.
    package var names: [String] { rows.map(\.name) }
    package let rows: [KeyShape]
    /// The shape of values of free keys.
    fileprivate var other: Shape?

    /// The shape of a key's value; nil if it is unknown.
    package func value(at index: Int?) -> Shape? { index.map { rows[$0].shape } ?? other }
  }

  /// The keys of a mapping with this shape; nil if they are unknown.
  package func entries(of node: NodeID, in tree: SourceTree) -> EntryTable? {
    switch self {
    case .mapping(let mapping), .secret(let mapping):
      EntryTable(rows: mapping().keys)
    case .perEnvironment(let value):
      tree.isPerEnvironment(node)
        ? EntryTable(rows: PerEnvironmentKey.rows(of: value))
        : value.entries(of: node, in: tree)
    case .oneOrMany(let value), .nullable(let value): value.entries(of: node, in: tree)
    case .dictionary(_, let value): EntryTable(rows: [], other: value)
    case .variants(let key, _, let shape):
      tree.value(of: key, in: node).flatMap { shape(tree.text($0).string) }.flatMap {
        Shape.mapping($0).entries(of: node, in: tree)
      }
    default: nil
    }
  }
}
