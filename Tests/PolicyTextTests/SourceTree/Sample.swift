import PolicyText

/// A text that was read, with short ways to ask about it.
struct Sample {
  let tree: SourceTree
  let diagnostics: [Diagnostic]

  init(yaml text: String, limits: ReadingLimits = ReadingLimits()) {
    self.init(yaml: Array(text.utf8), limits: limits)
  }

  init(yaml bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) {
    let source = SourceFile(name: "sample.yaml", bytes: bytes)
    self.init(YAMLReader.read(source, file: FileID(0), limits: limits))
  }

  init(json text: String, limits: ReadingLimits = ReadingLimits()) {
    self.init(json: Array(text.utf8), limits: limits)
  }

  init(json bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) {
    let source = SourceFile(name: "sample.json", bytes: bytes)
    self.init(JSONReader.read(source, file: FileID(0), limits: limits))
  }

  private init(_ result: ReadResult) {
    tree = result.tree
    diagnostics = result.diagnostics
  }

  /// The node at a path of keys and positions.
  func node(_ path: String...) -> NodeID? {
    var current = tree.root
    for step in path {
      guard let node = current else { return nil }
      if tree.kind(node) == .sequence {
        current = Int(step).flatMap { index in
          Array(tree.items(node)).indices.contains(index) ? Array(tree.items(node))[index] : nil
        }
      } else {
        current = tree.value(of: step, in: node)
      }
    }
    return current
  }

  /// The text of the file that a node covers.
  func source(_ node: NodeID?) -> String? {
    node.map { tree.source.text(tree.span($0)) }
  }

  /// The value of a scalar.
  func text(_ node: NodeID?) -> String? { node.map { tree.text($0).string } }

  /// Rule and marked text of each finding.
  var findings: [String] {
    diagnostics.map { "\($0.rule): \(tree.source.text($0.location.span))" }
  }

  var rules: [String] { diagnostics.map(\.rule.rawValue) }

  /// Start of the first finding as `line:column`.
  var firstPlace: String? {
    diagnostics.first.map {
      let position = tree.source.position(of: $0.location.span.start)
      return "\(position.line):\(position.column)"
    }
  }

  /// What is wrong with the ranges of the tree and of the findings; empty for a sound tree.
  var faults: [String] {
    var faults: [String] = []
    let size = tree.source.bytes.count
    for index in 0..<Int32(tree.nodeCount) {
      let node = NodeID(index)
      let span = tree.span(node)
      if span.start > span.end || span.end > size { faults.append("node \(index) \(span)") }
      if let parent = tree.parent(node), !tree.span(parent).contains(span) {
        faults.append("node \(index) \(span) is not within \(tree.span(parent))")
      }
      if tree.kind(node) == .alias { faults.append("node \(index) resolves to an alias") }
      _ = tree.path(node)
      _ = tree.text(node)
    }
    for finding in diagnostics {
      let span = finding.location.span
      if span.start > span.end || span.end > size {
        faults.append("finding \(finding.rule) \(span)")
      }
    }
    return faults
  }
}
