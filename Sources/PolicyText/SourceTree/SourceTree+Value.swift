extension JSONReader {
  /// The tree of a JSON value that isn't in a file. Its nodes have empty spans. The limits of readers apply.
  package static func read(
    _ value: JSONValue, limits: ReadingLimits = ReadingLimits()
  ) -> ReadResult {
    let source = SourceFile(name: "-", bytes: [])
    var builder = TreeBuilder(file: FileID(0), source: source, language: .json, limits: limits)
    builder.add(value, limits)
    return ReadResult(tree: builder.tree, diagnostics: builder.diagnostics)
  }
}

extension TreeBuilder {
  fileprivate mutating func add(_ value: JSONValue, _ limits: ReadingLimits) {
    guard diagnostics.isEmpty else { return }
    switch value {
    case .null: add("null", .jsonLiteral, limits)
    case .bool(let value): add(value ? "true" : "false", .jsonLiteral, limits)
    case .int(let value): add(String(value), .jsonNumber, limits)
    case .number(let text): add(text, .jsonNumber, limits)
    case .string(let text): add(text, .jsonString, limits)
    case .array(let items):
      guard open(.sequence, items.count, limits) else { return }
      for item in items { add(item, limits) }
      close(end: 0)
    case .object(let entries):
      guard open(.mapping, entries.count, limits) else { return }
      for (key, value) in entries {
        add(key, .jsonString, limits)
        add(value, limits)
      }
      close(end: 0)
    }
  }

  /// Returns false if the value exceeds the limits of readers.
  private mutating func open(_ kind: NodeKind, _ count: Int, _ limits: ReadingLimits) -> Bool {
    if frames.count >= limits.depth {
      report("yaml-limit", SourceSpan(0, 0), "more than \(limits.depth) levels of nesting")
    } else if count > limits.keys {
      report(
        "yaml-limit", SourceSpan(0, 0), "more than \(limits.keys) entries in one object or array")
    } else {
      _ = open(NodeRecord(kind: kind, start: 0, end: 0))
      return true
    }
    return false
  }

  private mutating func add(_ text: String, _ style: ScalarStyle, _ limits: ReadingLimits) {
    guard text.utf8.count <= limits.scalar else {
      report("yaml-limit", SourceSpan(0, 0), "a value of more than \(limits.scalar) bytes")
      return
    }
    let start = scratch.count
    scratch.append(contentsOf: text.utf8)
    add(scalar(style, at: SourceSpan(0, 0), text: start..<scratch.count, isCopied: true))
  }
}

extension SourceTree {
  /// The value of a node as JSON, for inputs of tests and IDs of requests.
  ///
  /// Plain YAML scalars `true`, `false`, `null` and JSON numbers keep their type; everything else
  /// is a string. The readers limit the depth.
  package func json(_ node: NodeID) -> JSONValue {
    switch kind(node) {
    case .sequence: return .array(items(node).map { json($0) })
    case .mapping:
      return .object(entries(node).map { (key: text($0.key).string, value: json($0.value)) })
    case .scalar, .alias:
      let text = text(node).string
      switch style(node) {
      case .jsonNumber: return .number(text)
      case .jsonLiteral, .plain:
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null", "~", "": return .null
        default: return Int(text).map { .number(String($0)) } ?? .string(text)
        }
      default: return .string(text)
      }
    }
  }
}
