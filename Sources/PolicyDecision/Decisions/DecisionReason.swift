/// Why a request has its outcome. The raw values are part of the contract; reasons are only added.
public enum DecisionReason: String, Sendable, CaseIterable, CustomStringConvertible {
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
  case redirectURIBrowserOnly = "redirect-uri-browser-only"
  case endpointUnknown = "endpoint-unknown"
  case notAuthorizationRequest = "not-authorization-request"

  // The token endpoint.
  case grantTypeMissing = "grant-type-missing"
  case grantTypeUnsupported = "grant-type-unsupported"
  case grantTypeNotAllowed = "grant-type-not-allowed"
  case intentUnsupported = "intent-unsupported"
  case parameterMissing = "parameter-missing"
  case clientAuthenticationMissing = "client-authentication-missing"
  case clientAuthenticationMethod = "client-authentication-method"
  case clientAuthenticationTwice = "client-authentication-twice"
  case clientAuthenticationMalformed = "client-authentication-malformed"
  case clientIDMismatch = "client-id-mismatch"
  case clientSecretWrong = "client-secret-wrong"
  case codeUnknown = "code-unknown"
  case codeUsed = "code-used"
  case codeExpired = "code-expired"
  case codeOtherClient = "code-other-client"
  case redirectURIOtherRequest = "redirect-uri-other-request"
  case refreshTokenUnknown = "refresh-token-unknown"
  case refreshTokenRevoked = "refresh-token-revoked"
  case refreshTokenOtherClient = "refresh-token-other-client"
  case codeVerifierMissing = "code-verifier-missing"
  case codeVerifierUnexpected = "code-verifier-unexpected"
  case codeVerifierMismatch = "code-verifier-mismatch"
  case accountUnknown = "account-unknown"
  case accountExists = "account-exists"
  case originNotRegistered = "origin-not-registered"

  // Firebase Authentication.
  case domainNotAuthorized = "domain-not-authorized"
  case authDomainMissing = "auth-domain-missing"
  case continueURIMissing = "continue-uri-missing"
  case continueURIInvalid = "continue-uri-invalid"
  case settingsInvalid = "settings-invalid"
  case settingsCrash = "settings-crash"
  case appSettingsIncomplete = "app-settings-incomplete"
  case linkDomainInvalid = "link-domain-invalid"
  case dynamicLinkDomainInvalid = "dynamic-link-domain-invalid"
  case emailLinkDisabled = "email-link-disabled"
  case providerError = "provider-error"
  case linkUnreadable = "link-unreadable"
  case tenantMismatch = "tenant-mismatch"
  case accountCollision = "account-collision"
  case providerAlreadyLinked = "provider-already-linked"
  case providerNotLinked = "provider-not-linked"
  case credentialInUse = "credential-in-use"
  case emailInUse = "email-in-use"
  case userMismatch = "user-mismatch"
  case consentMissing = "consent-missing"
  case notSignedIn = "not-signed-in"

  // Google Sign-In.
  case clientIDInvalid = "client-id-invalid"
  case presenterMissing = "presenter-missing"
  case urlSchemeMissing = "url-scheme-missing"
  case clientTypeMismatch = "client-type-mismatch"
  case projectMismatch = "project-mismatch"
  case scopesAlreadyGranted = "scopes-already-granted"
  case scopesMissing = "scopes-missing"
  case scopeMalformed = "scope-malformed"
  case tokenFresh = "token-fresh"
  case tokenRefreshed = "token-refreshed"
  case refreshTokenExpired = "refresh-token-expired"

  // Sign in with Apple.
  case tokenMalformed = "token-malformed"
  case algorithmNotAccepted = "algorithm-not-accepted"
  case keyUnknown = "key-unknown"
  case keyMalformed = "key-malformed"
  case signatureInvalid = "signature-invalid"
  case issuerMismatch = "issuer-mismatch"
  case audienceMismatch = "audience-mismatch"
  case tokenExpired = "token-expired"
  case tokenNotYetValid = "token-not-yet-valid"
  case tokenReplayed = "token-replayed"
  case nonceMissing = "nonce-missing"
  case nonceMismatch = "nonce-mismatch"
  case appleNonceEncoding = "apple-nonce-encoding"
  case clientSecretLifetime = "client-secret-lifetime"
  case settingRefused = "setting-refused"
}

extension DecisionReason {
  /// The raw value.
  public var description: String { rawValue }

