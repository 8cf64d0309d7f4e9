extension LinkPolicyAllowlist {
  /// The clients of one environment, and the decisions about their requests.
  ///
  /// Get one from `allowlist(_:)`, `load(_:sha256:environment:)`, or `AllowlistFile`.
  public struct Allowlist: Sendable, CustomStringConvertible, CustomReflectable {
    let entries: [Client]
    /// Byte arrays as keys: strings as keys would be compared by canonical equivalence.
    private let indices: [[UInt8]: Int]

    init(_ entries: [Client]) {
      self.entries = entries
      indices = Dictionary(
        entries.enumerated().map { (Array($1.id.utf8), $0) },
        uniquingKeysWith: { first, _ in first })
    }

    func entry(_ id: String) -> Client? { indices[Array(id.utf8)].map { entries[$0] } }

    /// The clients, in the order of the policy.
    public var clients: [ClientView] { entries.map(ClientView.init) }

    /// The client with an ID; nil if there is none.
    public func client(_ clientID: String) -> ClientView? { entry(clientID).map(ClientView.init) }

    /// Returns true if the client may receive its response at the redirect URI.
    public func isRedirectURIAllowed(clientID: String, redirectURI: String) -> Bool {
      entry(clientID)?.match(redirectURI) != nil
    }

    /// Returns true if the client may send a user to the URI after sign-out.
    public func isPostLogoutRedirectURIAllowed(clientID: String, uri: String) -> Bool {
      entry(clientID)?.postLogoutRedirectURIs.contains { isSame($0, uri) } ?? false
    }

    /// Returns true if scripts of the origin may read responses to the client.
    ///
    /// - Parameter origin: the `Origin` header as received.
    public func isCORSOriginAllowed(clientID: String, origin: String) -> Bool {
      entry(clientID)?.corsOrigins.contains { isSame($0, origin) } ?? false
    }

    /// Returns true if the client may use the grant type at the token endpoint.
    public func isGrantTypeAllowed(clientID: String, grantType: String) -> Bool {
      entry(clientID)?.hasGrantType(grantType) ?? false
    }

    /// The CORS headers to add to a response.
    ///
    /// - Parameters:
    ///   - origin: the `Origin` header as received; nil if there is none. Any client may list it, since a
    ///     preflight request does not name one.
    ///   - preflight: true for an `OPTIONS` request.
    public func corsHeaders(origin: String?, preflight: Bool) -> [Header] {
      let vary = Header("Vary", "Origin")
      guard let origin,
        entries.contains(where: { $0.corsOrigins.contains { isSame($0, origin) } })
      else { return [vary] }
      let allowed = [vary, Header("Access-Control-Allow-Origin", origin)]
      guard preflight else { return allowed }
      return allowed + [
        Header("Access-Control-Allow-Methods", "GET, POST"),
        Header("Access-Control-Allow-Headers", "Authorization, Content-Type"),
      ]
    }

    /// The URL that a user is sent to after sign-out; nil if the URI isn't registered.
    public func postLogoutURL(clientID: String, uri: String, state: String? = nil) -> String? {
      guard isPostLogoutRedirectURIAllowed(clientID: clientID, uri: uri) else { return nil }
      return appendParameters([("state", state)], to: uri)
    }

    /// The number of clients.
    public var description: String { "Allowlist(\(entries.count) clients)" }

    /// The views of the clients.
    public var customMirror: Mirror { Mirror(self, children: ["clients": clients]) }
  }

  /// A header of an HTTP response.
  public struct Header: Sendable, Equatable {
    /// The field name.
    public let name: String
    /// The field value.
    public let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What a policy says about a client, read-only.
  public struct ClientView: Sendable, CustomReflectable {
    /// Who defines the sign-in flow.
    public enum Provider: String, Sendable {
      case generic
      case googleAccountLinking = "google-account-linking"
    }

    /// The client type.
    public enum ClientType: String, Sendable {
      case web, native
    }

    /// How the client authenticates at the token endpoint.
    public enum TokenEndpointAuth: String, Sendable {
      /// A public client.
      case none
      case clientSecretBasic = "client_secret_basic"
      case clientSecretPost = "client_secret_post"
    }

    private let entry: Client

    fileprivate init(_ entry: Client) { self.entry = entry }

    /// The client ID.
    public var clientID: String { entry.id }
    /// The key of the client in its policy.
    public var key: String { entry.key }
    /// Who defines the sign-in flow.
    public var provider: Provider {
      entry.isGoogleAccountLinking ? .googleAccountLinking : .generic
    }
    /// The client type.
    public var type: ClientType { entry.isNative ? .native : .web }
    /// True if the client has no secret.
    public var isPublic: Bool { entry.isPublic }
    /// How the client authenticates at the token endpoint.
    public var tokenEndpointAuth: TokenEndpointAuth {
      entry.isPublic
        ? .none : entry.authenticatesByHeader ? .clientSecretBasic : .clientSecretPost
    }
    /// The grant types that the client may use.
    public var grantTypes: [String] { entry.grantTypes }
    /// The response types that the client may request.
    public var responseTypes: [String] { entry.responseTypes }
    /// The scopes that the client may request.
    public var scopes: [String] { entry.scopes }
    /// The registered redirect URIs.
    public var redirectURIs: [String] { entry.redirectURIs }
    /// The registered post-logout redirect URIs.
    public var postLogoutRedirectURIs: [String] { entry.postLogoutRedirectURIs }
    /// The origins whose scripts may read responses.
    public var corsOrigins: [String] { entry.corsOrigins }
    /// True if an authorization request needs a code challenge (RFC 7636).
    public var requiresPKCE: Bool { entry.requiresPKCE }
    /// True if an authorization request needs a state.
    public var requiresState: Bool { entry.requiresState }
    /// The issuer, sent as `iss` (RFC 9207).
    public var issuer: String? { entry.issuer }

    /// The client ID and key.
    public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID, "key": key]) }
  }
}
