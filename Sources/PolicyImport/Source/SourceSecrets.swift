import PolicyText
import PolicyModel

/// Finds secrets in a source by key names, by names in values, and by content.
///
/// Unlike `SecretScan`, it doesn't know the keys. Booleans, numbers and URLs aren't secrets: `passwordRequired: true` is a
/// setting.
enum SourceSecrets {
  /// Sorted, without overlaps.
  static func spans(in tree: SourceTree) -> [SourceSpan] {
    var spans: [SourceSpan] = []
    if let root = tree.root { walk(root, tree, hasReferences(root, tree), &spans) }
    spans += tree.secretContents.map { tree.span($0.node) }
    return Redactions.joined(spans)
  }

  /// Whether the generate target `firebase` wrote the file, with references instead of secrets.
  private static func hasReferences(_ root: NodeID, _ tree: SourceTree) -> Bool {
    ["updateMask", "defaultSupportedIdpConfigs"].allSatisfy { tree.value(of: $0, in: root) != nil }
  }

  private static func walk(
    _ root: NodeID, _ tree: SourceTree, _ hasReferences: Bool, _ spans: inout [SourceSpan]
  ) {
    // Not recursive: the depth limit of readers is too high for the call stack.
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

  /// Excludes names like `secretEnv`, whose value is the name of a variable.
  private static func isSecretName(_ name: ArraySlice<UInt8>) -> Bool {
    SecretName.matches(name, withSlips: false)
      && !name.suffix(3).lazy.map(ASCII.lowercased).elementsEqual("env".utf8)
  }
}
