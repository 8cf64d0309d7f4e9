/// The keys of Sign in with Apple.
package enum AppleSignInKey: String, MappingKey {
  case platforms
  case servicesID = "services_id"
  case teamID = "team_id"
  case keyID = "key_id"
  case privateKey = "private_key"
  case bundleApps = "bundle_apps"
  case returnURLs = "return_urls"
  case scopes
  case parameters
  case privateRelay = "private_relay"
  case linking

  package static let mapping = MappingShape("apple", "Sign in with Apple", AppleSignInKey.self)

  package var shape: KeyShape {
    switch self {
    case .platforms:
      KeyShape(
        .list(
          .enumeration(of: ApplePlatform.self)), "Platforms that offer Sign in with Apple",
        presence: .required)
    case .servicesID:
      KeyShape(
        .perEnvironment(.string(.clientID)), "Services ID, which is the client ID on the web",
        commonMistakes: ["client_id"],
        whereToFind: "developer.apple.com/account > Identifiers > Services IDs")
    case .teamID:
      KeyShape(
        .text, "Apple team ID", whereToFind: "developer.apple.com/account > Membership details")
    case .keyID:
      KeyShape(
        .perEnvironment(.text), "ID of the private key",
        whereToFind: "developer.apple.com/account > Keys")
    case .privateKey:
      KeyShape(
        .perEnvironment(.secret(SecretKey.mapping)), "Where the private key is stored",
        whereToFind: "your secret store; write a reference such as `{ env: NAME }`")
    case .bundleApps:
      KeyShape(
        .perEnvironment(.list(.appReference)), "Apps whose bundle IDs are audiences of ID tokens")
    case .returnURLs:
      KeyShape(
        .perEnvironment(.list(.string(.url))), "Return URLs registered with Apple",
        commonMistakes: ["redirect_uris", "callback_urls"],
        whereToFind: "developer.apple.com/account > Identifiers > Services IDs")
    case .scopes: KeyShape(.list(.string(.scope)), "Requested scopes: `name`, `email`")
    case .parameters:
      KeyShape(.dictionary(key: StringShape(), value: .text), "Custom OAuth parameters")
    case .privateRelay:
      KeyShape(.mapping(AppleSignInKey.PrivateRelay.mapping), "Private email relay")
    case .linking: KeyShape(.mapping(AppleSignInKey.Linking.mapping), "Account linking")
    }
  }

  /// The keys of the private email relay.
  package enum PrivateRelay: String, MappingKey {
    case senders

    package static let mapping = MappingShape(
      "private relay", "Private email relay", PrivateRelay.self)

    package var shape: KeyShape {
      switch self {
      case .senders:
        KeyShape(
          .perEnvironment(.texts), "Email sources registered with Apple",
          whereToFind:
            "developer.apple.com/account > Services > Sign in with Apple for Email Communication")
      }
    }
  }

  /// The keys of account linking.
  package enum Linking: String, MappingKey {
    case requireConsent = "require_consent"

    package static let mapping = MappingShape("apple linking", "Account linking", Linking.self)

    package var shape: KeyShape {
      switch self {
      case .requireConsent:
        KeyShape(
          .boolean, "Whether linking an Apple account needs the user's consent",
          defaultValue: .boolean(true), commonMistakes: ["consent", "consent_required"])
      }
    }
  }
}
