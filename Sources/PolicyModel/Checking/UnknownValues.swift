package import PolicyText

/// A value that isn't known yet: the scalar `TODO` as a value, an item of a list, or a host.
///
/// Decoding leaves it out, so it never reaches rules, decisions or generated files.
package struct UnknownValue: Sendable {
  package static let text = "TODO"

  package let node: NodeID
  /// What isn't known, for a message: "`team_id`" or "the host".
  package let subject: String
  /// The page or file that has the value.
  package let whereToFind: String
}

extension StructureChecker {
  /// Finds `TODO` as the value of a key, for one environment, and in lists.
  mutating func findUnknown(in node: NodeID, _ subject: String, _ whereToFind: String) {
    switch tree.kind(node) {
    case .scalar:
      guard tree.text(node, equals: UnknownValue.text), !tree.isUnreadable(node) else { return }
      if unknown.insert(node).inserted {
        unknownValues.append(UnknownValue(node: node, subject: subject, whereToFind: whereToFind))
      }
    case .sequence: for item in tree.items(node) { findUnknown(in: item, subject, whereToFind) }
    case .mapping where tree.isPerEnvironment(node):
      for entry in tree.entries(node) where tree.isEnvironment(entry.key) {
        findUnknown(in: entry.value, subject, whereToFind)
      }
    case .mapping, .alias: break
    }
  }
}

extension SourceTree {
  /// Returns false if no scalar can be `TODO`.
  var mayHaveUnknown: Bool {
    !unknown.isEmpty
      || source.bytes.firstRange(of: Array(UnknownValue.text.utf8), in: source.bytes.indices) != nil
  }

  /// Whether a value, or an item of a list, is `TODO`.
  package func isUnknown(_ node: NodeID) -> Bool {
    guard !unknown.isEmpty else { return false }
    return unknown.contains(node) || items(node).contains(where: unknown.contains)
  }

  /// Whether the value of a key is `TODO` in an environment, or in any.
  package func isUnknown(
    _ key: some MappingKey, in mapping: NodeID, _ environment: Environment? = nil
  )
    -> Bool
  {
    guard !unknown.isEmpty, let value = value(of: key.rawValue, in: mapping) else { return false }
    return isUnknown(value)
      || entries(value).contains { entry in
        (environment.map { text(entry.key, equals: $0.rawValue) } ?? isEnvironment(entry.key))
          && isUnknown(entry.value)
      }
  }
}
