import PolicyText

/// What our own reader of YAML finds in a generated file.
enum YAMLTexts {
  /// All texts; nil where the reader has something to say.
  static func texts(_ bytes: [UInt8]) -> [ExactString]? {
    let result = YAMLReader.read(SourceFile(name: "generated.yaml", bytes: bytes), file: FileID(0))
    guard result.diagnostics.isEmpty, let root = result.tree.root else { return nil }
    var texts: [ExactString] = []
    var open = [root]
    while let node = open.popLast() {
      switch result.tree.kind(node) {
      case .scalar: texts.append(result.tree.text(node))
      case .sequence: open += Array(result.tree.items(node))
      default: open += result.tree.entries(node).map(\.value)
      }
    }
    return texts
  }
}
