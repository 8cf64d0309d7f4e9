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
}
