/// Requests to our own server and apps.
extension RequestShape {
  private static let errorDescription = KeyShape(
    .errorDescription, .nullable(.text), "Answered along with an error")

  static let authorize = request(
    .authorize,
    [
      KeyShape(.query, .text, "Raw query, after `?`"),
      KeyShape(.url, .text, "The whole URL"),
    ]
      + ([
        .clientID, .redirectURI, .responseType, .state, .scope, .codeChallenge,
        .codeChallengeMethod, .userLocale, .loginHint, .nonce, .prompt, .responseMode,
      ] as [RequestKey]).map { KeyShape($0, .nullable(.text), "Decoded parameter") }
      + [
        outcome("approve", "deny", "server_error", "temporarily_unavailable"), code,
        errorDescription,
      ])

  static let appFlipIOS = request(
    .appFlipIOS,
    [
      KeyShape(.url, .text, "The whole URL"),
      outcome("approve", "deny", "offline", "timeout", "sign_in_failed", "account_disabled"), code,
      errorDescription,
    ])

  static let appFlipAndroid = request(
    .appFlipAndroid,
    [
      KeyShape(.action, .text, "Intent action"),
      KeyShape(
        .caller, .request(.object(ObjectKey.named("package", "certs"))),
        "Calling app: package and certs"),
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
      KeyShape(.form, .text, "Raw form of a token request"),
      KeyShape(.authorization, .nullable(.text), "The header `Authorization`"),
    ])

  static let postLogout = request(
    .postLogout,
    [
      KeyShape(.query, .text, "Raw query, after `?`"),
      KeyShape(.url, .text, "The whole URL"),
    ]
      + ([.clientID, .postLogoutRedirectURI, .state, .idTokenHint, .logoutHint, .uiLocales]
      as [RequestKey]).map { KeyShape($0, .nullable(.text), "Decoded parameter") })

  private static let app = KeyShape(.app, .text, "Only this app is asked about")

  static let universalLink = request(
    .universalLink, [KeyShape(.url, .text, "The whole URL"), app])

  static let appLink = request(
    .appLink,
    [
      KeyShape(.url, .text, "The whole URL"), app,
      KeyShape(
        .androidVersion, .integer(1...99), "Android version",
        defaultValue: .integer(RequestDefaults.androidVersion)),
    ])
}
