/// A request to your authorization server. Keep it until the response arrives.
///
/// Send the user to `url`, for example with `ASWebAuthenticationSession`. The response belongs to this request
/// if its `state` and `iss` have the bytes of `state` and `issuer`. Printing a request doesn't show its secrets.
public struct AuthorizationRequest: Sendable, CustomStringConvertible, CustomReflectable {
  /// The URL to send the user to.
  public let url: String
  /// The response must have it: otherwise a response to someone else's request could be injected.
  public let state: String
  /// Send it to the token endpoint with the code, and nowhere else.
  public let codeVerifier: String
  /// Send it to the token endpoint with the code.
  public let redirectURI: String
  /// The `iss` of the response (RFC 9207); nil if the server sends none.
  public let issuer: String?

  fileprivate init(
    _ settings: AuthorizationClientSettings, redirectURI: String, scopes: [String]
  ) {
    state = Self.random(32)
    codeVerifier = Self.random(43)
    self.redirectURI = redirectURI
    issuer = settings.issuer
    let digest = LinkPolicyAllowlist.sha256(Array(codeVerifier.utf8))
    url = LinkPolicyAllowlist.appendParameters(
      [
        ("response_type", "code"), ("client_id", settings.clientID), ("redirect_uri", redirectURI),
        ("state", state), ("code_challenge", LinkPolicyAllowlist.base64URL(digest)),
        ("code_challenge_method", "S256"),
        ("scope", scopes.isEmpty ? nil : scopes.joined(separator: " ")),
      ], to: settings.endpoint)
  }

  /// Characters of base64url, six random bits of the system's generator each.
  private static func random(_ count: Int) -> String {
    let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)
    var generator = SystemRandomNumberGenerator()
    var output = ""
    for _ in 0..<count {
      output.unicodeScalars.append(
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
    }
    return output
  }

  /// The redirect URI.
  public var description: String { "AuthorizationRequest(redirectURI: \(redirectURI))" }
  /// The redirect URI.
  public var customMirror: Mirror { Mirror(self, children: ["redirectURI": redirectURI]) }
}

/// A client in one environment.
public struct AuthorizationClientSettings: Sendable {
  var endpoint: String
  var clientID: String
  var redirectURIs: [(text: String, takesPort: Bool)]
  var scopes: [String]
  var issuer: String?

  /// nil if the redirect URI or a scope isn't registered.
  fileprivate func request(
    _ redirectURI: String, _ port: UInt16?, _ scopes: [String]?
  ) -> AuthorizationRequest? {
    let scopes = scopes ?? self.scopes
    guard
      let registered = redirectURIs.first(where: {
        LinkPolicyAllowlist.isSame($0.text, redirectURI)
      }),
      scopes.allSatisfy({ scope in
        self.scopes.contains { LinkPolicyAllowlist.isSame($0, scope) }
      })
    else { return nil }
    guard let port else {
      return AuthorizationRequest(self, redirectURI: registered.text, scopes: scopes)
    }
    guard registered.takesPort, port != 0 else { return nil }
    for origin in ["http://127.0.0.1", "http://[::1]"]
    where registered.text.utf8.starts(with: origin.utf8) {
      let rest = registered.text.utf8.dropFirst(origin.utf8.count)
      return AuthorizationRequest(
        self, redirectURI: origin + ":" + String(port) + String(Substring(rest)), scopes: scopes)
    }
    return nil
  }
}

/// A registered redirect URI of a client.
public protocol AuthorizationRedirectURI: Sendable, CaseIterable {
  /// The registered string.
  var text: String { get }
}

/// A client of your authorization server that is an app.
public protocol AuthorizationClient {
  /// The redirect URIs of both environments.
  associatedtype RedirectURI: AuthorizationRedirectURI

  /// The client in an environment; nil if it does not exist there.
  static func settings(
    in environment: LinkPolicyAllowlist.Environment
  ) -> AuthorizationClientSettings?
}

extension AuthorizationClient {
  /// A request; nil if the environment does not have the redirect URI or a scope.
  ///
  /// - Parameters:
  ///   - scopes: nil for all registered ones.
  ///   - port: the port that the app listens on, for a loopback redirect URI (RFC 8252 section 7.3).
  public static func request(
    in environment: LinkPolicyAllowlist.Environment, redirectURI: RedirectURI,
    scopes: [String]? = nil, port: UInt16? = nil
  ) -> AuthorizationRequest? {
    request(in: environment, redirectURI: redirectURI.text, scopes: scopes, port: port)
  }

  /// A request with a redirect URI that is known at run time; nil unless its bytes are registered.
  public static func request(
    in environment: LinkPolicyAllowlist.Environment, redirectURI: String,
    scopes: [String]? = nil, port: UInt16? = nil
  ) -> AuthorizationRequest? {
    settings(in: environment)?.request(redirectURI, port, scopes)
  }
}
