package import PolicyText

/// A user-defined name.
package struct Name: Sendable, Hashable {
  package enum Kind: String, Sendable {
    case app
    case client
    case policy
    case host
    /// `$(name)` of the links of a host.
    case variable
    /// A feature that requests Google scopes.
    case feature
    /// `&name` of YAML.
    case anchor
  }
  package var kind: Kind
  /// The policy that declares it; empty for hosts and anchors.
  package var policy: ExactString
  /// Its scope: the host of a variable, the file of an anchor; else empty.
  package var scope: ExactString = ""
  /// Empty for a policy.
  package var id: ExactString
}

/// A declaration of a name, or a reference to it.
package struct NameUse: Sendable {
  package var name: Name
  package var file: FileID
  /// The bytes of the name, without quotes and `policy/`.
  package var span: SourceSpan
  package var isDeclaration: Bool
  /// Whether this is a platform identifier instead of the name: an app ID in an association
  /// file, a host in a URL.
  package var isExternal = false
}
