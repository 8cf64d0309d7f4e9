package import PolicyText

extension PolicyDocument {
  /// Where a secret is kept, of the node of a reference; nil for what is none.
  package func secretReference(_ node: NodeID) -> SecretReference? {
    Fields<SecretKey>(tree, node).reference
  }
}
