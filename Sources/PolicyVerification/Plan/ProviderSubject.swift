package import PolicyModel
package import PolicyText

/// A Firebase project in a policy.
package struct FirebaseSubject: Sendable {
  /// A client or app that must belong to the project, with its parameter in Google's API.
  package struct Member: Sendable {
    /// The parameter: `clientId`, `iosBundleId`, …
    package var parameter: String
    package var text: AnchoredValue
    /// The value of the additional parameter `sha1Cert`.
    package var certificate: ExactString?

    package init(_ parameter: String, _ text: AnchoredValue, certificate: ExactString? = nil) {
      self.parameter = parameter
      self.text = text
      self.certificate = certificate
    }
  }

  /// An email link host, with the apps that must open its links.
  package struct LinkHost: Sendable {
    package var host: AnchoredValue
    package var appleApps: [ExactString]
    package var androidApps: [ExactString]

    package init(host: AnchoredValue, appleApps: [ExactString], androidApps: [ExactString]) {
      self.host = host
      self.appleApps = appleApps
      self.androidApps = androidApps
    }
  }

  package var environment: Environment
  package var anchor: SourceAnchor
  package var projectID: AnchoredValue?
  /// As in the policy, or the project's default.
  package var authDomain: AnchoredValue
  /// Nil if the policy has none.
  package var authorizedDomains: [AnchoredValue]?
  package var members: [Member]
  package var linkHosts: [LinkHost]

  package init(
    environment: Environment, anchor: SourceAnchor, projectID: AnchoredValue?,
    authDomain: AnchoredValue,
    authorizedDomains: [AnchoredValue]? = nil, members: [Member] = [], linkHosts: [LinkHost] = []
  ) {
    self.environment = environment
    self.anchor = anchor
    self.projectID = projectID
    self.authDomain = authDomain
    self.authorizedDomains = authorizedDomains
    self.members = members
    self.linkHosts = linkHosts
  }
}

/// A Google Sign-In web client.
package struct GoogleClientSubject: Sendable {
  package var environment: Environment
  /// Google's server.
  package var base: ExactString
  package var clientID: AnchoredValue
  package var redirectURIs: [AnchoredValue]
  /// Random in each run.
  package var state: ExactString

  package init(
    environment: Environment, base: ExactString, clientID: AnchoredValue,
    redirectURIs: [AnchoredValue], state: ExactString
  ) {
    self.environment = environment
    self.base = base
    self.clientID = clientID
    self.redirectURIs = redirectURIs
    self.state = state
  }

  /// A request without cookies, login page, consent and redirects.
  package func request(_ redirectURI: ExactString) -> ObservedRequest {
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
  package var name: String
  package var url: ExactString
  /// The policy location that uses the provider.
  package var anchor: SourceAnchor

  package init(name: String, url: ExactString, anchor: SourceAnchor) {
    self.name = name
    self.url = url
    self.anchor = anchor
  }
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
