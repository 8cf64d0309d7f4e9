/// The keys of Google Sign-In.
package enum GoogleSignInKey: String, MappingKey {
  case ios
  case android
  case web
  case scopes

  package static let mapping = MappingShape(
    "google sign-in", "Google Sign-In clients and scopes", GoogleSignInKey.self)

  package var shape: KeyShape {
    switch self {
    case .ios: KeyShape(.mapping(GoogleSignInKey.IOS.mapping), "The iOS client")
    case .android: KeyShape(.mapping(GoogleSignInKey.Android.mapping), "The Android clients")
    case .web: KeyShape(.mapping(GoogleSignInKey.Web.mapping), "The web client")
    case .scopes: KeyShape(.mapping(GoogleSignInKey.Scopes.mapping), "Scopes that we ask for")
    }
  }

  /// The keys of the iOS client.
  package enum IOS: String, MappingKey {
    case app
    case clientID = "client_id"
    case serverClientID = "server_client_id"
    case urlSchemes = "url_schemes"

    package static let mapping = MappingShape("google sign-in on iOS", "The iOS client", IOS.self)

    package var shape: KeyShape {
      switch self {
      case .app: KeyShape(.perEnvironment(.appReference), "Our app", presence: .required)
      case .clientID: KeyShape(.googleClientID, "Client ID", presence: .required)
      case .serverClientID: KeyShape(.googleClientID, "Client ID of our server")
      case .urlSchemes: KeyShape(.perEnvironment(.texts), "The reversed client ID")
      }
    }
  }

  /// The keys of the Android clients.
  package enum Android: String, MappingKey {
    case app
    case clientID = "client_id"

    package static let mapping = MappingShape(
      "google sign-in on Android", "The Android clients", Android.self)

    package var shape: KeyShape {
      switch self {
      case .app: KeyShape(.perEnvironment(.appReference), "Our app", presence: .required)
      case .clientID:
        KeyShape(
          .perEnvironment(.oneOrMany(.text)), "Client ID, or one per signing key",
          presence: .required)
      }
    }
  }

  /// The keys of the web client.
  package enum Web: String, MappingKey {
    case clientID = "client_id"
    case clientSecret = "client_secret"
    case redirectURIs = "redirect_uris"
    case javascriptOrigins = "javascript_origins"

    package static let mapping = MappingShape(
      "google sign-in on the web", "The web client", Web.self)

    package var shape: KeyShape {
      switch self {
      case .clientID: KeyShape(.googleClientID, "Client ID", presence: .required)
      case .clientSecret:
        KeyShape(.perEnvironment(.secret(SecretKey.mapping)), "Where the secret is kept")
      case .redirectURIs: KeyShape(.perEnvironment(.texts), "Redirect URIs registered at Google")
      case .javascriptOrigins: KeyShape(.perEnvironment(.texts), "Origins registered at Google")
      }
    }
  }

  /// The keys of the scopes.
  package enum Scopes: String, MappingKey {
    case signIn = "sign_in"
    case features

    package static let mapping = MappingShape(
      "google scopes", "Scopes that we ask for", Scopes.self)

    package var shape: KeyShape {
      switch self {
      case .signIn: KeyShape(.texts, "Asked for at sign-in")
      case .features:
        KeyShape(.dictionary(key: StringShape(), value: .texts), "Asked for when a feature is used")
      }
    }
  }
}

extension Shape {
  fileprivate static let googleClientID = Shape.perEnvironment(
    .string(StringShape(example: "123456789012-abc.apps.googleusercontent.com")))
}
