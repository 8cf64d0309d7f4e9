extension LinkPolicyAllowlist {
  /// A token request of a known client that may use the grant type. Call `verify` before you issue tokens.
  ///
  /// A property is nil if the request does not have it or the grant does not use it. Printing a request
  /// shows none of its values but the client ID, the grant type, the intent, and the redirect URI.
  public struct TokenRequest: Sendable, Equatable {
    /// The client that sent the request.
    public let clientID: String
    /// For example `authorization_code` or `refresh_token`.
    public let grantType: String
    /// nil for a public client only.
    public let clientSecret: String?
    /// The authorization code.
    public let code: String?
    /// The redirect URI of `authorization_code`.
    public let redirectURI: String?
    /// The code verifier (RFC 7636).
    public let codeVerifier: String?
    /// The refresh token.
    public let refreshToken: String?
    /// The intent of streamlined linking.
    public let intent: String?
    /// The assertion (RFC 7521).
    public let assertion: String?
    /// For `client_credentials` and `refresh_token`, all scopes are registered. Also compare those of
    /// a refresh with the scopes of the refresh token (RFC 6749 section 6).
    public let scope: String?
    /// The other parameters in their order, for example `device_code`, `subject_token`, and `resource`.
    public let otherParameters: [Parameter]
    /// Why the request was allowed.
    public let reason: Reason

    private let hasHeader: Bool
    private let client: ClientRules

    /// What `verify` needs to know of the client.
    private struct ClientRules: Equatable {
      let isPublic: Bool
      let requiresPKCE: Bool
      let authenticatesByHeader: Bool
      let isGoogleAccountLinking: Bool
    }

    fileprivate init(
      _ client: Client, grantType: String, secret: String?, hasHeader: Bool, form: Parameters
    ) {
      let isCode = isSame(grantType, "authorization_code")
      let isAssertion = isSame(grantType, assertionGrant)
      clientID = client.id
      self.grantType = grantType
      clientSecret = secret
      code = isCode ? form[.code] : nil
      redirectURI = isCode ? form[.redirectURI] : nil
      codeVerifier = isCode ? form[.codeVerifier] : nil
      refreshToken = isSame(grantType, "refresh_token") ? form[.refreshToken] : nil
      intent = isAssertion ? form[.intent] : nil
      assertion = isAssertion || isSame(grantType, samlGrant) ? form[.assertion] : nil
      scope = isCode ? nil : form[.scope]
      otherParameters = form.others
      reason = .allowed
      self.hasHeader = hasHeader
      self.client = ClientRules(
        isPublic: client.isPublic, requiresPKCE: client.requiresPKCE,
        authenticatesByHeader: client.authenticatesByHeader,
        isGoogleAccountLinking: client.isGoogleAccountLinking)
    }

    /// The first value of another parameter; nil if there is none.
    public func parameter(_ name: String) -> String? {
      otherParameters.first { isSame($0.name, name) }?.value
    }

    /// Verifies the client secret and, for `authorization_code`, the code.
    ///
    /// - Parameters:
    ///   - secret: the client's secret as the server knows it; nil for a public client. A confidential
    ///     client without a secret is refused.
    ///   - issued: what was kept with the code; nil if the code is unknown, used, or expired.
    public func verify(secret: String?, issued: IssuedCode? = nil) throws(TokenError) {
      try verify(secret: secret.map { Array($0.utf8) }, issued: issued)
    }

    /// Verifies the client secret and, for `authorization_code`, the code.
    ///
    /// - Parameters:
    ///   - secret: the bytes of the client's secret; nil for a public client. A confidential client
    ///     without a secret is refused.
    ///   - issued: what was kept with the code; nil if the code is unknown, used, or expired.
    public func verify(secret: [UInt8]?, issued: IssuedCode? = nil) throws(TokenError) {
      let isValid: Bool
      if let secret, let clientSecret {
        isValid = isSameSecret(secret, Array(clientSecret.utf8))
      } else {
        isValid = false
      }
      try verify(secretIsValid: isValid, issued: issued)
    }

    /// Verifies the code for `authorization_code`, on a server that stores hashes of secrets.
    ///
    /// - Parameters:
    ///   - secretIsValid: whether `clientSecret` is the client's secret; ignored for a public client.
    ///   - issued: what was kept with the code; nil if the code is unknown, used, or expired.
    public func verify(secretIsValid: Bool, issued: IssuedCode? = nil) throws(TokenError) {
      guard client.isPublic || secretIsValid else {
        // Google's account linking specification.
        if client.isGoogleAccountLinking {
          throw TokenError(400, "invalid_grant", .clientSecretWrong)
        }
        throw TokenError(
          hasHeader || client.authenticatesByHeader ? 401 : 400, "invalid_client",
          .clientSecretWrong)
      }
      guard isSame(grantType, "authorization_code") else { return }
      if let problem = problem(with: issued) { throw TokenError(400, "invalid_grant", problem) }
    }

    /// The response for a token or code that your server refuses; its reason is `refreshTokenUnknown` for a
    /// refresh token, otherwise `codeUnknown`.
    public var invalidGrant: TokenError {
      TokenError(
        400, "invalid_grant",
        isSame(grantType, "refresh_token") ? .refreshTokenUnknown : .codeUnknown)
    }

    /// Returns true if the request may exchange the code: the client and the redirect URI are those of the
    /// authorization request (RFC 6749 section 4.1.3), and the verifier matches the challenge (RFC 7636
    /// section 4.6). `verify` checks the same, and the secret.
    public func accepts(_ issued: IssuedCode?) -> Bool {
      code != nil && problem(with: issued) == nil
    }

    private func problem(with issued: IssuedCode?) -> Reason? {
      guard let issued else { return .codeUnknown }
      guard isSame(issued.clientID, clientID) else { return .codeOtherClient }
      if let first = issued.redirectURI {
        guard let redirectURI, isSame(redirectURI, first) else { return .redirectURIOtherRequest }
      }
      guard let challenge = issued.codeChallenge else {
        // A verifier without a challenge is a downgrade (RFC 9700 section 2.1.1).
        if codeVerifier != nil { return .codeVerifierUnexpected }
        return client.requiresPKCE ? .codeVerifierMissing : nil
      }
      guard let codeVerifier else { return .codeVerifierMissing }
      let isPlain = issued.codeChallengeMethod.map { isSame($0, "plain") } ?? false
      let expected = isPlain ? codeVerifier : base64URL(sha256(Array(codeVerifier.utf8)))
      return isVerifier(codeVerifier)
        && isSameSecret(Array(expected.utf8), Array(challenge.utf8)) ? nil : .codeVerifierMismatch
    }
  }

  /// An error response of the token endpoint, ready to send (RFC 6749 section 5.2).
  public struct TokenError: Error, Sendable, Equatable {
    /// The HTTP status: 400 or 401.
    public let status: Int
    /// For example `invalid_grant`.
    public let error: String
    /// Why the request was refused.
    public let reason: Reason

    fileprivate init(_ status: Int, _ error: String, _ reason: Reason) {
      self.status = status
      self.error = error
      self.reason = reason
    }

    /// The headers, with `WWW-Authenticate` if the status is 401.
    public var headers: [Header] {
      let headers = [
        Header("Content-Type", "application/json;charset=UTF-8"),
        Header("Cache-Control", "no-store"),
      ]
      guard status == 401 else { return headers }
      return headers + [Header("WWW-Authenticate", #"Basic realm="token", charset="UTF-8""#)]
    }

    /// The body, a JSON object.
    public var body: String { "{\"error\":\"\(error)\"}" }
  }

  /// The decision about a request at the token endpoint.
  public enum TokenDecision: Sendable, Equatable {
    /// Call `TokenRequest.verify`.
    case allow(TokenRequest)
    /// Send the error.
    case error(TokenError)

    /// Why the request was decided as it was.
    public var reason: Reason {
      switch self {
      case .allow(let request): request.reason
      case .error(let error): error.reason
      }
    }
  }

  private static let assertionGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  private static let samlGrant = "urn:ietf:params:oauth:grant-type:saml2-bearer"
  private static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"
  private static let exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"

  /// RFC 7636 section 4.1.
  private static func isVerifier(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count) && text.utf8.allSatisfy(isUnreserved)
  }
}

extension LinkPolicyAllowlist.Allowlist {
  /// Decides a request at the token endpoint.
  ///
  /// - Parameters:
  ///   - rawForm: the body as received, not decoded.
  ///   - authorization: the `Authorization` header; nil if there is none.
  public func decideToken(
    rawForm: String, authorization: String?
  ) -> LinkPolicyAllowlist.TokenDecision {
    decideToken(rawForm: Array(rawForm.utf8), authorization: authorization)
  }

  /// Decides a request at the token endpoint.
  ///
  /// - Parameters:
  ///   - rawForm: the bytes of the body as received, not decoded.
  ///   - authorization: the `Authorization` header; nil if there is none.
  public func decideToken(
    rawForm: [UInt8], authorization: String?
  ) -> LinkPolicyAllowlist.TokenDecision {
    do throws(LinkPolicyAllowlist.TokenError) {
      return .allow(try tokenRequest(rawForm, authorization))
    } catch {
      return .error(error)
    }
  }

  private func tokenRequest(
    _ rawForm: [UInt8], _ authorization: String?
  ) throws(LinkPolicyAllowlist.TokenError) -> LinkPolicyAllowlist.TokenRequest {
    let form: LinkPolicyAllowlist.Parameters
    do throws(LinkPolicyAllowlist.Parameters.Unreadable) {
      form = try .init(rawForm, plusIsSpace: true, known: LinkPolicyAllowlist.Parameters.token)
    } catch {
      throw .init(400, "invalid_request", error.reason)
    }
    guard let grantType = form[.grantType] else {
      throw .init(400, "invalid_request", .grantTypeMissing)
    }
    guard offers(grantType) else {
      throw .init(400, "unsupported_grant_type", .grantTypeUnsupported)
    }
    var id = form[.clientID]
    var secret = form[.clientSecret]
    let hasHeader = authorization != nil
    if let authorization {
      guard secret == nil else { throw .init(400, "invalid_request", .clientAuthenticationTwice) }
      guard let credentials = LinkPolicyAllowlist.basicCredentials(authorization) else {
        throw .init(401, "invalid_client", .clientAuthenticationMalformed)
      }
      guard id.map({ LinkPolicyAllowlist.isSame($0, credentials.id) }) ?? true else {
        throw .init(400, "invalid_request", .clientIDMismatch)
      }
      id = credentials.id
      secret = credentials.secret
    }
    guard let id else { throw .init(400, "invalid_client", .clientIDMissing) }
    guard let client = entry(id) else {
      throw .init(hasHeader ? 401 : 400, "invalid_client", .clientUnknown)
    }
    if let problem = Self.authenticationProblem(
      of: client, hasHeader: hasHeader, hasSecret: secret != nil)
    {
      throw .init(hasHeader || client.authenticatesByHeader ? 401 : 400, "invalid_client", problem)
    }
    let isAssertion = LinkPolicyAllowlist.isSame(grantType, LinkPolicyAllowlist.assertionGrant)
    guard client.hasGrantType(grantType) else {
      if isAssertion, client.assertionIntents.isEmpty {
        throw .init(400, "unsupported_grant_type", .grantTypeUnsupported)
      }
      throw .init(400, "unauthorized_client", .grantTypeNotAllowed)
    }
    try Self.check(form, grantType, client)
    return .init(
      client, grantType: grantType, secret: secret, hasHeader: hasHeader, form: form)
  }

  /// Returns true if the endpoint knows the grant type: the ones of all servers, and what a client lists.
  /// The implicit grant does not use the token endpoint (RFC 6749 section 4.2).
  private func offers(_ grantType: String) -> Bool {
    let known = ["authorization_code", "refresh_token", LinkPolicyAllowlist.assertionGrant]
    return known.contains { LinkPolicyAllowlist.isSame($0, grantType) }
      || !LinkPolicyAllowlist.isSame(grantType, "implicit")
        && entries.contains { $0.hasGrantType(grantType) }
  }

  /// What is wrong with the client authentication (RFC 6749 section 2.3); nil if nothing is.
  private static func authenticationProblem(
    of client: LinkPolicyAllowlist.Client, hasHeader: Bool, hasSecret: Bool
  ) -> LinkPolicyAllowlist.Reason? {
    if client.isPublic { return hasHeader || hasSecret ? .clientAuthenticationMethod : nil }
    if hasHeader != client.authenticatesByHeader, hasHeader || hasSecret {
      return .clientAuthenticationMethod
    }
    return hasSecret ? nil : .clientAuthenticationMissing
  }

  /// Checks the parameters of a grant type.
  private static func check(
    _ form: LinkPolicyAllowlist.Parameters, _ grantType: String,
    _ client: LinkPolicyAllowlist.Client
  ) throws(LinkPolicyAllowlist.TokenError) {
    func isGrant(_ other: String) -> Bool { LinkPolicyAllowlist.isSame(grantType, other) }
    func require(_ hasParameter: Bool) throws(LinkPolicyAllowlist.TokenError) {
      guard hasParameter else { throw .init(400, "invalid_request", .parameterMissing) }
    }
    func requireScopes() throws(LinkPolicyAllowlist.TokenError) {
      guard client.scopes(of: form[.scope]) != nil else {
        throw .init(400, "invalid_scope", .scopeNotAllowed)
      }
    }
    if isGrant("authorization_code") {
      try require(form[.code] != nil)
      let redirectURI = form[.redirectURI]
      guard client.match(redirectURI) != nil else {
        throw .init(
          400, "invalid_grant",
          redirectURI == nil ? .redirectURIMissing : .redirectURINotRegistered)
      }
      if let verifier = form[.codeVerifier] {
        guard LinkPolicyAllowlist.isVerifier(verifier) else {
          throw .init(400, "invalid_grant", .codeVerifierMismatch)
        }
      } else if client.requiresPKCE {
        throw .init(400, "invalid_grant", .codeVerifierMissing)
      }
    } else if isGrant("refresh_token") {
      try require(form[.refreshToken] != nil)
      try requireScopes()
    } else if isGrant("client_credentials") {
      guard !client.isPublic else {
        throw .init(400, "unauthorized_client", .grantTypeNotAllowed)
      }
      try requireScopes()
    } else if isGrant(LinkPolicyAllowlist.assertionGrant) {
      if !client.assertionIntents.isEmpty {
        try require(form[.intent] != nil)
        guard let intent = form[.intent],
          client.assertionIntents.contains(where: { LinkPolicyAllowlist.isSame($0, intent) })
        else { throw .init(400, "invalid_request", .intentUnsupported) }
      }
      try require(form[.assertion] != nil)
    } else if isGrant(LinkPolicyAllowlist.samlGrant) {
      // RFC 7521 section 4.1.
      try require(form[.assertion] != nil)
    } else if isGrant(LinkPolicyAllowlist.deviceGrant) {
      // RFC 8628 section 3.4.
      try require(form[.deviceCode] != nil)
    } else if isGrant(LinkPolicyAllowlist.exchangeGrant) {
      // RFC 8693 section 2.1.
      try require(form[.subjectToken] != nil && form[.subjectTokenType] != nil)
    }
  }
}

extension LinkPolicyAllowlist.TokenRequest: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The request without its secret values.
  public var description: String { LinkPolicyAllowlist.described("TokenRequest", fields) }
  /// The request without its secret values.
  public var debugDescription: String { description }
  /// The request without its secret values.
  public var customMirror: Mirror { Mirror(self, children: fields) }

  private var fields: KeyValuePairs<String, Any> {
    [
      "clientID": clientID, "grantType": grantType, "intent": intent ?? "nil",
      "redirectURI": redirectURI ?? "nil",
      "clientSecret": LinkPolicyAllowlist.redacted(clientSecret),
      "code": LinkPolicyAllowlist.redacted(code),
      "codeVerifier": LinkPolicyAllowlist.redacted(codeVerifier),
      "refreshToken": LinkPolicyAllowlist.redacted(refreshToken),
      "assertion": LinkPolicyAllowlist.redacted(assertion),
      "scope": LinkPolicyAllowlist.redacted(scope),
      "otherParameters": otherParameters,
    ]
  }
}
