extension SwiftTarget {
  /// The decisions.
  static let functions: Code<SwiftLanguage> = #"""
    /// True when the client may have its answer sent to the redirect URI.
    public static func isRedirectURIAllowed(
      clientID: String, environment: Environment, redirectURI: String
    ) -> Bool {
      table(environment).client(clientID)?.target(of: redirectURI) != nil
    }

    /// True when the client may have a user sent to the URI after the sign-out.
    public static func isPostLogoutRedirectURIAllowed(
      clientID: String, environment: Environment, uri: String
    ) -> Bool {
      table(environment).client(clientID)?.postLogoutRedirectURIs.contains { isSame($0, uri) }
        ?? false
    }

    /// True when scripts of the origin may read what the client gets: answer with
    /// `Access-Control-Allow-Origin: ORIGIN` and `Vary: Origin`, else with neither.
    ///
    /// - Parameter origin: the header `Origin` as it came.
    public static func isCORSOriginAllowed(
      clientID: String, environment: Environment, origin: String
    ) -> Bool {
      table(environment).client(clientID)?.corsOrigins.contains { isSame($0, origin) } ?? false
    }

    /// True when the client may use the grant type at the token endpoint.
    public static func isGrantTypeAllowed(
      clientID: String, environment: Environment, grantType: String
    ) -> Bool {
      table(environment).client(clientID)?.grantTypes.contains { isSame($0, grantType) } ?? false
    }

    /// Decides a request at the authorization endpoint.
    ///
    /// - Parameter rawQuery: the query as it arrived, without the `?`, not decoded.
    public static func decideAuthorization(
      rawQuery: String, environment: Environment
    ) -> AuthorizationDecision {
      guard let parameters = Parameters(rawQuery[...].utf8, plusIsSpace: true),
        let clientID = parameters[.clientID]
      else { return .localError(error: "invalid_request") }
      guard let client = table(environment).client(clientID) else {
        return .localError(error: "invalid_client")
      }
      guard let redirectURI = client.target(of: parameters[.redirectURI]) else {
        return .localError(error: "invalid_request")
      }
      let state = parameters[.state]
      func refused(_ error: String) -> AuthorizationDecision {
        .redirectError(
          url: errorURL(
            redirectURI: redirectURI, error: error, state: state, issuer: client.issuer),
          error: error)
      }
      guard let responseType = parameters[.responseType] else { return refused("invalid_request") }
      guard client.responseTypes.contains(where: { isSame($0, responseType) }) else {
        return refused("unsupported_response_type")
      }
      guard state != nil || !client.requiresState else { return refused("invalid_request") }
      guard let scopes = client.scopes(of: parameters[.scope]) else {
        return refused("invalid_scope")
      }
      guard
        client.accepts(
          codeChallenge: parameters[.codeChallenge], method: parameters[.codeChallengeMethod])
      else { return refused("invalid_request") }
      return .allow(client.request(redirectURI, scopes, parameters))
    }

    /// Decides an App Flip request.
    ///
    /// - Parameters:
    ///   - url: the universal link that opened the app (`NSUserActivity.webpageURL`, as text).
    ///   - errorDescription: sent as `error_description` with an error, for people.
    public static func decideAppFlip(
      url: String, environment: Environment, errorDescription: String? = nil
    ) -> AppFlipDecision {
      let mark = url.utf8.firstIndex(of: UInt8(ascii: "?"))
      let link = url[..<(mark ?? url.endIndex)]
      let candidates = table(environment).clients.filter { client in
        client.universalLink.map { $0.utf8.elementsEqual(link.utf8) } ?? false
      }
      guard !candidates.isEmpty else { return .ignore }
      let query = mark.map { url[$0...].utf8.dropFirst() } ?? url[url.endIndex...].utf8
      guard let parameters = Parameters(query, plusIsSpace: false),
        let requested = parameters[.redirectURI]
      else { return .notHandled }
      let client = parameters[.clientID].flatMap { id in candidates.first { isSame($0.id, id) } }
      let owners = client.map { [$0] } ?? candidates
      guard let (owner, redirectURI) = Client.owner(of: requested, among: owners) else {
        return .notHandled
      }
      let state = parameters[.state]
      guard let client, state != nil || !client.requiresState,
        let scopes = client.scopes(of: parameters[.scope]),
        client.accepts(
          codeChallenge: parameters[.codeChallenge], method: parameters[.codeChallengeMethod])
      else {
        let error = "invalid_request"
        return .returnError(
          url: errorURL(
            redirectURI: redirectURI, error: error, state: state, issuer: owner.issuer,
            description: errorDescription),
          error: error)
      }
      return .allow(client.request(redirectURI, scopes, parameters))
    }

    /// Decides an App Flip intent.
    ///
    /// - Parameter action: the action of the intent; nil where the app has only one App Flip action.
    public static func decideAppFlip(
      caller: Caller, extras: AppFlipExtras, environment: Environment, action: String? = nil
    ) -> AppFlipResult {
      let candidates = table(environment).clients.filter { client in
        guard let own = client.intentAction else { return false }
        return action.map { isSame($0, own) } ?? true
      }
      guard !candidates.isEmpty else { return .ignore }
      let client = extras.clientID.flatMap { id in candidates.first { isSame($0.id, id) } }
      let owners = client.map { [$0] } ?? candidates
      guard owners.contains(where: { $0.accepts(caller) }) else { return .cancelled }
      guard let requested = extras.redirectURI,
        let (_, redirectURI) = Client.owner(of: requested, among: owners)
      else { return .error(type: 3, code: 1, description: "Invalid redirect URI") }
      guard let client else { return .error(type: 3, code: 1, description: "Invalid client") }
      guard extras.scopes.allSatisfy(client.hasScope) else {
        return .error(type: 3, code: 1, description: "Invalid scope")
      }
      // An intent has no code challenge.
      guard !client.requiresPKCE else {
        return .error(type: 3, code: 1, description: "Invalid request")
      }
      return .allow(
        Request(
          clientID: client.id, redirectURI: redirectURI, state: nil, scopes: extras.scopes,
          codeChallenge: nil,
          issuedCode: IssuedCode(
            clientID: client.id, redirectURI: requested, codeChallenge: nil,
            codeChallengeMethod: nil),
          issuer: nil))
    }

    /// Where to send the user with a code.
    ///
    /// - Parameter redirectURI: the one of an allowed request, never the text of the request itself.
    public static func successURL(
      redirectURI: String, code: String, state: String?, issuer: String? = nil
    ) -> String {
      url(redirectURI, [("code", code), ("state", state), ("iss", issuer)])
    }

    /// Where to send the user with an error.
    ///
    /// - Parameters:
    ///   - redirectURI: the one of an allowed request, never the text of the request itself.
    ///   - description: sent as `error_description`, for people.
    public static func errorURL(
      redirectURI: String, error: String, state: String?, issuer: String? = nil,
      description: String? = nil
    ) -> String {
      url(
        redirectURI,
        [("error", error), ("error_description", description), ("state", state), ("iss", issuer)])
    }
    """#
}
