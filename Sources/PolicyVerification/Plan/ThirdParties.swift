package import PolicyText

/// Servers of others that are asked about our hosts, and only where the command line says so: the question
/// tells them a name that may not be public yet.
package struct ThirdParties: Sendable {
  package var appleCDN: ExactString = "https://app-site-association.cdn-apple.com"
  package var google: ExactString = "https://digitalassetlinks.googleapis.com"
  package var identityToolkit: ExactString = "https://identitytoolkit.googleapis.com"
  /// Sign-in with Google.
  package var googleAccounts: ExactString = "https://accounts.google.com"
  /// Public keys of Google and Firebase.
  package var googleKeys: ExactString = "https://www.googleapis.com"
  /// Public keys of Apple.
  package var appleID: ExactString = "https://appleid.apple.com"

  package init() {}

  /// Puts another address in the place of one of them.
  ///
  /// - Returns: false for a name that none of them has.
  package mutating func replace(_ name: String, by base: ExactString) -> Bool {
    switch ExactString(name) {
    case "apple-cdn": appleCDN = base
    case "google": google = base
    case "identitytoolkit": identityToolkit = base
    case "google-accounts": googleAccounts = base
    case "google-keys": googleKeys = base
    case "apple-id": appleID = base
    default: return false
    }
    return true
  }

  /// The hosts, in lower case.
  package var hosts: Set<ExactString> {
    Set(
      [appleCDN, google, identityToolkit, googleAccounts, googleKeys, appleID].map {
        URIParts($0).lowerHost
      })
  }
}
