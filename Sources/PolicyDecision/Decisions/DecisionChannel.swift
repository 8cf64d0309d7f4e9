/// How the response to a request is delivered. The raw values are part of the contract; channels
/// are only added.
public enum DecisionChannel: String, Sendable, CaseIterable, CustomStringConvertible {
  /// To the redirect URI.
  case redirect
  /// To the post-logout redirect URI.
  case postLogoutRedirect = "post_logout_redirect"
  /// The server's own page, which confirms a sign-out.
  case localPage = "local_page"
  /// An error page of the server.
  case localError = "local_error"
  /// The response of the token endpoint.
  case tokenResponse = "token_response"
  /// The headers that a browser checks before a page can read a response.
  case corsResponse = "cors_response"
  /// A universal link back to Google's app.
  case openUniversalLink = "open_universal_link"
  /// The result of an Android intent.
  case intentResult = "intent_result"
  /// Our app doesn't handle the link.
  case notHandled = "not_handled"
  /// A link opens the app.
  case openApp = "open_app"
  /// A link opens in the browser.
  case browser
  /// The link of an email action is returned to the caller.
  case returned
  /// An email is sent.
  case sent
  /// The SDK returns a value.
  case result
  /// The SDK returns an error before it sends anything.
  case clientError = "client_error"
  /// The server returns an error to the SDK.
  case serverError = "server_error"
  /// The SDK ends the app.
  case crash
  /// The request isn't for the policies.
  case nothing = "none"

  /// The raw value.
  public var description: String { rawValue }
}
