import PolicyText

/// A text of a source with its place.
struct SourceText {
  var value: ExactString
  var location: SourceLocation

  /// A text at a place.
  init(_ value: ExactString, at location: SourceLocation) {
    self.value = value
    self.location = location
  }
}

extension SourceTree {
  /// The scalar under a key, with its place; nil where there is none, or null.
  func sourceText(_ key: String, in node: NodeID?) -> SourceText? {
    node.flatMap { value(of: key, in: $0) }.flatMap(sourceText)
  }

  /// A scalar with its place; nil for other nodes and for null.
  func sourceText(_ node: NodeID) -> SourceText? {
    guard kind(node) == .scalar, !isNull(node) else { return nil }
    return SourceText(text(node), at: location(node))
  }

  /// The texts of a list; those of a single scalar too, which many tools take for a list of one.
  func sourceTexts(_ key: String, in node: NodeID?) -> [SourceText] {
    guard let node, let list = value(of: key, in: node) else { return [] }
    if let one = sourceText(list) { return one.value.utf8.isEmpty ? [] : [one] }
    return items(list).compactMap { sourceText($0) }
  }

  /// True or false under a key; nil for everything else.
  func sourceFlag(_ key: String, in node: NodeID?) -> Bool? {
    switch sourceText(key, in: node)?.value {
    case "true": true
    case "false": false
    default: nil
    }
  }

  /// The words of a text, with their places: what stands between white space.
  func sourceWords(_ key: String, in node: NodeID?) -> [SourceText] {
    guard let node, let value = value(of: key, in: node), kind(value) == .scalar, !isNull(value)
    else { return [] }
    return sourceParts(of: value) { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  /// The parts of a scalar between separators, with their places; empty ones are left out.
  func sourceParts(of node: NodeID, separator: (UInt8) -> Bool) -> [SourceText] {
    let bytes = Array(textBytes(node))
    var parts: [SourceText] = []
    var start = 0
    for index in 0...bytes.count where index == bytes.count || separator(bytes[index]) {
      if index > start {
        parts.append(
          SourceText(
            ExactString(decoding: bytes[start..<index]),
            at: SourceLocation(file: file, span: span(node, text: start..<index))))
      }
      start = index + 1
    }
    return parts
  }

  /// The mappings of a list, or the one mapping that stands in its place.
  func sourceMappings(_ node: NodeID) -> [NodeID] {
    kind(node) == .mapping ? [node] : items(node).filter { kind($0) == .mapping }
  }

  private func isNull(_ node: NodeID) -> Bool {
    switch style(node) {
    case .jsonLiteral: text(node, equals: "null")
    case .plain: text(node, equals: "null") || text(node, equals: "~") || text(node).utf8.isEmpty
    default: false
    }
  }
}
