import PolicyModel
package import PolicyText

/// The YAML of a draft.
package struct WrittenPolicy: Sendable {
  /// A scalar in the YAML, and its path in the draft.
  package struct Leaf: Sendable {
    package var span: SourceSpan
    package var path: [Int]
  }

  package var text: String
  /// In the order of the file.
  package var leaves: [Leaf]

  /// The leaf at a span, or the next one.
  package func leaf(atOrAfter span: SourceSpan) -> Leaf? {
    leaf(at: span) ?? leaves.first { $0.span.start >= span.start } ?? leaves.last
  }

  /// The leaf that contains a span.
  package func leaf(at span: SourceSpan) -> Leaf? {
    var low = 0
    var high = leaves.count
    while low < high {
      let middle = (low + high) / 2
      if leaves[middle].span.end <= span.start { low = middle + 1 } else { high = middle }
    }
    guard low < leaves.count, leaves[low].span.contains(span) else { return nil }
    return leaves[low]
  }
}

/// Writes drafts as YAML: blocks indented by two spaces, short lists and pairs on one line.
package struct PolicyWriter {
  private var bytes: [UInt8] = []
  private var leaves: [WrittenPolicy.Leaf] = []
  /// What is written becomes a comment.
  private var isComment = false
  private static let width = 100

  /// Writes a policy, with an empty line between sections.
  package static func write(_ policy: DraftNode) -> WrittenPolicy {
    var writer = PolicyWriter()
    for (index, entry) in policy.entries.enumerated() {
      if index > 0, !entry.value.isScalar { writer.bytes.append(0x0A) }
      writer.write(entry, at: [index], indent: 0)
    }
    return writer.result
  }

  /// Writes entries as indented lines, to insert into an existing file.
  package static func write(_ entries: [DraftEntry], indent: Int) -> String {
    var writer = PolicyWriter()
    for (index, entry) in entries.enumerated() { writer.write(entry, at: [index], indent: indent) }
    return writer.result.text
  }

  /// Writes entries in the style of flow mappings.
  package static func flow(_ entries: [DraftEntry]) -> String {
    var writer = PolicyWriter()
    writer.writeFlow(entries, at: [])
    return writer.result.text
  }

  private init() {}

  private var result: WrittenPolicy {
    WrittenPolicy(text: String(decoding: bytes, as: UTF8.self), leaves: leaves)
  }

  // MARK: blocks

  /// - Parameter prefix: written before the key instead of the indentation.
  private mutating func write(
    _ entry: DraftEntry, at path: [Int], indent: Int, prefix: String? = nil
  ) {
    if entry.value.isParked {
      return add(parked: entry.value, of: entry, indent: indent, isFirst: prefix != nil)
    }
    if prefix == nil {
      add(comment: entry.comment, indent: indent)
      if entry.value.isScalar { add(comment: entry.value.comment, indent: indent) }
    }
    add(prefix ?? margin(indent))
    add(YAMLScalar.text(entry.key, isFlow: false) + ":")
    writeValue(entry.value, at: path, indent: indent)
  }

  private mutating func writeValue(_ node: DraftNode, at path: [Int], indent: Int) {
    let mayFit = node.isScalar || node.isEmpty || node.isFlow && node.parked.isEmpty
    if mayFit, writeLine(node, at: path, after: " ") { return }
    add("\n")
    switch node.content {
    case .scalar: break
    case .mapping(let entries):
      for (index, entry) in entries.enumerated() {
        write(entry, at: path + [index], indent: indent + 2)
      }
    case .list(let items):
      for (index, item) in items.enumerated() {
        writeItem(item, at: path + [index], indent: indent + 2)
      }
    }
  }

  /// Writes a node at the end of the line, unless the line would be too long.
  private mutating func writeLine(_ node: DraftNode, at path: [Int], after prefix: String) -> Bool {
    let (length, count) = (bytes.count, leaves.count)
    add(prefix)
    writeFlow(node, at: path, isInside: false)
    let column = bytes.count - (bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
    guard node.isScalar || node.isEmpty || column <= Self.width else {
      bytes.removeSubrange(length...)
      leaves.removeSubrange(count...)
      return false
    }
    add("\n")
    return true
  }

  private mutating func writeItem(_ item: DraftNode, at path: [Int], indent: Int) {
    if item.isParked { return add(parked: item, of: nil, indent: indent, isFirst: false) }
    let dash = margin(indent) + "- "
    guard case .mapping(let entries) = item.content, !entries.isEmpty else {
      add(comment: item.comment, indent: indent)
      add(dash)
      writeFlow(item, at: path, isInside: false)
      return add("\n")
    }
    if item.isFlow, writeLine(item, at: path, after: dash) { return }
    for (index, entry) in entries.enumerated() {
      write(entry, at: path + [index], indent: indent + 2, prefix: index == 0 ? dash : nil)
    }
  }

  /// Writes a node as a comment below its question. Comments within a comment stay in its column, as `fmt` does.
  private mutating func add(
    parked node: DraftNode, of entry: DraftEntry?, indent: Int, isFirst: Bool
  ) {
    // The first entry of an item is on the line of its dash.
    guard !isFirst else { return }
    var node = node
    if let question = node.question {
      // One comment with the question and the source file.
      add(comment: node.comment.map { "\(question) (\($0))" } ?? question, indent: indent)
      if let entry, entry.key.isEmpty { return }
      node = node.unparked
      node.comment = nil
    }
    var inner = PolicyWriter()
    inner.isComment = true
    if node.isParked {
      // Each child has its own question.
      inner.add(entry.map { YAMLScalar.text($0.key, isFlow: false) + ":\n" } ?? "-\n")
      for entry in node.entries { inner.write(entry, at: [], indent: 2) }
      for item in node.items { inner.writeItem(item, at: [], indent: 2) }
    } else if let entry {
      inner.add(YAMLScalar.text(entry.key, isFlow: false) + ":")
      inner.writeValue(node, at: [], indent: 0)
    } else {
      inner.writeItem(node, at: [], indent: 0)
    }
    for line in inner.bytes.split(separator: 0x0A) {
      add(margin(indent) + (isComment ? "" : "# ") + String(decoding: line, as: UTF8.self) + "\n")
    }
  }

  // MARK: flow style

  private mutating func writeFlow(_ node: DraftNode, at path: [Int], isInside: Bool) {
    switch node.content {
    case .scalar(let text, let isText):
      let start = bytes.count
      add(isText ? YAMLScalar.text(text, isFlow: isInside) : text.string)
      leaves.append(.init(span: SourceSpan(start, bytes.count), path: path))
    case .list(let items):
      add("[")
      for (index, item) in items.enumerated() {
        if index > 0 { add(", ") }
        writeFlow(item, at: path + [index], isInside: true)
      }
      add("]")
    case .mapping(let entries):
      guard !entries.isEmpty else { return add("{}") }
      add("{ ")
      writeFlow(entries, at: path)
      add(" }")
    }
  }

  private mutating func writeFlow(_ entries: [DraftEntry], at path: [Int]) {
    for (index, entry) in entries.enumerated() {
      if index > 0 { add(", ") }
      add(YAMLScalar.text(entry.key, isFlow: true) + ": ")
      writeFlow(entry.value, at: path + [index], isInside: true)
    }
  }

  private mutating func add(_ text: String) { bytes += text.utf8 }

  private func margin(_ indent: Int) -> String { String(repeating: " ", count: indent) }

  /// Adds a comment. File names in comments may contain newlines, which would end the comment.
  private mutating func add(comment: String?, indent: Int) {
    guard let comment else { return }
    add(margin(indent) + "# \(DisplayText.visible(comment))\n")
  }
}

extension DraftNode {
  /// The node without questions below it.
  fileprivate var unparked: DraftNode {
    var node = self
    node.question = nil
    switch content {
    case .scalar: break
    case .list(let items): node.content = .list(items.map(\.unparked))
    case .mapping(let entries):
      node.content = .mapping(entries.map { DraftEntry($0.key, $0.value.unparked) })
    }
    return node
  }

  fileprivate var isScalar: Bool { text != nil }
}
