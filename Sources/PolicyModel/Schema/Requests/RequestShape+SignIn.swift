/// Requests about Google Sign-In and Sign in with Apple.
extension RequestShape {
  static let googleClient = request(
    .googleClient, facts: ObjectKey.named("firebase_project_number"),
    [
      operation("reverse", "signIn", "firebaseSignIn", "webOAuthScheme", "format"),
      input(
        .object(
          ObjectKey.named(
            "client_id", "ios_client_id", "client_type", "url_schemes", "registered_schemes",
            "presenter", "presenting_view_controller", "presentingViewController",
            "server_client_id", "server_client_type", "reversed_client_id",
            "reversed_client_id_registered", "app_scheme_registered", "google_app_id", "aud",
            "token_aud", "token_aud_project", "firebase_project_number", "allow_listed",
            "whitelisted_client_ids") + [ObjectKey("project", isPart: true, only: ["signIn"])])),
    ])

  static let scopes = request(
    .scopes,
    facts: ObjectKey.named("granted", "signed_in", "user_unticked", "current_user", "user")
      + [
        ObjectKey("outcome"), ObjectKey("consent"), ObjectKey("flow"),
        ObjectKey("scope", isPart: true, only: ["grantedScopes"]),
        ObjectKey("current", isPart: true, only: ["addScopes"]),
        ObjectKey("same_user", isPart: true, only: ["addScopes"]),
        ObjectKey("mismatch", isPart: true, only: ["addScopes"]),
      ],
    [
      operation(
        "addScopes", "grantedScopes", "signInScopes", "missingScopes", "signInResult", "lintScope"
      ),
      input(.object([ObjectKey("feature"), ObjectKey("scope", only: ["grantedScopes"])])),
    ])

  static let tokenRefresh = request(
    .tokenRefresh,
    facts: ObjectKey.named(
      "access_seconds_left", "id_token_seconds_left", "refresh_token_seconds_left",
      "current_user", "keychain"),
    [operation("refreshTokensIfNeeded", "restorePreviousSignIn"), input(.object([]))])

  static let appleIDToken = request(
    .appleIDToken, facts: [ObjectKey("audiences", .each(.any))],
    [
      operation("firebaseNonce", "ownBackendNonce", "idToken", "claim", "policy", "codeExchange"),
      input(
        .object(
          claims
            + ObjectKey.named(
              "raw", "claim", "raw_nonce", "alg", "kid", "flow", "platform", "platforms",
              "team_id", "key_id", "private_key", "services_id", "bundle_id", "return_url",
              "return_urls", "scopes", "parameters", "custom_parameters",
              "client_secret_exp_minus_iat", "client_secret_sub", "code_from"))),
      KeyShape(.jwt, .text, "Signed ID token"),
      KeyShape(.claims, .request(.object(claims)), "Claims of an ID token"),
      KeyShape(.rawNonce, .nullable(.text), "Nonce before hashing"),
      KeyShape(.jwks, .any, "Public keys of the issuer (JWK set)"),
    ])

  /// Claims of Apple ID tokens, and properties of a token that aren't claims.
  private static let claims =
    ObjectKey.named(
      "iss", "sub", "aud", "azp", "iat", "exp", "nbf", "jti", "auth_time", "nonce",
      "nonce_supported", "email", "email_verified", "is_private_email", "real_user_status",
      "transfer_sub", "org_id", "user_unique_id", "at_hash", "c_hash", "s_hash", "events")
    + ObjectKey.named("signature", "signature_valid", "second_use_of_token")
}
