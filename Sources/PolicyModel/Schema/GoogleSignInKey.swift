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
    case .ios: KeyShape(.mapping(GoogleSignInKey.IOS.mapping), "iOS client")
    case .android: KeyShape(.mapping(GoogleSignInKey.Android.mapping), "Android clients")
    case .web: KeyShape(.mapping(GoogleSignInKey.Web.mapping), "Web client")
    case .scopes:
      KeyShape(.mapping(GoogleSignInKey.Scopes.mapping), "Scopes that your apps request")
    }
  }

  /// The keys of the iOS client.
  package enum IOS: String, MappingKey {
    case app
    case clientID = "client_id"
    case serverClientID = "server_client_id"
    case urlSchemes = "url_schemes"

    package static let mapping = MappingShape("google sign-in on iOS", "iOS client", IOS.self)

    package var shape: KeyShape {
      switch self {
      case .app: KeyShape(.perEnvironment(.appReference), "Your app", presence: .required)
      case .clientID:
        KeyShape(
          .googleClientID, "Client ID", presence: .required,
          whereToFind: "console.cloud.google.com > Google Auth Platform > Clients")
      case .serverClientID:
        KeyShape(
          .googleClientID, "Client ID of your server",
          whereToFind: "console.cloud.google.com > Google Auth Platform > Clients")
      case .urlSchemes:
        KeyShape(
          .perEnvironment(.list(.string(.clientID))),
          "URL schemes of the app, which must contain the reversed client ID",
          whereToFind: "the reversed client ID in the app's Info.plist")
      }
    }
  }

  /// The keys of the Android clients.
  package enum Android: String, MappingKey {
    case app
    case clientID = "client_id"

    package static let mapping = MappingShape(
      "google sign-in on Android", "Android clients", Android.self)

    package var shape: KeyShape {
      switch self {
      case .app: KeyShape(.perEnvironment(.appReference), "Your app", presence: .required)
      case .clientID:
        KeyShape(
          .perEnvironment(.oneOrMany(.string(.clientID))), "Client ID, or one per signing key",
          presence: .required,
          whereToFind: "console.cloud.google.com > Google Auth Platform > Clients")
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
      "google sign-in on the web", "Web client", Web.self)

    package var shape: KeyShape {
      switch self {
      case .clientID:
        KeyShape(
          .googleClientID, "Client ID", presence: .required,
          whereToFind: "console.cloud.google.com > Google Auth Platform > Clients")
      case .clientSecret:
        KeyShape(
          .perEnvironment(.secret(SecretKey.mapping)), "Where the client secret is stored",
          whereToFind: "your secret store; write a reference such as `{ env: NAME }`")
      case .redirectURIs:
        KeyShape(
          .perEnvironment(.list(.string(.redirectURI))), "Redirect URIs registered with Google",
          whereToFind: "console.cloud.google.com > Google Auth Platform > Clients")
      case .javascriptOrigins:
        KeyShape(
          .perEnvironment(.list(.string(.origin))), "JavaScript origins registered with Google",
          whereToFind: "console.cloud.google.com > Google Auth Platform > Clients")
      }
    }
  }

  /// The keys of the scopes.
  package enum Scopes: String, MappingKey {
    case signIn = "sign_in"
    case features

    package static let mapping = MappingShape(
      "google scopes", "Scopes that your apps request", Scopes.self)

    package var shape: KeyShape {
      switch self {
      case .signIn: KeyShape(.list(.string(.scope)), "Scopes requested at sign-in")
      case .features:
        KeyShape(
          .dictionary(key: StringShape(), value: .list(.string(.scope))),
          "Scopes requested when a feature is used, by feature")
      }
    }
  }
}

extension Shape {
  fileprivate static let googleClientID = Shape.perEnvironment(
    .string(
      StringShape(example: "123456789012-abc.apps.googleusercontent.com", role: .clientID)))
}
