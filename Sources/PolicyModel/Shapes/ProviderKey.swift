/// The sections of providers.
package enum ProviderKey: String, MappingKey {
  case googleSignIn = "google_sign_in"
  case firebase
  case apple

  package static let mapping = MappingShape(
    "providers", "Services where we are the client", ProviderKey.self)

  package var shape: KeyShape {
    switch self {
    case .googleSignIn: KeyShape(.mapping(GoogleSignInKey.mapping), "Google Sign-In")
    case .firebase: KeyShape(.mapping(FirebaseKey.mapping), "Firebase Authentication")
    case .apple: KeyShape(.mapping(AppleSignInKey.mapping), "Sign in with Apple")
    }
  }
}
