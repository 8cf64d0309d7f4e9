package import PolicySourceTree
import PolicyText

/// Google Sign-In, where we are the client.
package struct GoogleSignIn: Sendable {
  /// The iOS client.
  package struct IOS: Sendable {
    package var app: PerEnvironment<LocatedText>?
    package var clientID: PerEnvironment<LocatedText>?
    package var serverClientID: PerEnvironment<LocatedText>?
    package var urlSchemes: PerEnvironment<[LocatedText]>?
    package var node: NodeID
  }
  /// The Android clients.
  package struct Android: Sendable {
    package var app: PerEnvironment<LocatedText>?
    /// One per signing key.
    package var clientIDs: PerEnvironment<[LocatedText]>?
    package var node: NodeID
  }
  /// The web client.
  package struct Web: Sendable {
    package var clientID: PerEnvironment<LocatedText>?
    package var clientSecret: PerEnvironment<NodeID>?
    /// `clientSecret` where it can be read.
    package var clientSecretReference: PerEnvironment<Located<SecretReference>>?
    package var redirectURIs: PerEnvironment<[LocatedText]>?
    package var javascriptOrigins: PerEnvironment<[LocatedText]>?
    package var node: NodeID
  }
  package var ios: IOS?
  package var android: Android?
  package var web: Web?
  package var signInScopes: [LocatedText]
  package var featureScopes: [(feature: LocatedText, scopes: [LocatedText])]
  package var node: NodeID
}

/// Firebase Authentication.
package struct Firebase: Sendable {
  package var projectID: PerEnvironment<LocatedText>?
  package var projectNumber: PerEnvironment<LocatedText>?
  package var authDomain: PerEnvironment<LocatedText>?
  package var authorizedDomains: PerEnvironment<[LocatedText]>?
  package var hostingDomains: PerEnvironment<[LocatedText]>?
  package var mobileLinks: LocatedText?
  package var emailLink: Located<Bool>?
  package var allowDuplicateEmails: Located<Bool>?
  package var improvedEmailPrivacy: Located<Bool>?
  package var callbackURI: PerEnvironment<LocatedText>?
  package var clickTracking: Located<Bool>?
  package var locale: LocatedText?
  /// By key: `verify_email`, `reset_password`, `sign_in`, `change_email`.
  package var emailActions: [EmailAction]
  package var node: NodeID
}

/// The settings of one Firebase email action.
package struct EmailAction: Sendable {
  /// The key under `email_actions`.
  package var name: LocatedText
  package var url: PerEnvironment<LocatedText>?
  package var handleCodeInApp: Located<Bool>?
  package var ios: PerEnvironment<LocatedText>?
  package var androidApp: PerEnvironment<LocatedText>?
  package var installIfNotAvailable: Located<Bool>?
  package var minimumVersion: LocatedText?
  package var linkDomain: PerEnvironment<LocatedText>?
  package var dynamicLinkDomain: PerEnvironment<LocatedText>?
  package var node: NodeID
}

/// Sign in with Apple.
package struct AppleSignIn: Sendable {
  package var platforms: [LocatedText]
  package var servicesID: PerEnvironment<LocatedText>?
  package var teamID: LocatedText?
  package var keyID: PerEnvironment<LocatedText>?
  package var privateKey: PerEnvironment<NodeID>?
  /// `privateKey` where it can be read.
  package var privateKeyReference: PerEnvironment<Located<SecretReference>>?
  package var bundleApps: PerEnvironment<[LocatedText]>?
  package var returnURLs: PerEnvironment<[LocatedText]>?
  package var scopes: [LocatedText]
  package var parameters: [(name: LocatedText, value: LocatedText)]
  package var relaySenders: PerEnvironment<[LocatedText]>?
  package var requireConsent: Located<Bool>?
  package var node: NodeID
}
