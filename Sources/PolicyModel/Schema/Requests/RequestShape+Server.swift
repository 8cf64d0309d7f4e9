/// Requests to your server and apps.
extension RequestShape {
  private static let errorDescription = KeyShape(
    .errorDescription, .nullable(.text), "Error description in the response, if there is an error")

  static let authorize = request(
    .authorize,
    [
      query, url, parameter(.clientID, .clientID), parameter(.redirectURI, .redirectURI),
      parameter(.responseType), parameter(.state), parameter(.scope, .scope),
    ]
      + ([
        .codeChallenge, .codeChallengeMethod, .userLocale, .loginHint, .nonce, .prompt,
        .responseMode,
      ] as [RequestKey]).map { parameter($0) }
      + [
        outcome("approve", "deny", "server_error", "temporarily_unavailable"), code,
        errorDescription,
      ])

  static let appFlipIOS = request(
    .appFlipIOS,
    [
      url,
      outcome("approve", "deny", "offline", "timeout", "sign_in_failed", "account_disabled"), code,
      errorDescription,
    ])

  static let appFlipAndroid = request(
    .appFlipAndroid,
    [
      KeyShape(.action, .text, "Intent action"),
      KeyShape(
        .caller, .request(.object(ObjectKey.named("package", "certs"))),
        "Calling app, with `package` and `certs`"),
      KeyShape(
        .extras, .request(.object(ObjectKey.named("CLIENT_ID", "SCOPE", "REDIRECT_URI"))),
        "Intent extras"),
      outcome(
        "approve", "deny", "offline", "timeout", "back", "sign_in_failed", "account_disabled"),
      code,
    ])

  static let token = request(
    .token,
    facts: [
      ObjectKey(
        "code",
        .object(
          ObjectKey.named(
            "client", "redirect_uri", "challenge", "challenge_method", "expired", "used"))),
      ObjectKey("secret_matches"),
      ObjectKey("account", .words(["known", "unknown", "exists"])),
      ObjectKey("refresh_token", .object(ObjectKey.named("client", "revoked", "expired"))),
    ],
    [
      KeyShape(.form, .text, "Raw form body of the token request"),
      KeyShape(.authorization, .nullable(.text), "`Authorization` header"),
    ])

  static let postLogout = request(
    .postLogout,
    [
      query, url, parameter(.clientID, .clientID), parameter(.postLogoutRedirectURI, .url),
    ]
      + ([.state, .idTokenHint, .logoutHint, .uiLocales] as [RequestKey]).map { parameter($0) })

  private static let app = KeyShape(.app, .text, "Evaluate the link for this app only")

  static let universalLink = request(
    .universalLink, [url, app])

  static let appLink = request(
    .appLink,
    [
      url, app,
      KeyShape(
        .androidVersion, .integer(1...99), "Android version",
        defaultValue: .integer(RequestDefaults.androidVersion)),
    ])
}
