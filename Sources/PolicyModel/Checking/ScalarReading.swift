package import PolicyText

/// How policies read scalars: the structure check reports values that these functions reject.
extension SourceTree {
  /// The value of a string; nil for collections, unreadable nodes and plain scalars that YAML reads as another type.
  package func string(_ node: NodeID) -> ExactString? { isString(node) ? text(node) : nil }

  package func isString(_ node: NodeID) -> Bool {
    guard case .scalar = kind(node), !isUnreadable(node) else { return false }
    if !unknown.isEmpty, unknown.contains(node) { return false }
    switch style(node) {
    case .plain:
      guard let (first, count) = textStart(node) else { return false }
      return PlainScalar.isString(first: first, count: count)
        || PlainScalar(textBytes(node)) == .string
    case .jsonNumber, .jsonLiteral: return false
    case .singleQuoted, .doubleQuoted, .literal, .folded, .jsonString: return true
    }
  }

  /// A plain `true` or `false`.
  package func boolean(_ node: NodeID) -> Bool? {
    guard kind(node) == .scalar, !isUnreadable(node),
      style(node) == .plain || style(node) == .jsonLiteral
    else { return nil }
    if text(node, equals: "true") { return true }
    return text(node, equals: "false") ? false : nil
  }

  /// A decimal integer of at most 18 digits without sign, underscores or leading zeros.
  package func integer(_ node: NodeID) -> Int? {
    guard kind(node) == .scalar, !isUnreadable(node),
      style(node) == .plain || style(node) == .jsonNumber
    else { return nil }
    let text = text(node)
    guard text.utf8.count <= 18, text.utf8.allSatisfy(\.isDigit),
      text.utf8.count == 1 || text.utf8.first != 0x30
    else { return nil }
    return Int(text.string)
  }

  /// True for `null`, `~` and a missing value.
  package func isNull(_ node: NodeID) -> Bool {
    guard kind(node) == .scalar, !isUnreadable(node) else { return false }
    switch style(node) {
    case .plain: return PlainScalar(textBytes(node)) == .null
    case .jsonLiteral: return text(node, equals: "null")
    default: return false
    }
  }

  /// True if the mapping has a key `prod` or `sandbox`.
  package func isPerEnvironment(_ node: NodeID) -> Bool {
    entries(node).contains { isEnvironment($0.key) }
  }

  /// True for `prod` and `sandbox`.
  func isEnvironment(_ key: NodeID) -> Bool {
    text(key, equals: PerEnvironmentKey.prod.rawValue)
      || text(key, equals: PerEnvironmentKey.sandbox.rawValue)
  }

  /// True for keys that start with `x-`, which linkpolicy ignores.
  func isExtensionKey(_ key: NodeID) -> Bool { textBytes(key).starts(with: "x-".utf8) }
}
