import PolicyText

/// Requests about Firebase Authentication.
extension RequestShape {
  private static let domains = [
    ObjectKey("authorized_domains", .each(.any)), ObjectKey("emulator"),
  ]

  static let webOrigin = request(
    .webOrigin, facts: domains,
    [
      KeyShape(
        .clientID, .nullable(.string(.clientID)),
        "Client ID. If it is set, the decision is about the client's `cors_origins`"),
      input(.object(ObjectKey.named("page_url", "origin"))),
    ])

  static let authDomain = request(
    .authDomain, facts: domains, [input(.object(ObjectKey.named("custom_auth_domain")))])

  static let continueURL = request(
    .continueURL, [input(.object(ObjectKey.named("url")))])

  static let emailLink = request(
    .emailLink, [input(.object(ObjectKey.named("link", "auth_tenant_id")))])

  static let emailAction = request(
    .emailAction,
    facts: domains + [
      ObjectKey("hosting_custom_domains", .each(.any)),
      ObjectKey(
        "mobile_links_domain", .words(["HOSTING_DOMAIN", "FIREBASE_DYNAMIC_LINK_DOMAIN"])),
      ObjectKey("apps", .object(ObjectKey.named("ios", "android"))),
      ObjectKey("code", .words(["valid", "expired", "used", "user_disabled"])),
    ]
      + ObjectKey.named(
        "fdl_domain", "email_link_enabled", "improved_email_privacy", "user_exists",
        "email_exists", "project_disabled", "oauth2", "project_id", "firebase_project_number",
        "callback_uri", "lang", "tenant"),
    [
      KeyShape(.action, .text, "Key of an email action in the policy"),
      KeyShape(
        .sdk,
        .enumeration(
          ["js", "ios", "rest", "emulator", "admin-node", "admin-go", "any"].map {
            EnumerationValue($0, "")
          }), "SDK that sends the action", defaultValue: .text("any")),
      operation("apply"),
      input(
        .object(
          settings + [ObjectKey("actionCodeSettings", .object(settings))]
            + ObjectKey.named(
              "action", "requestType", "email", "newEmail", "idToken", "serverError",
              "returnOobLink", "tenantId", "targetProjectId", "captchaResp", "captchaResponse",
              "challenge", "userIp", "clientType", "recaptchaVersion"))),
    ])

  /// `ActionCodeSettings` with the names of the SDKs and the REST API.
  private static let settings: [ObjectKey] =
    [
      ObjectKey("iOS", .object(ObjectKey.named("bundleId", "appStoreId"))),
      ObjectKey("ios", .object(ObjectKey.named("bundleId", "appStoreId"))),
      ObjectKey(
        "android", .object(ObjectKey.named("packageName", "installApp", "minimumVersion"))),
    ]
    + ObjectKey.named("url", "URL", "continueUrl")
    + [
      // The Firebase documentation once uses a name that no SDK has.
      ObjectKey(
        "handleCodeInApp",
        commonMistakes: [
          "can_handle_in_app", "can_handle_code_in_app", "handle_in_app",
        ])
    ]
    + ObjectKey.named(
      "canHandleCodeInApp", "dynamicLinkDomain",
      "linkDomain", "iOSBundleID", "iOSBundleId", "iOSAppStoreId", "androidPackageName",
      "androidInstallApp", "androidInstallIfNotAvailable", "androidMinimumVersion",
      "androidMinimumVersionCode")

  /// Methods of current and earlier SDKs.
  private static let operations = [
    "signinwithcredential": "signIn", "signinandretrievedatawithcredential": "signIn",
    "signinwithprovider": "signIn", "signinwithpopup": "signIn",
    "linkwithcredential": "link", "linkandretrievedatawithcredential": "link",
    "linkwithprovider": "link", "linkwithpopup": "link",
    "reauthenticatewithcredential": "reauthenticate",
    "reauthenticateandretrievedata": "reauthenticate",
  ]

  static let accountLink = request(
    .accountLink,
    facts: [
      ObjectKey(
        "users",
        .each(
          .object(
            ObjectKey.named(
              "email", "emailVerified", "email_verified", "phone", "phoneNumber", "providers",
              "current", "disabled", "anonymous", "is_private_email")))),
      ObjectKey(
        "policy",
        .object(
          ObjectKey.named("allow_duplicate_emails", "consent_required", "require_consent"))),
    ],
    [
      operation("signIn", "link", "reauthenticate", "unlink", "delete"),
      input(
        .object([
          ObjectKey(
            "op",
            .words(
              ["signIn", "link", "reauthenticate", "unlink", "delete"], mistakes: operations)),
          ObjectKey(
            "credential",
            .object(
              ObjectKey.named("provider", "sub", "email", "email_verified", "is_private_email"))),
          ObjectKey("provider"), ObjectKey("revoked"), ObjectKey("consent", isPart: true),
        ])),
    ])
}
