import PolicyText
import PolicyModel

/// Finds the secrets of a source by the names of keys, by names that are values, and by content.
///
/// Policies have `SecretScan`, which knows their keys; a source has a foreign format. Booleans, numbers and addresses are no secrets: `passwordRequired: true` is a setting.
enum SourceSecrets {
  /// The places, sorted, without overlaps.
  static func spans(in tree: SourceTree) -> [Span] {
    var spans: [Span] = []
    if let root = tree.root { walk(root, tree, hasReferences(root, tree), &spans) }
    spans += tree.secretContents.map { tree.span($0.node) }
    return Redactions.joined(spans)
  }

  /// True for a file of the target `firebase` of `generate`, which writes references in place of secrets.
  private static func hasReferences(_ root: NodeID, _ tree: SourceTree) -> Bool {
    ["updateMask", "defaultSupportedIdpConfigs"].allSatisfy { tree.value(of: $0, in: root) != nil }
  }

  private static func walk(
    _ root: NodeID, _ tree: SourceTree, _ hasReferences: Bool, _ spans: inout [Span]
  ) {
    // With a stack of its own: readers cap the depth, but frames of the program are larger than nodes.
    var open: [(node: NodeID, isSecret: Bool)] = [(root, false)]
    while let (node, isSecret) = open.popLast() {
      guard !tree.isAlias(node) else { continue }
      switch tree.kind(node) {
      case .scalar: if isSecret, isText(node, tree) { spans.append(tree.span(node)) }
      case .sequence: for item in tree.items(node) { open.append((item, isSecret)) }
      case .mapping, .alias:
        let named = tree.namedSecrets(in: node)
        for entry in tree.entries(node) where !tree.isPatternKey(entry.key) {
          if hasReferences, isSecret, tree.isSecretReference(entry) { continue }
          let isNamed =
            isSecretName(tree.textBytes(entry.key)) || named.contains(entry.value)
          open.append((entry.value, isSecret || isNamed))
        }
      }
    }
  }

  private static func isText(_ node: NodeID, _ tree: SourceTree) -> Bool {
    switch tree.style(node) {
    case .jsonNumber, .jsonLiteral: return false
    case .plain:
      let text = tree.textBytes(node)
      return !text.isEmpty
        && !["true", "false", "null", "~"].contains { text.elementsEqual($0.utf8) }
    default: break
    }
    let text = tree.textBytes(node)
    return !text.isEmpty && !text.starts(with: "https://".utf8)
  }

  /// `secretEnv` names a variable, it holds no secret.
  private static func isSecretName(_ name: ArraySlice<UInt8>) -> Bool {
    SecretName.matches(name, withSlips: false)
      && !name.suffix(3).lazy.map(ASCII.lowercased).elementsEqual("env".utf8)
  }
}
