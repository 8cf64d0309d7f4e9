/// What `verify` looks at.
public enum CheckTarget: String, Sendable, CaseIterable {
  /// The association files on their hosts.
  case files
  /// Apple's copy of them.
  case appleCDN = "apple-cdn"
  /// What Google's API says of them.
  case google
  /// The project behind an authentication domain.
  case firebase
  /// What authorization servers say of themselves.
  case oauth
  /// Their keys.
  case jwks
  /// What authorization endpoints do.
  case authorize
}
