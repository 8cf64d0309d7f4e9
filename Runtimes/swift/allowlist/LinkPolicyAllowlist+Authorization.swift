extension LinkPolicyAllowlist {
  /// An allowed request. Ask the user, then respond at `redirectURI` only.
  ///
  /// Printing one shows neither the state nor the code challenge nor other parameters.
  public struct Request: Sendable, Equatable {
    /// The client that sent the request.
    public let clientID: String
    /// The registered redirect URI; a loopback redirect URI of a native client has the port of the request.
    public let redirectURI: String
    /// Returned to the client unchanged.
    public let state: String?
    /// The requested scopes, all of them registered.
    public let scopes: [String]
    /// The code challenge (RFC 7636), also in `issuedCode`.
    public let codeChallenge: String?
    /// Keep it with the code for `TokenRequest.verify`.
    public let issuedCode: IssuedCode
    /// Returned to the client as `iss` if the server has an issuer (RFC 9207).
    public let issuer: String?
    /// The other parameters in their order, for example `nonce`, `prompt`, and `login_hint`.
    public let otherParameters: [Parameter]
    /// `allowed` or `loopback-port`.
    public let reason: Reason

    /// A request of a client at a redirect URI that was matched.
    init(
      _ client: Client, _ match: RedirectURIMatch, scopes: [String], parameters: Parameters,
      requested: String?, issuer: String?
    ) {
      let challenge = parameters[.codeChallenge]
      clientID = client.id
      redirectURI = match.uri
      state = parameters[.state]
      self.scopes = scopes
      codeChallenge = challenge
      issuedCode = IssuedCode(
        clientID: client.id, redirectURI: requested, codeChallenge: challenge,
        codeChallengeMethod: challenge.map { _ in parameters[.codeChallengeMethod] ?? "plain" })
      self.issuer = issuer
      otherParameters = parameters.others
      reason = match.hasLoopbackPort ? .loopbackPort : .allowed
    }

    /// The first value of another parameter; nil if there is none.
    public func parameter(_ name: String) -> String? {
      otherParameters.first { isSame($0.name, name) }?.value
    }

    /// The URL that returns a code to the client.
    public func successURL(code: String) -> String {
      LinkPolicyAllowlist.successURL(
        redirectURI: redirectURI, code: code, state: state, issuer: issuer)
    }

    /// The URL that returns an error to the client, for example `access_denied`.
    public func errorURL(_ error: String, description: String? = nil) -> String {
      LinkPolicyAllowlist.errorURL(
        redirectURI: redirectURI, error: error, state: state, issuer: issuer,
        description: description)
    }
  }

  /// The data to keep with an authorization code until the client exchanges it.
  ///
  /// Encode it as JSON to store it. Printing one does not show the code challenge.
  public struct IssuedCode: Sendable, Hashable, Codable {
    /// The client that may exchange the code.
    public let clientID: String
    /// The redirect URI as the authorization request had it; nil if it had none.
    public let redirectURI: String?
    /// The code challenge (RFC 7636).
    public let codeChallenge: String?
    /// `S256` or `plain`; nil without a challenge.
    public let codeChallengeMethod: String?

    /// Stored data.
    public init(
      clientID: String, redirectURI: String?, codeChallenge: String?,
      codeChallengeMethod: String?
    ) {
      self.clientID = clientID
      self.redirectURI = redirectURI
      self.codeChallenge = codeChallenge
      self.codeChallengeMethod = codeChallengeMethod
    }

    private enum CodingKeys: String, CodingKey {
      case clientID = "client_id"
      case redirectURI = "redirect_uri"
      case codeChallenge = "code_challenge"
      case codeChallengeMethod = "code_challenge_method"
    }

    /// Writes every member, null for nil, as the code of other languages does.
    public func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(clientID, forKey: .clientID)
      try members.encode(redirectURI, forKey: .redirectURI)
      try members.encode(codeChallenge, forKey: .codeChallenge)
      try members.encode(codeChallengeMethod, forKey: .codeChallengeMethod)
    }
  }

  /// The decision about a request at the authorization endpoint.
  public enum AuthorizationDecision: Sendable, Equatable {
    /// Authenticate the user and ask for consent, then respond at `redirectURI`.
    case allow(Request)
    /// Redirect the browser to `target`, which tells the client about `error`.
    case redirectError(target: String, error: String, reason: Reason)
    /// Show `error` on a page of your own. A redirect would make the server an open redirector.
    case localError(error: String, reason: Reason)

    /// Why the request was decided as it was.
    public var reason: Reason {
      switch self {
      case .allow(let request): request.reason
      case .redirectError(_, _, let reason), .localError(_, let reason): reason
      }
    }
  }
}

