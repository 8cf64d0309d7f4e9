/// Why a request was decided as it was; the raw value is part of the contract, reasons are only added.
package enum Reason: String, Sendable, CaseIterable {
  case allowed
  case loopbackPort = "loopback-port"
  case malformedRequest = "malformed-request"
  case duplicateParameter = "duplicate-parameter"
  case clientIDMissing = "client-id-missing"
  case clientUnknown = "client-unknown"
  case clientOtherEnvironment = "client-other-environment"
  case redirectURIMissing = "redirect-uri-missing"
  case redirectURIOtherEnvironment = "redirect-uri-other-environment"
  case redirectURICase = "redirect-uri-case"
  case redirectURITrailingSlash = "redirect-uri-trailing-slash"
  case redirectURISameForBrowsers = "redirect-uri-same-for-browsers"
  case redirectURINotRegistered = "redirect-uri-not-registered"
  case responseTypeMissing = "response-type-missing"
  case responseTypeUnsupported = "response-type-unsupported"
  case stateMissing = "state-missing"
  case scopeNotAllowed = "scope-not-allowed"
  case pkceMissing = "pkce-missing"
  case pkceMethod = "pkce-method"
  case pkceChallenge = "pkce-challenge"
  case userDenied = "user-denied"
  case userCancelled = "user-cancelled"
  case accountDisabled = "account-disabled"
  case serverError = "server-error"
  case temporarilyUnavailable = "temporarily-unavailable"
  case linkNotConfigured = "link-not-configured"
  case callerUnknown = "caller-unknown"
  case ruleMatched = "rule-matched"
  case ruleExcluded = "rule-excluded"
  case noRule = "no-rule"
  case hostUnknown = "host-unknown"

  /// One line for `linkpolicy rules --reasons`.
  package var summary: String {
    switch self {
    case .allowed: "everything agrees with the policy"
    case .loopbackPort: "allowed: a loopback redirect URI of a native client, with any port (RFC 8252 7.3)"
    case .malformedRequest: "a percent escape or UTF-8 sequence is malformed; nothing of it is trusted"
    case .duplicateParameter: "a parameter stands twice (RFC 6749 3.1)"
    case .clientIDMissing: "there is no client_id, or it is empty"
    case .clientUnknown: "no client has this client_id in either environment"
    case .clientOtherEnvironment: "the client_id belongs to the other environment"
    case .redirectURIMissing: "there is no redirect_uri, and the client may not leave it out"
    case .redirectURIOtherEnvironment: "the redirect URI is registered for the other environment"
    case .redirectURICase: "the redirect URI differs from a registered one only by case"
    case .redirectURITrailingSlash: "the redirect URI differs from a registered one only by a final slash"
    case .redirectURISameForBrowsers:
      "a browser would treat the redirect URI as a registered one, but the bytes differ"
    case .redirectURINotRegistered: "the redirect URI is not registered for the client"
    case .responseTypeMissing: "there is no response_type"
    case .responseTypeUnsupported: "the client may not use this response_type"
    case .stateMissing: "there is no state, and the client needs one"
    case .scopeNotAllowed: "a scope is not among those of the client, or is empty"
    case .pkceMissing: "there is no code_challenge, and the client needs one (RFC 7636)"
    case .pkceMethod: "code_challenge_method is not accepted; absent means plain"
    case .pkceChallenge: "code_challenge is not 43 base64url characters"
    case .userDenied: "the user refused the consent"
    case .userCancelled: "the user did not finish: sign-in failed, offline, timeout or back"
    case .accountDisabled: "the account is disabled"
    case .serverError: "the server failed"
    case .temporarilyUnavailable: "the server is overloaded"
    case .linkNotConfigured: "no client has this universal link or intent action; not for us"
    case .callerUnknown: "the calling app is not a configured caller with its one certificate"
    case .ruleMatched: "a link rule opens an app"
    case .ruleExcluded: "a link rule keeps the link in the browser"
    case .noRule: "no link rule matches; the link stays in the browser"
    case .hostUnknown: "the host serves no association file in this environment"
    }
  }

  /// The check that it ends at.
  package var step: Step {
    switch self {
    case .malformedRequest, .duplicateParameter: .request
    case .linkNotConfigured: .link
    case .callerUnknown: .caller
    case .clientIDMissing, .clientUnknown, .clientOtherEnvironment: .clientID
    case .redirectURIMissing, .redirectURIOtherEnvironment, .redirectURICase,
      .redirectURITrailingSlash, .redirectURISameForBrowsers, .redirectURINotRegistered:
      .redirectURI
    case .responseTypeMissing, .responseTypeUnsupported: .responseType
    case .stateMissing: .state
    case .scopeNotAllowed: .scope
    case .pkceMissing, .pkceMethod, .pkceChallenge: .codeChallenge
    case .hostUnknown: .host
    case .ruleMatched, .ruleExcluded, .noRule: .rules
    case .allowed, .loopbackPort, .userDenied, .userCancelled, .accountDisabled, .serverError,
      .temporarilyUnavailable:
      .outcome
    }
  }
}

/// A check of a request, by the name of what is checked.
package enum Step: String, Sendable {
  case link
  case request
  case caller
  case clientID = "client_id"
  case redirectURI = "redirect_uri"
  case responseType = "response_type"
  case state
  case scope
  case codeChallenge = "code_challenge"
  case host
  case rules
  case outcome
}
