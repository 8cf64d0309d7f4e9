extension GoTarget {
  /// The types that callers see.
  static let declarations: Code<GoLanguage> = #"""
    // Environment is one of the two worlds every value of the policy belongs to: Prod or Sandbox. In any
    // other no client exists.
    type Environment string

    // Request is a request that agrees with the policy. Ask the user, then answer at RedirectURI and
    // nowhere else. What the request does not have is empty.
    type Request struct {
      // ClientID says who asks.
      ClientID string
      // RedirectURI is registered; a loopback one of a native client has the port of the request.
      RedirectURI string
      // State is sent back unchanged.
      State string
      // Scopes is what is asked for; all of it is registered.
      Scopes []string
      // CodeChallenge is part of IssuedCode too (RFC 7636).
      CodeChallenge string
      // Issuer is sent as iss where the server has one (RFC 9207).
      Issuer string
      // IssuedCode is what to keep with the code: Accepts of a TokenRequest asks for it.
      IssuedCode IssuedCode
    }

    // SuccessURL is where to send the user with a code.
    func (r Request) SuccessURL(code string) string {
      return answerURL(r.RedirectURI, "code", code, "", r.State, r.Issuer)
    }

    // ErrorURL is where to send the user with an error, such as access_denied.
    func (r Request) ErrorURL(errorCode string) string {
      return answerURL(r.RedirectURI, "error", errorCode, "", r.State, r.Issuer)
    }

    // ErrorURLWithDescription is the same with error_description, a text for people.
    func (r Request) ErrorURLWithDescription(errorCode, description string) string {
      return answerURL(r.RedirectURI, "error", errorCode, description, r.State, r.Issuer)
    }

    // Kind says what a decision asks for.
    type Kind string

    // The kinds of decisions.
    const (
      // Allow: ask the user, then answer the Request.
      Allow Kind = "allow"
      // RedirectError: authenticate the user, then send the browser to Target, which tells the client
      // of Error.
      RedirectError Kind = "redirect_error"
      // LocalError: show Error on a page of your own. Redirecting would make the server an open
      // redirector.
      LocalError Kind = "local_error"
      // ReturnError: open Target as a universal link; the calling app goes on without the app.
      ReturnError Kind = "return_error"
      // NotHandled: open nothing, for where the answer would go is not registered.
      NotHandled Kind = "not_handled"
      // IntentError: finish with result code -2 and the extras ERROR_TYPE, ERROR_CODE and
      // ERROR_DESCRIPTION.
      IntentError Kind = "error"
      // Cancelled: finish with RESULT_CANCELED and without data, for the caller is not who it must be.
      Cancelled Kind = "cancelled"
      // TokenError: answer Status with Error.
      TokenError Kind = "token_error"
      // Ignore: not an App Flip request, let the app handle it as any other.
      Ignore Kind = "ignore"
    )

    // AuthorizationDecision is the answer to a request at the authorization endpoint.
    type AuthorizationDecision struct {
      // Kind is Allow, RedirectError or LocalError.
      Kind Kind
      // Request is what Allow is about.
      Request Request
      // Target is where RedirectError sends the browser.
      Target string
      // Error is the error of RedirectError and LocalError.
      Error string
    }

    // AppFlipDecision is the answer to an App Flip request that arrived as a universal link.
    type AppFlipDecision struct {
      // Kind is Allow, ReturnError, NotHandled or Ignore.
      Kind Kind
      // Request is what Allow is about; its URLs are opened as universal links.
      Request Request
      // Target is the link that ReturnError opens.
      Target string
      // Error is the error of ReturnError.
      Error string
    }

    // AppFlipResult is the answer to an App Flip intent.
    type AppFlipResult struct {
      // Kind is Allow, IntentError, Cancelled or Ignore.
      Kind Kind
      // Request is what Allow is about; the answer is RESULT_OK with AUTHORIZATION_CODE.
      Request Request
      // ErrorType, ErrorCode and ErrorDescription are the extras of IntentError.
      ErrorType        int
      ErrorCode        int
      ErrorDescription string
    }

    // Caller is the app that sent an App Flip intent.
    type Caller struct {
      // Package is its package name.
      Package string
      // Certificates are the SHA-256 of its current signing certificates in hex, with or without
      // colons.
      Certificates []string
    }

    // AppFlipExtras are the extras of an App Flip intent; what it does not have is empty.
    type AppFlipExtras struct {
      // ClientID is CLIENT_ID.
      ClientID string
      // RedirectURI is REDIRECT_URI.
      RedirectURI string
      // Scopes are the elements of SCOPE, or that string split at spaces.
      Scopes []string
    }
    """#
}