extension LinkPolicyAllowlist.Allowlist {
  /// Decides a request at the authorization endpoint.
  ///
  /// - Parameter rawQuery: the query as received, without the `?`, not decoded.
  public func decideAuthorization(rawQuery: String) -> LinkPolicyAllowlist.AuthorizationDecision {
    decideAuthorization(rawQuery: Array(rawQuery.utf8))
  }

  /// Decides a request at the authorization endpoint.
  ///
  /// - Parameter rawQuery: the bytes of the query as received, without the `?`, not decoded.
  public func decideAuthorization(rawQuery: [UInt8]) -> LinkPolicyAllowlist.AuthorizationDecision {
    let parameters: LinkPolicyAllowlist.Parameters
    do throws(LinkPolicyAllowlist.Parameters.Unreadable) {
      parameters = try .init(rawQuery, plusIsSpace: true)
    } catch {
      return .localError(error: "invalid_request", reason: error.reason)
    }
    guard let clientID = parameters[.clientID] else {
      return .localError(error: "invalid_request", reason: .clientIDMissing)
    }
    guard let client = entry(clientID) else {
      return .localError(error: "invalid_client", reason: .clientUnknown)
    }
    let requested = parameters[.redirectURI]
    guard let match = client.match(requested) else {
      return .localError(
        error: "invalid_request",
        reason: requested == nil ? .redirectURIMissing : .redirectURINotRegistered)
    }
    let state = parameters[.state]
    func refused(
      _ error: String, _ reason: LinkPolicyAllowlist.Reason
    ) -> LinkPolicyAllowlist.AuthorizationDecision {
      .redirectError(
        target: LinkPolicyAllowlist.errorURL(
          redirectURI: match.uri, error: error, state: state, issuer: client.issuer),
        error: error, reason: reason)
    }
    guard let responseType = parameters[.responseType] else {
      return refused("invalid_request", .responseTypeMissing)
    }
    guard client.responseTypes.contains(where: { LinkPolicyAllowlist.isSame($0, responseType) })
    else { return refused("unsupported_response_type", .responseTypeUnsupported) }
    guard client.canUse(responseType: responseType) else {
      return refused("unauthorized_client", .grantTypeNotAllowed)
    }
    guard state != nil || !client.requiresState else {
      return refused("invalid_request", .stateMissing)
    }
    guard let scopes = client.scopes(of: parameters[.scope]) else {
      return refused("invalid_scope", .scopeNotAllowed)
    }
    if let problem = client.problem(
      codeChallenge: parameters[.codeChallenge], method: parameters[.codeChallengeMethod])
    {
      return refused("invalid_request", problem)
    }
    return .allow(
      .init(
        client, match, scopes: scopes, parameters: parameters, requested: requested,
        issuer: client.issuer))
  }
}

extension LinkPolicyAllowlist.Request: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The request without its secret values.
  public var description: String { LinkPolicyAllowlist.described("Request", fields) }
  /// The request without its secret values.
  public var debugDescription: String { description }
  /// The request without its secret values.
  public var customMirror: Mirror { Mirror(self, children: fields) }

  private var fields: KeyValuePairs<String, Any> {
    [
      "clientID": clientID, "redirectURI": redirectURI, "scopes": scopes,
      "state": LinkPolicyAllowlist.redacted(state),
      "codeChallenge": LinkPolicyAllowlist.redacted(codeChallenge),
      "otherParameters": otherParameters, "reason": reason,
    ]
  }
}

extension LinkPolicyAllowlist.IssuedCode: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The data without the code challenge.
  public var description: String { LinkPolicyAllowlist.described("IssuedCode", fields) }
  /// The data without the code challenge.
  public var debugDescription: String { description }
  /// The data without the code challenge.
  public var customMirror: Mirror { Mirror(self, children: fields) }

  private var fields: KeyValuePairs<String, Any> {
    [
      "clientID": clientID, "redirectURI": redirectURI ?? "nil",
      "codeChallenge": LinkPolicyAllowlist.redacted(codeChallenge),
      "codeChallengeMethod": codeChallengeMethod ?? "nil",
    ]
  }
}

extension LinkPolicyAllowlist.AuthorizationDecision: CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  /// The decision without secret values; `target` has the state.
  public var description: String {
    switch self {
    case .allow(let request): "allow(\(request))"
    case .redirectError(_, let error, let reason):
      "redirectError(target: [redacted], error: \(error), reason: \(reason))"
    case .localError(let error, let reason): "localError(error: \(error), reason: \(reason))"
    }
  }
  /// The decision without secret values.
  public var debugDescription: String { description }
  /// The reason.
  public var customMirror: Mirror { Mirror(self, children: ["reason": reason]) }
}
