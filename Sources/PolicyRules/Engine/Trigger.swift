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
  /// A section about Sign in with Apple.
  case appleSignIn
  /// An address that emails of Firebase lead to.
  case firebaseEmails
  /// A host with its own section.
  case domains

  /// True when a policy has it.
  func isMet(by index: PolicyIndex) -> Bool {
    switch self {
    case .always: true
    case .oddHosts: index.hasOddHosts
    case .character(let character): index.content.contains(character)
    case .forbiddenCharacters: index.content.intersects(.forbiddenInURI)
    case .nonASCII: index.content.hasNonASCII
    case .unprintable: index.content.hasUnprintable
    case .nativeClients: index.hasNativeClients
    case .appleSignIn: index.hasAppleSignIn
    case .firebaseEmails: index.hasFirebaseEmails
    case .domains: index.hasDomains
    }
  }
}
