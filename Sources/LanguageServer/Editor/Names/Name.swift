package import PolicyText

/// A name that somebody chose and other places refer to.
package struct Name: Sendable, Hashable {
  package enum Kind: String, Sendable {
    case app
    case client
    case policy
    case host
    /// `$(name)` of the links of a host.
    case variable
    /// A feature that Google scopes are asked for.
    case feature
    /// `&name` of YAML.
    case anchor
  }
  package var kind: Kind
  /// The policy that declares it; of hosts and anchors empty.
  package var policy: ExactString
  /// What it is unique in: the host of a variable, the file of an anchor; else empty.
  package var scope: ExactString = ""
  /// Empty for the policy itself.
  package var id: ExactString
}

/// A place where a name is declared or referred to.
package struct NameUse: Sendable {
  package var name: Name
  package var file: FileID
  /// The bytes of the name alone, within quotes and behind `policy/`.
  package var span: Span
  package var isDeclaration: Bool
  /// The identifier of a platform, which means the name but is not written with it: an app ID in a deployed
  /// file, a host in an address.
  package var isExternal = false
}
