import LinkPolicy
package import PolicyText
package import PolicyModel

/// A text of the policy language with what the language says of each of its nodes.
package struct DocumentMap: Sendable {
  /// A key, value or item.
  package struct Entry: Sendable {
    package var node: NodeID
    /// The key of the mapping that a value or key stands in, where the language knows it.
    package var row: KeyShape?
    /// What the value is, or, of a key with a free name, what its value is.
    package var shape: Shape?
    package var isKey: Bool
    /// A key that its author chose: of an app, a client, a host.
    package var isFree = false
  }

  package let tree: SourceTree
  package let kind: PolicyDocument.Kind
  package private(set) var entries: [Entry] = []

  /// Reads a text; never fails.
  package init(_ source: SourceFile) {
    let isJSON = InputKind(path: source.name).map { $0 != .policy } ?? false
    self.init(
      isJSON
        ? JSONReader.read(source, file: FileID(0)).tree
        : YAMLReader.read(source, file: FileID(0)).tree)
  }

  /// Takes what was read already.
  package init(_ tree: SourceTree) {
    self.tree = tree
    kind = PolicyDocument.kind(of: tree)
    guard let root = tree.root else { return }
    let shape = PolicyDocument.shape(of: kind).map { Shape.mapping($0) }
    // Of other YAML nothing is known; an association file has keys of its own.
    guard shape != nil || tree.language == .json else { return }
    walk(root, shape, row: nil)
  }

  private mutating func walk(_ node: NodeID, _ shape: Shape?, row: KeyShape?) {
    entries.append(Entry(node: node, row: row, shape: shape, isKey: false))
    // What an alias stands for has its own place.
    guard !tree.isAlias(node) else { return }
    for item in tree.items(node) { walk(item, shape?.item, row: row) }
    guard tree.kind(node) == .mapping else { return }
    let table = shape?.entries(of: node, in: tree)
    let names = table?.names ?? []
    // `prod` and `sandbox` say when, and not what.
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

  /// The innermost entry at a byte; the end of a scalar belongs to it.
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

  /// The comment at a byte.
  package func comment(at offset: Int) -> Span? {
    CommentScanner.comments(of: tree).first { $0.span.start <= offset && offset <= $0.span.end }?
      .span
  }
}

extension Shape {
  /// What stands here in either environment, once or several times.
  package var leaf: Shape {
    switch self {
    case .perEnvironment(let value), .oneOrMany(let value), .nullable(let value): value.leaf
    default: self
    }
  }

  /// A reference to an app.
  package var isAppReference: Bool {
    if case .string(let string) = leaf, case .appReference = string.form { true } else { false }
  }
}
