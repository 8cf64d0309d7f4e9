package import SourceTree
import TextSupport

/// Who an OAuth client is.
package enum ClientProvider: String, Sendable {
  case googleAccountLinking = "google-account-linking"
  case generic
}

/// What an OAuth client can keep.
package enum ClientType: String, Sendable {
  case web, native
}

/// Whether something must be there.
package enum Requirement: String, Sendable {
  case required, optional
}

/// An OAuth client of our authorization server.
package struct Client: Sendable {
  /// The key under `clients`.
  package var id: LocatedText
  package var provider: Located<ClientProvider>?
  package var type: Located<ClientType>?
  package var clientID: PerEnvironment<LocatedText>?
  /// Only that there is a reference, never its content.
  package var clientSecret: PerEnvironment<NodeID>?
  package var redirectURIs: PerEnvironment<[LocatedText]>?
  package var scopes: [LocatedText]
  /// nil where the key is left out: `code`.
  package var responseTypes: [LocatedText]?
  package var state: Located<Requirement>?
  package var pkce: Located<Requirement>?
  package var omitRedirectURI: Located<Bool>?
  package var tokenEndpointAuth: LocatedText?
  package var streamlinedLinking: StreamlinedLinking?
  package var appFlipIOS: AppFlipIOS?
  package var appFlipAndroid: AppFlipAndroid?
  /// What the client says about the server itself.
  package var server: AuthorizationServer
  /// The mapping of the client.
  package var node: NodeID

  /// Native, or a web client without a secret: it cannot prove who it is (RFC 6749 section 2.1).
  package var isPublic: Bool { type?.value == .native || clientSecret == nil }

  /// What counts for requests: as written, else required for public clients.
  package var effectivePKCE: Requirement { pkce?.value ?? (isPublic ? .required : .optional) }
}

/// Google streamlined linking.
package struct StreamlinedLinking: Sendable {
  package var googleClientID: LocatedText?
  package var intents: [LocatedText]
  package var node: NodeID
}

/// App Flip through a universal link.
package struct AppFlipIOS: Sendable {
  package var app: PerEnvironment<LocatedText>?
  package var universalLink: PerEnvironment<LocatedText>?
  package var node: NodeID
}

/// App Flip through an intent.
package struct AppFlipAndroid: Sendable {
  package var app: PerEnvironment<LocatedText>?
  package var intentAction: PerEnvironment<LocatedText>?
  package var activity: LocatedText?
  package var callers: [AppFlipCaller]
  package var node: NodeID
}

/// An app that may send the App Flip intent.
package struct AppFlipCaller: Sendable {
  package var packageName: LocatedText?
  package var sha256Fingerprints: [LocatedText]
  package var node: NodeID
}
