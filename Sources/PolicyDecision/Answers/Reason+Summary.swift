extension Reason {
  /// One line for `linkpolicy rules --reasons`.
  package var summary: String {
    switch self {
    case .allowed: "everything agrees with the policy"
    case .loopbackPort:
      "allowed: a loopback redirect URI of a native client, with any port (RFC 8252 7.3)"
    case .malformedRequest:
      "a percent escape or UTF-8 sequence is malformed; nothing of it is trusted"
    case .duplicateParameter: "a parameter stands twice (RFC 6749 3.1)"
    case .clientIDMissing: "there is no client_id, or it is empty"
    case .clientUnknown: "no client has this client_id in either environment"
    case .clientOtherEnvironment: "the client_id belongs to the other environment"
    case .redirectURIMissing: "there is no redirect_uri, and the client may not leave it out"
    case .redirectURIOtherEnvironment: "the redirect URI is registered for the other environment"
    case .redirectURICase: "the redirect URI differs from a registered one only by case"
    case .redirectURITrailingSlash:
      "the redirect URI differs from a registered one only by a final slash"
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
    case .redirectURIBrowserOnly:
      "the redirect URI is registered for the browser; App Flip answers at `/a/` addresses only"
    case .endpointUnknown: "the URL is no authorization endpoint of the policies; not for us"
    case .notAuthorizationRequest:
      "a request of an access log that is none to an authorization endpoint; not for us"
    case .grantTypeMissing: "there is no grant_type"
    case .grantTypeUnsupported:
      "the token endpoint does not know the grant_type, or the client may not use it"
    case .grantTypeNotAllowed:
      "the `grant_types` of the client lack what the request needs (RFC 6749 4.1.2.1, 5.2)"
    case .intentUnsupported: "the intent is none that the client may send to streamlined linking"
    case .parameterMissing: "a parameter that the grant needs is missing"
    case .clientAuthenticationMissing:
      "the client does not authenticate as its `token_endpoint_auth` says (RFC 6749 2.3)"
    case .clientAuthenticationMethod:
      "the client authenticates in another way than its `token_endpoint_auth` (RFC 6749 2.3)"
    case .clientAuthenticationTwice: "the client authenticates in two ways at once (RFC 6749 2.3)"
    case .clientAuthenticationMalformed:
      "the `Authorization` header is no Basic header that can be read (RFC 6749 2.3.1)"
    case .clientIDMismatch: "form and `Authorization` header name different clients"
    case .clientSecretWrong: "the client secret does not verify"
    case .codeUnknown: "the authorization code was never issued"
    case .codeUsed:
      "the code was used before; the tokens of an authorization code are revoked (RFC 6749 4.1.2)"
    case .codeExpired: "the authorization code, or the code of an email link, has expired"
    case .codeOtherClient: "the authorization code was issued to another client"
    case .redirectURIOtherRequest:
      "the redirect URI is not the one of the authorization request (RFC 6749 4.1.3)"
    case .refreshTokenUnknown: "the refresh token was never issued"
    case .refreshTokenRevoked: "the refresh token was revoked (RFC 7009)"
    case .refreshTokenOtherClient: "the refresh token was issued to another client"
    case .codeVerifierMissing:
      "there is no code_verifier, and the client requires PKCE or the request had a code_challenge"
    case .codeVerifierUnexpected:
      "there is a code_verifier, and the authorization request had no code_challenge (RFC 9700 2.1.1)"
    case .codeVerifierMismatch:
      "the code_verifier does not belong to the code_challenge (RFC 7636 4.6)"
    case .accountUnknown: "there is no such account"
    case .accountExists: "there is such an account already"
    case .originNotRegistered: "the origin of the page is none of the client (CORS)"
    case .domainNotAuthorized: "no authorized domain covers the host"
    case .authDomainMissing: "no authorized domain can be the auth domain"
    case .continueURIMissing: "there is no continue URL"
    case .continueURIInvalid: "the continue URL is none that is taken"
    case .settingsInvalid: "the SDK refuses the settings before it sends anything"
    case .settingsCrash: "the SDK ends the program"
    case .appSettingsIncomplete: "settings of an app lack its bundle ID or package name"
    case .linkDomainInvalid: "the link domain is no custom Hosting domain of the project"
    case .dynamicLinkDomainInvalid:
      "Firebase Dynamic Links were shut down on 2025-08-25, or the domain is not the project's"
    case .emailLinkDisabled: "sign-in with an email link is off in the project"
    case .providerError: "the service answers with an error"
    case .linkUnreadable: "not every platform can read the link"
    case .tenantMismatch: "the link belongs to another tenant"
    case .accountCollision:
      "another account has the email address, and the provider did not verify it"
    case .providerAlreadyLinked: "the account is linked to this provider already"
    case .providerNotLinked: "the account is not linked to this provider"
    case .credentialInUse: "the credential belongs to an account already"
    case .emailInUse: "another account has the email address"
    case .userMismatch: "the credential belongs to another user than the current one"
    case .consentMissing:
      "linking an Apple account to other data needs the user's explicit consent"
    case .notSignedIn: "nobody is signed in"
    case .clientIDInvalid: "the text is no client ID of the kind that is needed"
    case .presenterMissing: "there is no view controller to present the sign-in"
    case .urlSchemeMissing:
      "the app does not register the URL scheme that the answer comes back to"
    case .clientTypeMismatch: "the client has another type than the flow needs"
    case .projectMismatch: "two client IDs or tokens belong to different projects"
    case .scopesAlreadyGranted: "all scopes are granted already"
    case .scopesMissing: "not all scopes are granted"
    case .scopeMalformed: "the text is no scope"
    case .tokenFresh: "the tokens live long enough; nothing is refreshed"
    case .tokenRefreshed: "the tokens are about to expire and are refreshed"
    case .refreshTokenExpired: "the refresh token has expired"
    case .tokenMalformed: "the text is no signed token (RFC 7515 section 7.1)"
    case .algorithmNotAccepted:
      "the token is not signed with the issuer's algorithm, or not with that of the key"
    case .keyUnknown: "no key of the issuer has the `kid` of the token"
    case .keyMalformed: "the key that the token names cannot be used (RFC 7517, RFC 7518 section 6)"
    case .signatureInvalid: "the signature does not belong to the token and the key"
    case .issuerMismatch: "the token was issued by somebody else"
    case .audienceMismatch: "the token was issued for another app"
    case .tokenExpired: "the token has expired"
    case .tokenNotYetValid: "the token was issued in the future, or is valid only later"
    case .tokenReplayed: "the token was used before"
    case .nonceMissing: "a nonce was expected and is not there"
    case .nonceMismatch: "the nonce of the token is not the hash of the raw nonce"
    case .appleNonceEncoding:
      "the nonce was hashed or encoded in the wrong way: lowercase hex SHA-256 goes to Apple, the raw nonce to Firebase"
    case .clientSecretLifetime: "the client secret lives longer than Apple allows"
    case .settingRefused: "a setting of the provider is refused"
    }
  }
}
