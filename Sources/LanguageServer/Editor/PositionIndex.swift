import LinkPolicy
package import PolicyText
package import PolicyModel

/// A YAML document with the schema of each node, by position.
package struct PositionIndex: Sendable {
  package struct Entry: Sendable {
    package var node: NodeID
    /// The schema key of a key or value, if known.
    package var row: KeyShape?
    /// The type of the value; for a user-defined key, the type of its value.
    package var shape: Shape?
    package var isKey: Bool
    /// Whether this is a user-defined key, such as the key of an app, client or host.
    package var isFree = false
  }

  package let tree: SourceTree
  package let kind: PolicyDocument.Kind
  package private(set) var entries: [Entry] = []

  /// Parses a document; never fails.
  package init(_ source: SourceFile) {
    let isJSON = InputKind(path: source.name).map { $0 != .policy } ?? false
    self.init(
      isJSON
        ? JSONReader.read(source, file: FileID(0)).tree
        : YAMLReader.read(source, file: FileID(0)).tree)
  }

  package init(_ tree: SourceTree) {
    self.tree = tree
    kind = PolicyDocument.kind(of: tree)
    guard let root = tree.root else { return }
    let shape = PolicyDocument.shape(of: kind).map { Shape.mapping($0) }
    // Other YAML has no schema; an association file has its own keys.
    guard shape != nil || tree.language == .json else { return }
    walk(root, shape, row: nil)
  }

  private mutating func walk(_ node: NodeID, _ shape: Shape?, row: KeyShape?) {
    entries.append(Entry(node: node, row: row, shape: shape, isKey: false))
    // The target of an alias has its own entry.
    guard !tree.isAlias(node) else { return }
    for item in tree.items(node) { walk(item, shape?.item, row: row) }
    guard tree.kind(node) == .mapping else { return }
    let table = shape?.entries(of: node, in: tree)
    let names = table?.names ?? []
    // `prod` and `sandbox` aren't part of the path.
    let isPerEnvironment =
      shape.map { if case .perEnvironment = $0 { true } else { false } } ?? false
    for entry in tree.entries(node) {
      let index = tree.index(of: entry.key, among: names)
      let below = index.flatMap { table?.rows[$0] }
      let value = table?.value(at: index)
      entries.append(
        Entry(
          node: entry.key, row: below, shape: value, isKey: true,
          isFree: index == nil && table != nil && names.isEmpty))
      walk(entry.value, value, row: isPerEnvironment ? row ?? below : below ?? row)
    }
  }

  /// The innermost entry at an offset, including the end of a scalar.
  package func entry(at offset: Int) -> Entry? {
    var best: Entry?
    for entry in entries {
      let span = tree.span(entry.node)
      guard span.start <= offset, offset <= span.end else { continue }
      guard let current = best else {
        best = entry
        continue
      }
      let old = tree.span(current.node)
      if span.end - span.start <= old.end - old.start { best = entry }
    }
    return best
  }

  package func comment(at offset: Int) -> SourceSpan? {
    CommentScanner.comments(of: tree).first { $0.span.start <= offset && offset <= $0.span.end }?
      .span
  }
}

extension Shape {
  /// The type without environments and lists.
  package var leaf: Shape {
    switch self {
    case .perEnvironment(let value), .oneOrMany(let value), .nullable(let value): value.leaf
    default: self
    }
  }

  package var isAppReference: Bool {
    if case .string(let string) = leaf, case .appReference = string.form { true } else { false }
  }
}
