package import PolicyText

/// Where a secret is kept; never the secret.
package enum SecretReference: Sendable, Hashable {
  /// Name of an environment variable.
  case env(ExactString)
  /// Path of a file outside of the policy.
  case file(ExactString)
  /// Name in a secret manager.
  case secret(ExactString)

  /// The key of the policy language that holds the name.
  package var key: String {
    switch self {
    case .env: "env"
    case .file: "file"
    case .secret: "secret"
    }
  }

  /// The name at that place.
  package var name: ExactString {
    switch self {
    case .env(let name), .file(let name), .secret(let name): name
    }
  }

  /// Key and name: `env NAME`.
  package var summary: ExactString { ExactString("\(key) \(name.string)") }
}
