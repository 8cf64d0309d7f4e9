package import PolicyDecision
import PolicyModel
package import PolicyText

/// A Firebase project in a policy.
package struct FirebaseSubject: Sendable {
  /// A client or app that must belong to the project, with its parameter in Google's API.
  struct Member: Sendable {
    /// The parameter: `clientId`, `iosBundleId`, …
    var parameter: String
    var text: Entry
    /// The value of the additional parameter `sha1Cert`.
    var certificate: ExactString?
  }

  /// An email link host, with the apps that must open its links.
  package struct LinkHost: Sendable {
    package var host: Entry
    var appleApps: [ExactString]
    var androidApps: [ExactString]
  }

  var environment: Environment
  var anchor: SourceAnchor
  var projectID: Entry?
  /// As in the policy, or the project's default.
  package var authDomain: Entry
  /// Nil if the policy has none.
  var authorizedDomains: [Entry]?
  var members: [Member]
  package var linkHosts: [LinkHost]
}

/// A Google Sign-In web client.
package struct GoogleClientSubject: Sendable {
  var environment: Environment
  /// Google's server.
  var base: ExactString
  var clientID: Entry
  var redirectURIs: [Entry]
  /// Random in each run.
  var state: ExactString

  /// A request without cookies, login page, consent and redirects.
  func request(_ redirectURI: ExactString) -> ObservedRequest {
    func url(_ state: ExactString) -> ExactString {
      let fields: [(String, ExactString)] = [
        ("response_type", "code"), ("client_id", clientID.value), ("redirect_uri", redirectURI),
        ("scope", "openid"), ("state", state), ("prompt", "none"),
      ]
      let query = fields.map { "\($0.0)=\(PercentEncoding.encode($0.1.string))" }
      return ExactString("\(base.string)/o/oauth2/v2/auth?\(query.joined(separator: "&"))")
    }
    return ObservedRequest(
      url(state), limit: RequestLimits.page, recordedURL: url("STATE"), isPaced: true)
  }
}

/// The public signing keys of a provider.
package struct PublicKeySet: Sendable {
  /// `google`, `firebase`, `apple`.
  var name: String
  var url: ExactString
  /// The policy location that uses the provider.
  var anchor: SourceAnchor
}

/// Third-party servers. They are contacted only if the command line allows it, because requests reveal host names that may
/// not be public yet.
package struct ThirdParties: Sendable {
  package var appleCDN: ExactString = "https://app-site-association.cdn-apple.com"
  package var google: ExactString = "https://digitalassetlinks.googleapis.com"
  package var identityToolkit: ExactString = "https://identitytoolkit.googleapis.com"
  /// Google Sign-In.
  package var googleAccounts: ExactString = "https://accounts.google.com"
  /// Public keys of Google and Firebase.
  package var googleKeys: ExactString = "https://www.googleapis.com"
  /// Public keys of Apple.
  package var appleID: ExactString = "https://appleid.apple.com"

  package init() {}

  /// Replaces the URL of a server; returns false for an unknown name.
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

  /// In lower case.
  package var hosts: Set<ExactString> {
    Set(
      [appleCDN, google, identityToolkit, googleAccounts, googleKeys, appleID].map {
        URIParts($0).lowerHost
      })
  }
}
