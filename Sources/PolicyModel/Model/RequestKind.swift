package import PolicyText

/// The request types, in the order of the documentation.
public enum RequestKind: String, DocumentedEnumeration, CustomStringConvertible {
  case authorize
  case appFlipIOS = "app_flip_ios"
  case appFlipAndroid = "app_flip_android"
  case token
  case postLogout = "post_logout"
  case universalLink = "universal_link"
  case appLink = "app_link"
  case emailAction = "email_action"
  case emailLink = "email_link"
  case continueURL = "continue_url"
  case webOrigin = "web_origin"
  case authDomain = "auth_domain"
  case googleClient = "google_client"
  case scopes
  case tokenRefresh = "token_refresh"
  case appleIDToken = "apple_id_token"
  case accountLink = "account_link"

  /// The raw value.
  public var description: String { rawValue }

  /// A noun phrase without a period.
  public var summary: String {
    switch self {
    case .authorize: "Request to the authorization endpoint"
    case .appFlipIOS: "App Flip universal link that your app receives"
    case .appFlipAndroid: "App Flip intent that your app receives"
    case .token: "Request to the token endpoint"
    case .postLogout: "Redirect after sign-out"
    case .universalLink: "Which app opens a URL on iOS"
    case .appLink: "Which app opens a URL on Android"
    case .emailAction: "Sending a Firebase email action"
    case .emailLink: "How the SDKs handle an email link"
    case .continueURL: "How the SDKs handle a continue URL"
    case .webOrigin: "Whether a page may start a sign-in or read responses to a client (CORS)"
    case .authDomain: "Which domain iOS uses for sign-in"
    case .googleClient: "Google client IDs and URL schemes"
    case .scopes: "Whether the granted Google scopes suffice"
    case .tokenRefresh: "Whether a Google token must be refreshed"
    case .appleIDToken: "Claims of an Apple ID token"
    case .accountLink: "Result of signing in, linking or colliding accounts"
    }
  }
}

/// The default values of request fields.
package enum RequestDefaults {
  package static let environment = Environment.prod

  package static let code: ExactString = "C1"
  /// The first Android version that supports dynamic rules.
  package static let androidVersion = 15
}
