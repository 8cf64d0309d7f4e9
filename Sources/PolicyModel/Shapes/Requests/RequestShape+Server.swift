/// Requests to our own server and apps.
extension RequestShape {
  static let authorize = request(
    "authorize",
    [
      KeyShape("query", .text, "Raw query, after `?`"),
      KeyShape("url", .text, "The whole URL"),
    ]
      + [
        "client_id", "redirect_uri", "response_type", "state", "scope", "code_challenge",
        "code_challenge_method", "user_locale", "login_hint", "nonce", "prompt", "response_mode",
      ].map { KeyShape($0, .nullable(.text), "Decoded parameter") }
      + [outcome("approve", "deny", "server_error", "temporarily_unavailable"), code])

  static let appFlipIOS = request(
    "app_flip_ios",
    [
      KeyShape("url", .text, "The whole URL"),
      outcome("approve", "deny", "offline", "timeout", "sign_in_failed", "account_disabled"), code,
      KeyShape("error_description", .text, "Answered along with an error"),
    ])

  static let appFlipAndroid = request(
    "app_flip_android",
    [
      KeyShape("action", .text, "Intent action"),
      KeyShape(
        "caller", .request(.object(RequestKey.named("package", "certs"))),
        "Calling app: package and certs"),
      KeyShape(
        "extras", .request(.object(RequestKey.named("CLIENT_ID", "SCOPE", "REDIRECT_URI"))),
        "Intent extras"),
      outcome(
        "approve", "deny", "offline", "timeout", "back", "sign_in_failed", "account_disabled"),
      code,
    ])

  static let token = request(
    "token",
    facts: [
      RequestKey(
        "code",
        .object(
          RequestKey.named(
            "client", "redirect_uri", "challenge", "challenge_method", "expired", "used"))),
      RequestKey("secret_matches"),
      RequestKey("account", .words(["known", "unknown", "exists"])),
      RequestKey("refresh_token", .object(RequestKey.named("client", "revoked", "expired"))),
    ],
    [
      KeyShape("form", .text, "Raw form of a token request"),
      KeyShape("authorization", .nullable(.text), "The header `Authorization`"),
    ])

  private static let app = KeyShape("app", .text, "Only this app is asked about")

  static let universalLink = request(
    "universal_link", [KeyShape("url", .text, "The whole URL"), app])

  static let appLink = request(
    "app_link",
    [
      KeyShape("url", .text, "The whole URL"), app,
      KeyShape("android_version", .integer(1...99), "Android version", defaultValue: "15"),
    ])
}
