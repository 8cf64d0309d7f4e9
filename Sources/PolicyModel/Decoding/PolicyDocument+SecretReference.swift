package import PolicySourceTree

extension PolicyDocument {
  /// Where a secret is kept, of the node of a reference; nil for what is none.
  package func secretReference(_ node: NodeID) -> SecretReference? {
    let fields = Fields<SecretKey>(tree, node)
    return fields.text(.env).map { .env($0.value) }
      ?? fields.text(.file).map { .file($0.value) }
      ?? fields.text(.secret).map { .secret($0.value) }
  }
}
