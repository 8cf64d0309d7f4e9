/// Who an OAuth client is.
package enum ClientProvider: String, DocumentedEnumeration {
  case googleAccountLinking = "google-account-linking"
  case generic

  /// What the value means.
  package var summary: String {
    switch self {
    case .googleAccountLinking: "Google links accounts with us (App Flip, browser)"
    case .generic: "Any other client"
    }
  }

  /// What people write instead.
  package var commonMistakes: [String] {
    switch self {
    case .googleAccountLinking:
      [
        "google", "google-home", "google_home", "google-linking", "account-linking",
        "google-smart-home",
      ]
    case .generic: ["oauth", "oauth2", "oidc", "custom", "other", "none", "own"]
    }
  }
}
