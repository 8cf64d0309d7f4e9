/// Recognizes secrets in every format.
extension SourceTree {
  /// The scalars that are secrets by their content, including keys.
  package var secretContents: [(node: NodeID, kind: SecretContent.Kind)] {
    guard SecretContent.mayOccur(in: source.bytes[...]) else { return [] }
    return (0..<nodeCount).compactMap { index in
      let node = NodeID(Int32(index))
      guard !isAlias(node), kind(node) == .scalar else { return nil }
      return SecretContent.kind(in: textBytes(node)).map { (node, $0) }
    }
  }

  /// The private members of a JSON Web Key (RFC 7517, RFC 7518 section 6).
  private static let keyMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  /// Keys whose value may be the name of a secret in the same mapping.
  private static let nameKeys = ["name", "key", "variable", "field", "property", "id"]
  /// Keys of such a value.
  private static let valueKeys = [
    "value", "values", "val", "default", "content", "data", "literal", "plain", "text",
  ]

  /// The values of a mapping that another entry names as a secret, as in `{ name: CLIENT_SECRET,
  /// value: … }`, and the private members of a JSON Web Key.
  package func namedSecrets(in node: NodeID) -> [NodeID] {
    var hasName = false
    var isWebKey = false
    for entry in entries(node) {
      isWebKey = isWebKey || text(entry.key, equals: "kty")
      hasName =
        hasName
        || isOne(of: Self.nameKeys, entry.key) && kind(entry.value) == .scalar
          && SecretName.matches(textBytes(entry.value))
    }
    guard hasName || isWebKey else { return [] }
    return entries(node).compactMap { key, value in
      hasName && isOne(of: Self.valueKeys, key)
        || isWebKey && Self.keyMembers.contains { text(key, equals: $0) } ? value : nil
    }
  }

  /// Compares names, ignoring case and a prefix such as `android:`.
  private func isOne(of names: [String], _ key: NodeID) -> Bool {
    guard textLength(key) <= 40 else { return false }
    let text = textBytes(key)
    let start = text.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? text.startIndex
    let name = text[start...].lazy.map { ASCII.lowercased($0) }
    return names.contains { name.elementsEqual($0.utf8) }
  }

  /// Returns true for a key of an association file whose value is a link pattern, as `?` in `{ "?":
  /// { "token": "*" } }`, or a list of values in links.
  package func isPatternKey(_ key: NodeID) -> Bool {
    text(key, equals: "?") || text(key, equals: "substitutionVariables")
  }
}

extension SourceTree {
  /// The tree with the values in some spans replaced by `[redacted]` and marked unreadable.
  ///
  /// - Parameter spans: sorted, without overlaps.
  package func redacted(_ spans: [SourceSpan]) -> SourceTree {
    var records = records
    let scratch = scratch + Array(Redactions.replacement.utf8)
    let place = NodeRecord.TextPlace(
      start: UInt32(scratch.count - Redactions.replacement.utf8.count), end: UInt32(scratch.count))
    for index in records.indices where records[index].kind == .scalar {
      guard
        Self.isWithin(SourceSpan(Int(records[index].start), Int(records[index].end)), spans)
      else { continue }
      records[index].setText(place: places.count, isCopied: true)
      records[index].isUnreadable = true
    }
    return SourceTree(
      file: file, source: source, language: language, isComplete: isComplete, records: records,
      places: places + [place], scratch: scratch, unknown: unknown)
  }

  /// Returns true if a location is in one of the sorted spans.
  package static func isWithin(_ place: SourceSpan, _ spans: [SourceSpan]) -> Bool {
    let index = Redactions.index(in: spans, endingAfter: place.start)
    return index < spans.count && spans[index].contains(place)
  }
}
