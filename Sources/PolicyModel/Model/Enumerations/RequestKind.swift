/// The kinds of requests, in the order of the documentation; the raw value is the name in JSON.
package enum RequestKind: String, DocumentedEnumeration {
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

  /// What the value means.
  package var summary: String {
    switch self {
    case .authorize: "Request to the authorization endpoint"
    case .appFlipIOS: "App Flip universal link reaching our app"
    case .appFlipAndroid: "App Flip intent reaching our app"
    case .token: "Request to the token endpoint"
    case .postLogout: "Where the user goes after a sign-out"
    case .universalLink: "Which app opens a URL on iOS"
    case .appLink: "Which app opens a URL on Android"
    case .emailAction: "Sending a Firebase email action"
    case .emailLink: "What the SDKs make of an email link"
    case .continueURL: "What the SDKs make of a continue URL"
    case .webOrigin: "Whether a page may start a sign-in, or read answers that a client gets (CORS)"
    case .authDomain: "Which domain iOS uses for sign-in"
    case .googleClient: "Google client ID and URL scheme checks"
    case .scopes: "Granted against needed scopes"
    case .tokenRefresh: "Whether a token must be refreshed"
    case .appleIDToken: "Claims of an Apple ID token"
    case .accountLink: "Sign-in, link and collision outcome"
    }
  }
}
