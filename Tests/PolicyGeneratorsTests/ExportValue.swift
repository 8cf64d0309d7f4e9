import PolicyText
import PolicyGenerators
import Testing

/// A value of a generated JSON or YAML file, for tests that look into it.
struct ExportValue {
  private var tree: SourceTree
  private var node: NodeID?

  init(_ file: GeneratedFile) throws {
    let source = SourceFile(name: file.path, bytes: file.bytes)
    let result =
      file.path.hasSuffix(".json")
      ? JSONReader.read(source, file: FileID(0)) : YAMLReader.read(source, file: FileID(0))
    #expect(result.diagnostics.isEmpty, "\(file.path)")
    tree = result.tree
    node = tree.root
  }

  private init(_ tree: SourceTree, _ node: NodeID?) {
    self.tree = tree
    self.node = node
  }

  subscript(key: String) -> ExportValue {
    ExportValue(tree, node.flatMap { tree.value(of: key, in: $0) })
  }

  var items: [ExportValue] {
    node.map { tree.items($0).map { ExportValue(tree, $0) } } ?? []
  }

  /// Nil for what isn't there.
  var text: String? { node.map { tree.text($0).string } }
  /// Nil for what isn't there.
  var texts: [String]? { node.map { tree.items($0).map { tree.text($0).string } } }
  var flag: Bool? { text.map { $0 == "true" } }
}
