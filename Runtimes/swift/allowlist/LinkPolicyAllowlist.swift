/// Decides requests for authorization, tokens, and App Flip by the clients of a policy.
///
/// Strings are compared by their UTF-8 bytes. Nothing is trimmed, case-folded, normalized, or decoded
/// twice, and responses go to registered redirect URIs only. To keep one environment out of a binary,
/// compile with `-D LINKPOLICY_PROD_ONLY` or `-D LINKPOLICY_SANDBOX_ONLY`.
///
/// Your server still has to:
/// - accept each authorization code once and for a short time, and revoke its tokens if it comes again
/// - keep `Request.issuedCode` with the code, and pass it to `TokenRequest.verify`
/// - look up refresh tokens and device codes, and verify assertions and subject tokens
/// - ask for consent in the app for App Flip requests, which may come without a state
/// - rotate the keys that sign tokens, and publish each for as long as a token signed with it is valid
public enum LinkPolicyAllowlist {
  /// The environment that a client belongs to.
  public enum Environment: String, Sendable, CaseIterable {
    #if !LINKPOLICY_SANDBOX_ONLY
      /// Production.
      case prod
    #endif
    #if !LINKPOLICY_PROD_ONLY
      /// For testing an integration.
      case sandbox
    #endif
  }

  /// The compiled-in clients of an environment.
  public static func allowlist(_ environment: Environment) -> Allowlist {
    switch environment {
    #if !LINKPOLICY_SANDBOX_ONLY
      case .prod: prod
    #endif
    #if !LINKPOLICY_PROD_ONLY
      case .sandbox: sandbox
    #endif
    }
  }

  /// Returns true if the client may receive its response at the redirect URI.
  public static func isRedirectURIAllowed(
    clientID: String, environment: Environment, redirectURI: String
  ) -> Bool {
    allowlist(environment).isRedirectURIAllowed(clientID: clientID, redirectURI: redirectURI)
  }

  /// Returns true if the client may send a user to the URI after sign-out.
  public static func isPostLogoutRedirectURIAllowed(
    clientID: String, environment: Environment, uri: String
  ) -> Bool {
    allowlist(environment).isPostLogoutRedirectURIAllowed(clientID: clientID, uri: uri)
  }

  /// Returns true if scripts of the origin may read responses to the client.
  ///
  /// - Parameter origin: the `Origin` header as received.
  public static func isCORSOriginAllowed(
    clientID: String, environment: Environment, origin: String
  ) -> Bool {
    allowlist(environment).isCORSOriginAllowed(clientID: clientID, origin: origin)
  }

  /// Returns true if the client may use the grant type at the token endpoint.
  public static func isGrantTypeAllowed(
    clientID: String, environment: Environment, grantType: String
  ) -> Bool {
    allowlist(environment).isGrantTypeAllowed(clientID: clientID, grantType: grantType)
  }

  /// Decides a request at the authorization endpoint.
  ///
  /// - Parameter rawQuery: the query as received, without the `?`, not decoded.
  public static func decideAuthorization(
    rawQuery: String, environment: Environment
  ) -> AuthorizationDecision {
    allowlist(environment).decideAuthorization(rawQuery: rawQuery)
  }

  /// Decides a request at the token endpoint.
  ///
  /// - Parameters:
  ///   - rawForm: the body as received, not decoded.
  ///   - authorization: the `Authorization` header; nil if there is none.
  public static func decideToken(
    rawForm: String, authorization: String?, environment: Environment
  ) -> TokenDecision {
    allowlist(environment).decideToken(rawForm: rawForm, authorization: authorization)
  }

  /// Decides an App Flip request on iOS.
  ///
  /// - Parameters:
  ///   - url: the universal link that opened the app (`NSUserActivity.webpageURL`, as a string).
  ///   - errorDescription: the `error_description` for a reason; nil for none.
  public static func decideAppFlip(
    url: String, environment: Environment,
    errorDescription: (Reason) -> String? = { _ in nil }
  ) -> AppFlipDecision {
    allowlist(environment).decideAppFlip(url: url, errorDescription: errorDescription)
  }

  /// Decides an App Flip intent on Android.
  ///
  /// - Parameter action: the action of the intent; nil if the app has only one App Flip action.
  public static func decideAppFlip(
    caller: Caller, extras: AppFlipExtras, environment: Environment, action: String? = nil
  ) -> AppFlipResult {
    allowlist(environment).decideAppFlip(caller: caller, extras: extras, action: action)
  }

  /// The URL that returns a code to the client.
  ///
  /// - Parameters:
  ///   - redirectURI: the one of an allowed request, never the parameter of a request.
  ///   - issuer: sent as `iss` (RFC 9207).
  public static func successURL(
    redirectURI: String, code: String, state: String?, issuer: String? = nil
  ) -> String {
    appendParameters([("code", code), ("state", state), ("iss", issuer)], to: redirectURI)
  }

  /// The URL that returns an error to the client.
  ///
  /// - Parameters:
  ///   - redirectURI: the one of an allowed request, never the parameter of a request.
  ///   - description: sent as `error_description`, for developers.
  public static func errorURL(
    redirectURI: String, error: String, state: String?, issuer: String? = nil,
    description: String? = nil
  ) -> String {
    appendParameters(
      [("error", error), ("error_description", description), ("state", state), ("iss", issuer)],
      to: redirectURI)
  }
}
