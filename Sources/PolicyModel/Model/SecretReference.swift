package import PolicyText

/// The location of a secret; never the secret itself.
package enum SecretReference: Sendable, Hashable {
  /// The name of an environment variable.
  case env(ExactString)
  /// The path of a file.
  case file(ExactString)
  /// The name in a secret manager.
  case secret(ExactString)

  /// The key of the name in a policy.
  package var key: String {
    switch self {
    case .env: "env"
    case .file: "file"
    case .secret: "secret"
    }
  }

  package var name: ExactString {
    switch self {
    case .env(let name), .file(let name), .secret(let name): name
    }
  }

  /// Such as `env NAME`.
  package var summary: ExactString { ExactString("\(key) \(name.string)") }
}

extension PolicyDocument {
  /// The reference at a node; nil if it isn't one.
  package func secretReference(_ node: NodeID) -> SecretReference? {
    Fields<SecretKey>(tree, node).reference
  }
}