  /// The description in `linkpolicy rules --reasons`.
  public var summary: String {
    switch self {
    case .allowed: "everything agrees with the policy"
    case .loopbackPort:
      "allowed: a loopback redirect URI of a native client, with any port (RFC 8252 7.3)"
    case .malformedRequest:
      "a percent escape or UTF-8 sequence is malformed, so no parameter is trusted"
    case .duplicateParameter: "a parameter appears twice (RFC 6749 3.1)"
    case .clientIDMissing: "`client_id` is missing or empty"
    case .clientUnknown: "no client has this `client_id` in either environment"
    case .clientOtherEnvironment: "the `client_id` belongs to the other environment"
    case .redirectURIMissing: "`redirect_uri` is missing, and the client must send it"
    case .redirectURIOtherEnvironment: "the redirect URI is registered for the other environment"
    case .redirectURICase: "the redirect URI differs from a registered one only by case"
    case .redirectURITrailingSlash:
      "the redirect URI differs from a registered one only by a final slash"
    case .redirectURISameForBrowsers:
      "a browser would treat the redirect URI as a registered one, but the bytes differ"
    case .redirectURINotRegistered: "the redirect URI is not registered for the client"
    case .responseTypeMissing: "`response_type` is missing"
    case .responseTypeUnsupported: "the client may not use this `response_type`"
    case .stateMissing: "`state` is missing, and the client requires it"
    case .scopeNotAllowed: "a scope is empty or not in the client's scopes"
    case .pkceMissing: "`code_challenge` is missing, and the client requires PKCE (RFC 7636)"
    case .pkceMethod:
      "`code_challenge_method` is not accepted; if it is absent, the method is `plain`"
    case .pkceChallenge: "`code_challenge` is not 43 base64url characters"
    case .userDenied: "the user refused consent"
    case .userCancelled: "the user did not finish: sign-in failed, offline, timeout or back"
    case .accountDisabled: "the account is disabled"
    case .serverError: "the server failed"
    case .temporarilyUnavailable: "the server is overloaded"
    case .linkNotConfigured:
      "no client has this universal link or intent action, so the app ignores it"
    case .callerUnknown: "the calling app is not a configured caller with its one certificate"
    case .ruleMatched: "a link rule opens an app"
    case .ruleExcluded: "a link rule excludes the link, so the browser opens it"
    case .noRule: "no link rule matches, so the browser opens the link"
    case .hostUnknown: "the host serves no association file in this environment"
    case .redirectURIBrowserOnly:
      "the redirect URI is registered for the browser flow; App Flip accepts only `/a/` redirect URIs"
    case .endpointUnknown: "the URL is not an authorization endpoint of the policies"
    case .notAuthorizationRequest:
      "the logged request does not go to an authorization endpoint"
    case .grantTypeMissing: "`grant_type` is missing"
    case .grantTypeUnsupported:
      "the token endpoint does not support the `grant_type`, or the client may not use it"
    case .grantTypeNotAllowed:
      "the client's `grant_types` lack the grant that the request needs (RFC 6749 4.1.2.1, 5.2)"
    case .intentUnsupported: "the client may not send this intent to streamlined linking"
    case .parameterMissing: "a parameter that the grant needs is missing"
    case .clientAuthenticationMissing:
      "the client does not authenticate, but its `token_endpoint_auth` requires it (RFC 6749 2.3)"
    case .clientAuthenticationMethod:
      "the client's authentication method differs from its `token_endpoint_auth` (RFC 6749 2.3)"
    case .clientAuthenticationTwice:
      "the client uses two authentication methods at once (RFC 6749 2.3)"
    case .clientAuthenticationMalformed:
      "the `Authorization` header is not a valid Basic header (RFC 6749 2.3.1)"
    case .clientIDMismatch: "form and `Authorization` header name different clients"
    case .clientSecretWrong: "the client secret is wrong"
    case .codeUnknown: "the authorization code was never issued"
    case .codeUsed:
      "the code was used before; the tokens of an authorization code are revoked (RFC 6749 4.1.2)"
    case .codeExpired: "the authorization code, or the code of an email link, has expired"
    case .codeOtherClient: "the authorization code was issued to another client"
    case .redirectURIOtherRequest:
      "the redirect URI differs from the authorization request's (RFC 6749 4.1.3)"
    case .refreshTokenUnknown: "the refresh token was never issued"
    case .refreshTokenRevoked: "the refresh token was revoked (RFC 7009)"
    case .refreshTokenOtherClient: "the refresh token was issued to another client"
    case .codeVerifierMissing:
      "`code_verifier` is missing, but the client requires PKCE or the request had a `code_challenge`"
    case .codeVerifierUnexpected:
      "`code_verifier` is present, but the authorization request had no `code_challenge` (RFC 9700 2.1.1)"
    case .codeVerifierMismatch:
      "`code_verifier` does not match `code_challenge` (RFC 7636 4.6)"
    case .accountUnknown: "the account does not exist"
    case .accountExists: "the account already exists"
    case .originNotRegistered: "the page's origin is not registered for the client (CORS)"
    case .domainNotAuthorized: "no authorized domain covers the host"
    case .authDomainMissing: "no authorized domain can be the auth domain"
    case .continueURIMissing: "the continue URL is missing"
    case .continueURIInvalid: "the continue URL is not accepted"
    case .settingsInvalid: "the SDK refuses the settings before it sends anything"
    case .settingsCrash: "the SDK crashes the app"
    case .appSettingsIncomplete: "settings of an app lack its bundle ID or package name"
    case .linkDomainInvalid: "the link domain is not a custom Hosting domain of the project"
    case .dynamicLinkDomainInvalid:
      "Firebase Dynamic Links were shut down on 2025-08-25, or the domain is not the project's"
    case .emailLinkDisabled: "sign-in with an email link is off in the project"
    case .providerError: "the service returns an error"
    case .linkUnreadable: "some platforms can't read the link"
    case .tenantMismatch: "the link belongs to another tenant"
    case .accountCollision:
      "another account has the email address, and the provider did not verify it"
    case .providerAlreadyLinked: "the account is already linked to this provider"
    case .providerNotLinked: "the account is not linked to this provider"
    case .credentialInUse: "the credential already belongs to an account"
    case .emailInUse: "another account has the email address"
    case .userMismatch: "the credential belongs to a different user"
    case .consentMissing:
      "linking an Apple account to other data needs the user's explicit consent"
    case .notSignedIn: "no user is signed in"
    case .clientIDInvalid: "the value is not a client ID of the required type"
    case .presenterMissing: "no view controller can present the sign-in"
    case .urlSchemeMissing:
      "the app does not register the URL scheme of the response"
    case .clientTypeMismatch: "the client's type does not fit the flow"
    case .projectMismatch: "two client IDs or tokens belong to different projects"
    case .scopesAlreadyGranted: "all scopes are granted already"
    case .scopesMissing: "not all scopes are granted"
    case .scopeMalformed: "the value is not a scope"
    case .tokenFresh: "the tokens are valid long enough, so nothing is refreshed"
    case .tokenRefreshed: "the tokens are about to expire and are refreshed"
    case .refreshTokenExpired: "the refresh token has expired"
    case .tokenMalformed: "the value is not a signed token (RFC 7515 section 7.1)"
    case .algorithmNotAccepted:
      "the token's algorithm is not the issuer's, or not the key's"
    case .keyUnknown: "no key of the issuer has the `kid` of the token"
    case .keyMalformed: "the token's key can't be used (RFC 7517, RFC 7518 section 6)"
    case .signatureInvalid: "the signature is invalid for the token and the key"
    case .issuerMismatch: "the token has another issuer"
    case .audienceMismatch: "the token was issued for another app"
    case .tokenExpired: "the token has expired"
    case .tokenNotYetValid: "the token is not valid yet"
    case .tokenReplayed: "the token was used before"
    case .nonceMissing: "the token lacks the expected nonce"
    case .nonceMismatch: "the token's nonce is not the hash of the raw nonce"
    case .appleNonceEncoding:
      "the nonce is hashed or encoded wrongly: send lowercase hex SHA-256 to Apple and the raw nonce to Firebase"
    case .clientSecretLifetime: "the client secret's lifetime exceeds Apple's limit"
    case .settingRefused: "the provider refuses a setting"
    }
  }

  /// The check of an authorization or App Flip request that fails with the reason; other requests
  /// name theirs.
  package var step: Step {
    switch self {
    case .malformedRequest, .duplicateParameter: .request
    case .linkNotConfigured, .endpointUnknown, .notAuthorizationRequest: .link
    case .callerUnknown: .caller
    case .clientIDMissing, .clientUnknown, .clientOtherEnvironment: .clientID
    case .redirectURIMissing, .redirectURIOtherEnvironment, .redirectURICase,
      .redirectURITrailingSlash, .redirectURISameForBrowsers, .redirectURINotRegistered,
      .redirectURIBrowserOnly:
      .redirectURI
    case .responseTypeMissing, .responseTypeUnsupported, .grantTypeNotAllowed: .responseType
    case .stateMissing: .state
    case .scopeNotAllowed: .scope
    case .pkceMissing, .pkceMethod, .pkceChallenge: .codeChallenge
    case .hostUnknown: .host
    case .ruleMatched, .ruleExcluded, .noRule: .rules
    default: .outcome
    }
  }
}
