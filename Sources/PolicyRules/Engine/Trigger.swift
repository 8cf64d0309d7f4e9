/// What a policy must have before a rule can say anything about it; most policies have little of it.
package enum Trigger: Sendable, Equatable {
  /// Nothing.
  case always
  /// A host that is no ordinary name, of an address or an authorized domain.
  case oddHosts
  /// An address with this ASCII character.
  case character(Unicode.Scalar)
  /// An address with an ASCII character that RFC 3986 has no place for.
  case forbiddenCharacters
  /// An address with a byte above 0x7F.
  case nonASCII
  /// An address with a control character, a space or a byte above 0x7F.
  case unprintable
  /// A native client.
  case nativeClients
  /// A client with `grant_types`.
  case grantTypes
  /// A client with post-logout redirect URIs.
  case postLogout
  /// A client with CORS origins.
  case corsOrigins
  /// A section about Sign in with Apple.
  case appleSignIn
  /// An address that emails of Firebase lead to.
  case firebaseEmails
  /// A host with its own section.
  case domains

  /// True when a policy, or a group of its addresses, has it.
  ///
  /// - Parameter addresses: nil where the rule looks at no address.
  func isMet(by index: PolicyIndex, _ addresses: Addresses? = nil) -> Bool {
    switch self {
    case .always: true
    case .oddHosts: addresses?.hasOddHosts ?? index.hasOddDomains
    case .character(let character): addresses?.content.contains(character) ?? true
    case .forbiddenCharacters: addresses?.content.intersects(.forbiddenInURI) ?? true
    case .nonASCII: addresses?.content.hasNonASCII ?? true
    case .unprintable: addresses?.content.hasUnprintable ?? true
    case .nativeClients: index.hasNativeClients
    case .grantTypes: index.hasGrantTypes
    case .postLogout: index.hasPostLogout
    case .corsOrigins: index.hasCORSOrigins
    case .appleSignIn: index.hasAppleSignIn
    case .firebaseEmails: index.hasFirebaseEmails
    case .domains: index.hasDomains
    }
  }
}
