/// Requests about Firebase Authentication.
extension RequestShape {
  private static let domains = [
    RequestKey("authorized_domains", .each(.any)), RequestKey("emulator"),
  ]

  static let webOrigin = request(
    "web_origin", facts: domains, [input(.object(RequestKey.named("page_url")))])

  static let authDomain = request(
    "auth_domain", facts: domains, [input(.object(RequestKey.named("custom_auth_domain")))])

  static let continueURL = request(
    "continue_url", [input(.object(RequestKey.named("url")))])

  static let emailLink = request(
    "email_link", [input(.object(RequestKey.named("link", "auth_tenant_id")))])

  static let emailAction = request(
    "email_action",
    facts: domains + [
      RequestKey("hosting_custom_domains", .each(.any)),
      RequestKey(
        "mobile_links_domain", .words(["HOSTING_DOMAIN", "FIREBASE_DYNAMIC_LINK_DOMAIN"])),
      RequestKey("apps", .object(RequestKey.named("ios", "android"))),
      RequestKey("code", .words(["valid", "expired", "used", "user_disabled"])),
    ]
      + RequestKey.named(
        "fdl_domain", "email_link_enabled", "improved_email_privacy", "user_exists",
        "email_exists", "project_disabled", "oauth2", "project_id", "firebase_project_number",
        "callback_uri", "lang", "tenant"),
    [
      KeyShape("action", .text, "Email action of the policy"),
      KeyShape(
        "sdk",
        .enumeration(
          ["js", "ios", "rest", "emulator", "admin-node", "admin-go", "any"].map {
            EnumerationValue($0, "")
          }), "SDK that is asked about", defaultValue: "any"),
      operation("apply"),
      input(
        .object(
          settings + [RequestKey("actionCodeSettings", .object(settings))]
            + RequestKey.named(
              "action", "requestType", "email", "newEmail", "idToken", "serverError",
              "returnOobLink", "tenantId", "targetProjectId", "captchaResp", "captchaResponse",
              "challenge", "userIp", "clientType", "recaptchaVersion"))),
    ])

  /// `ActionCodeSettings` in the names of the SDKs and of REST.
  private static let settings: [RequestKey] =
    [
      RequestKey("iOS", .object(RequestKey.named("bundleId", "appStoreId"))),
      RequestKey("ios", .object(RequestKey.named("bundleId", "appStoreId"))),
      RequestKey(
        "android", .object(RequestKey.named("packageName", "installApp", "minimumVersion"))),
    ]
    + RequestKey.named(
      "url", "URL", "continueUrl", "handleCodeInApp", "canHandleCodeInApp", "dynamicLinkDomain",
      "linkDomain", "iOSBundleID", "iOSBundleId", "iOSAppStoreId", "androidPackageName",
      "androidInstallApp", "androidInstallIfNotAvailable", "androidMinimumVersion",
      "androidMinimumVersionCode")

  static let accountLink = request(
    "account_link",
    facts: [
      RequestKey(
        "users",
        .each(
          .object(
            RequestKey.named(
              "email", "emailVerified", "email_verified", "phone", "phoneNumber", "providers",
              "current", "disabled", "anonymous", "is_private_email")))),
      RequestKey(
        "policy",
        .object(
          RequestKey.named("allow_duplicate_emails", "consent_required", "require_consent"))),
    ],
    [
      operation("signIn", "link", "reauthenticate"),
      input(
        .object([
          RequestKey("op", .words(["signIn", "link", "reauthenticate"])),
          RequestKey(
            "credential",
            .object(
              RequestKey.named("provider", "sub", "email", "email_verified", "is_private_email"))),
          RequestKey("revoked"), RequestKey("consent", isPart: true),
        ])),
    ])
}
