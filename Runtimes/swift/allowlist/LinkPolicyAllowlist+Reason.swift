extension LinkPolicyAllowlist {
  /// Why a request was decided as it was: an ID of `linkpolicy rules --reasons`.
  public enum Reason: String, Sendable, CaseIterable, CustomStringConvertible {
    case allowed
    case callerUnknown = "caller-unknown"
    case clientAuthenticationMalformed = "client-authentication-malformed"
    case clientAuthenticationMethod = "client-authentication-method"
    case clientAuthenticationMissing = "client-authentication-missing"
    case clientAuthenticationTwice = "client-authentication-twice"
    case clientIDMismatch = "client-id-mismatch"
    case clientIDMissing = "client-id-missing"
    case clientSecretWrong = "client-secret-wrong"
    case clientUnknown = "client-unknown"
    case codeOtherClient = "code-other-client"
    case codeUnknown = "code-unknown"
    case codeVerifierMismatch = "code-verifier-mismatch"
    case codeVerifierMissing = "code-verifier-missing"
    case codeVerifierUnexpected = "code-verifier-unexpected"
    case duplicateParameter = "duplicate-parameter"
    case grantTypeMissing = "grant-type-missing"
    case grantTypeNotAllowed = "grant-type-not-allowed"
    case grantTypeUnsupported = "grant-type-unsupported"
    case intentUnsupported = "intent-unsupported"
    case linkNotConfigured = "link-not-configured"
    case loopbackPort = "loopback-port"
    case malformedRequest = "malformed-request"
    case parameterMissing = "parameter-missing"
    case pkceChallenge = "pkce-challenge"
    case pkceMethod = "pkce-method"
    case pkceMissing = "pkce-missing"
    case redirectURIBrowserOnly = "redirect-uri-browser-only"
    case redirectURIMissing = "redirect-uri-missing"
    case redirectURINotRegistered = "redirect-uri-not-registered"
    case redirectURIOtherRequest = "redirect-uri-other-request"
    case refreshTokenUnknown = "refresh-token-unknown"
    case responseTypeMissing = "response-type-missing"
    case responseTypeUnsupported = "response-type-unsupported"
    case scopeNotAllowed = "scope-not-allowed"
    case stateMissing = "state-missing"

    /// The ID.
    public var description: String { rawValue }
  }
}
