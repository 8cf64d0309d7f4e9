import PolicyText

/// Layouts that newcomers often get wrong. Each is one finding, at the cause and with its fix.
extension StructureChecker {
  /// Reports a list instead of a mapping with an ID for each entry.
  mutating func reportListOfEntries(_ node: NodeID) {
    var edits: [Fix.Edit] = []
    var example: String?
    let bytes = tree.source.bytes
    for item in tree.items(node) {
      guard let first = tree.entries(item).first(where: { _ in true }),
        ["id", "name", "key"].contains(tree.text(first.key).string), tree.isString(first.value),
        StringShape(.identifier).accepts(tree.textBytes(first.value)), !tree.isAlias(first.value),
        case let start = tree.span(first.key).start, start >= 2,
        bytes[start - 2] == UInt8(ascii: "-"), bytes[start - 1] == 0x20
      else { continue }
      let id = shown.text(first.value).string
      example = example ?? "`\(id):` instead of `- \(tree.text(first.key)): \(id)`"
      edits.append(
        Fix.Edit(
          SourceLocation(
            file: tree.file, span: SourceSpan(start - 2, tree.span(first.value).end)), "\(id):"))
    }
    let name = tree.items(node).first { _ in true }.flatMap { tree.kind($0) == .scalar ? $0 : nil }
    reportType(
      node, "a mapping",
      help: example.map { "write \($0)" }
        ?? "write the ID of each entry as its key: `\(name.map { "\(shown.text($0))" } ?? "my-id"):`",
      fixes: edits.count == tree.count(node)
        ? [Fix("make the IDs keys", isSafe: false, edits: edits)] : [])
  }

  /// Reports a mapping with free keys that lacks the level of IDs, and returns true.
  mutating func reportMissingID(_ node: NodeID, _ value: Shape) -> Bool {
    guard case .mapping(let mapping) = value else { return false }
    let shape = mapping()
    guard let start = tree.entries(node).first(where: { _ in true }),
      tree.index(of: start.key, among: shape.names) != nil
    else { return false }
    let known = tree.entries(node).filter { tree.index(of: $0.key, among: shape.names) != nil }
    guard known.count > 1, known.contains(where: { tree.kind($0.value) == .scalar }) else {
      return false
    }
    for entry in known {
      let index = tree.index(of: entry.key, among: shape.names)
      if let index, shape.keys[index].shape.isSecret { markSecret(entry.value) }
    }
    report(
      "missing-key", known[0].key,
      "\(name(of: node)) has the keys of an entry, but no ID above them",
      help: "write an ID of your choice, such as `my-\(shape.name):`, and indent the keys below it")
    return true
  }

  /// Reports keys after an empty value that belong below it, and returns them.
  ///
  /// - Parameter names: the keys of the mapping itself, which aren't misplaced.
  mutating func reportMisindented(
    after empty: (key: NodeID, value: NodeID), in node: NodeID, _ shape: Shape, _ names: [String]
  ) -> Set<NodeID> {
    let bytes = tree.source.bytes
    guard let nested = shape.nestedNames, !tree.isAlias(node) else { return [] }
    let entries = tree.entries(node).drop { $0.key <= empty.key }.prefix {
      tree.index(of: $0.key, among: nested) != nil && tree.index(of: $0.key, among: names) == nil
    }
    guard let first = entries.first, let last = entries.last else { return [] }
    if shape.isSecret { for entry in entries { markSecret(entry.value) } }
    let lines =
      tree.source.lineIndex(
        of: tree.span(first.key).start)...tree.source.lineIndex(
        of: max(tree.span(last.key).start, tree.span(last.value).end - 1))
    var starts = lines.map { tree.source.lineSpan($0) }
    starts.removeAll { line in bytes[line.start..<line.end].allSatisfy { $0 == 0x20 } }
    report(
      "unknown-key", first.key,
      "key \(DisplayText.quoted(tree.text(first.key).string)) must be indented below "
        + DisplayText.quoted(tree.text(empty.key).string),
      help: "add two spaces before it and the lines that belong to it",
      fixes: [
        Fix(
          "indent it", isSafe: false,
          edits: starts.map {
            Fix.Edit(
              SourceLocation(file: tree.file, span: SourceSpan($0.start, $0.start)), "  ")
          })
      ])
    return Set(entries.map(\.key))
  }

  /// Converts a scalar to a list: of its words, if spaces or commas separate them.
  ///
  /// Words with another meaning in YAML are quoted; anything else isn't changed.
  func asList(_ node: NodeID) -> [Fix] {
    guard tree.kind(node) == .scalar, !tree.isAlias(node), !tree.isNull(node) else { return [] }
    let text = String(
      decoding: tree.source.bytes[tree.span(node).start..<tree.span(node).end], as: UTF8.self)
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return [] }
    let isQuoted = tree.style(node).isQuoted
    if !isQuoted, text.hasPrefix("-"), !text.contains(" ") {
      let span = tree.span(node)
      let line = tree.source.lineSpan(tree.source.lineIndex(of: span.start))
      guard tree.source.bytes[line.start..<span.start].allSatisfy({ $0 == 0x20 }) else { return [] }
      return replace(node, by: "- " + text.dropFirst(), "write a space after `-`", isSafe: false)
    }
    let words = shown.text(node).string.split { $0 == " " || $0 == "," }.map(String.init)
    let isPlain = words.allSatisfy { word in
      word.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || "/:".utf8.contains($0) }
        && !word.hasPrefix("-") && !word.hasSuffix(":")
    }
    if isPlain, !words.isEmpty {
      let items = words.map { word in
        (isQuoted && words.count == 1) || PlainScalar(ExactString(word)) != .string
          ? "\"\(word)\"" : word
      }
      return replace(
        node, by: "[" + items.joined(separator: ", ") + "]", "write a list",
        isSafe: words.count == 1)
    }
    guard isQuoted || !text.utf8.contains(where: { ",[]{}|>&!#".utf8.contains($0) }) else {
      return []
    }
    return replace(node, by: "[\(text)]", "put it in brackets")
  }
}

extension SourceTree {
  /// The name of a shell, template or CI variable in a scalar: `${NAME}`, `${{ secrets.NAME }}`.
  func variable(in node: NodeID) -> String? {
    guard textStart(node)?.first == UInt8(ascii: "$"), !isAlias(node), textLength(node) < 100,
      let match = text(node).string.wholeMatch(
        of: #/\$\{(?:\{ *(?:secrets|env|vars)\.)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?: *\})?\}/#)
    else { return nil }
    return String(match.1)
  }
}

extension Shape {
  /// The keys of a value with this shape.
  fileprivate var nestedNames: [String]? {
    switch self {
    case .perEnvironment: PerEnvironmentKey.mapping.names
    case .mapping(let mapping): mapping().names
    default: nil
    }
  }
}
