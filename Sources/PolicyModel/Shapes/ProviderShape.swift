/// Services where we are the client: Google Sign-In, Firebase, Sign in with Apple.
enum ProviderShape {
  static let providers = MappingShape(
    "providers", "Services where we are the client",
    keys: [
      KeyShape("google_sign_in", .mapping(googleSignIn), "Google Sign-In"),
      KeyShape("firebase", .mapping(firebase), "Firebase Authentication"),
      KeyShape("apple", .mapping(apple), "Sign in with Apple"),
    ])

  private static let app = Shape.perEnvironment(PolicyShape.appReference)
  private static let text = Shape.perEnvironment(.text)
  private static let texts = Shape.perEnvironment(.texts)
  private static let googleClientID = Shape.perEnvironment(
    .string(StringShape(example: "123456789012-abc.apps.googleusercontent.com")))

  static let googleSignIn = MappingShape(
    "google sign-in", "Google Sign-In clients and scopes",
    keys: [
      KeyShape(
        "ios",
        .mapping(
          MappingShape(
            "google sign-in on iOS", "The iOS client",
            keys: [
              KeyShape("app", app, "Our app", presence: .required),
              KeyShape("client_id", googleClientID, "Client ID", presence: .required),
              KeyShape("server_client_id", googleClientID, "Client ID of our server"),
              KeyShape("url_schemes", texts, "The reversed client ID"),
            ])), "The iOS client"),
      KeyShape(
        "android",
        .mapping(
          MappingShape(
            "google sign-in on Android", "The Android clients",
            keys: [
              KeyShape("app", app, "Our app", presence: .required),
              KeyShape(
                "client_id",
                .perEnvironment(.oneOrMany(.text)), "Client ID, or one per signing key",
                presence: .required),
            ])), "The Android clients"),
      KeyShape(
        "web",
        .mapping(
          MappingShape(
            "google sign-in on the web", "The web client",
            keys: [
              KeyShape("client_id", googleClientID, "Client ID", presence: .required),
              KeyShape(
                "client_secret", .perEnvironment(.secret(ClientShape.secret)),
                "Where the secret is kept"),
              KeyShape("redirect_uris", texts, "Redirect URIs registered at Google"),
              KeyShape("javascript_origins", texts, "Origins registered at Google"),
            ])), "The web client"),
      KeyShape(
        "scopes",
        .mapping(
          MappingShape(
            "google scopes", "Scopes that we ask for",
            keys: [
              KeyShape("sign_in", .texts, "Asked for at sign-in"),
              KeyShape(
                "features", .dictionary(key: StringShape(), value: .texts),
                "Asked for when a feature is used"),
            ])), "Scopes that we ask for"),
    ])

  static let firebase = MappingShape(
    "firebase", "Firebase Authentication",
    keys: [
      KeyShape("project_id", text, "Project ID", presence: .required),
      KeyShape("project_number", text, "Project number"),
      KeyShape("auth_domain", text, "Domain of the sign-in handler"),
      KeyShape("authorized_domains", texts, "Domains that may start a sign-in"),
      KeyShape("hosting_domains", texts, "Hosting domains that carry links of email actions"),
      KeyShape(
        "mobile_links",
        .enumeration([
          EnumerationValue("hosting_domain", "Links on a Hosting domain"),
          EnumerationValue("dynamic_links", "Firebase Dynamic Links, shut down on 2025-08-25"),
        ]), "How links reach mobile apps"),
      KeyShape(
        "sign_in",
        .mapping(
          MappingShape(
            "firebase sign-in", "Sign-in settings of the project",
            keys: [
              KeyShape("email_link", .boolean, "Sign-in with an email link"),
              KeyShape(
                "allow_duplicate_emails", .boolean, "Several accounts with one email address"),
              KeyShape("improved_email_privacy", .boolean, "Email enumeration protection"),
            ])), "Sign-in settings of the project"),
      KeyShape(
        "email",
        .mapping(
          MappingShape(
            "firebase email", "Settings of the emails",
            keys: [
              KeyShape(
                "callback_uri", text, "Action URL of the emails",
                defaultValue: "https://PROJECT.firebaseapp.com/__/auth/action"),
              KeyShape("click_tracking", .boolean, "Whether the mailer rewrites links"),
              KeyShape("locale", .text, "Language of the emails"),
            ])), "Settings of the emails"),
      KeyShape(
        "email_actions",
        .mapping(
          MappingShape(
            "email actions", "Settings of each email action",
            keys: emailActionKeys)), "Settings of each email action"),
    ])

  private static let emailActionKeys = [
    KeyShape("verify_email", .mapping(emailAction), "Verify an address"),
    KeyShape("reset_password", .mapping(emailAction), "Reset a password"),
    KeyShape("sign_in", .mapping(emailAction), "Sign in with a link"),
    KeyShape("change_email", .mapping(emailAction), "Verify a new address"),
  ]

  /// The names of the email actions.
  static let emailActions = emailActionKeys.map(\.name)

  private static let emailAction = MappingShape(
    "email action", "ActionCodeSettings of one action",
    keys: [
      KeyShape("url", text, "Continue URL", presence: .required),
      KeyShape("handle_code_in_app", .boolean, "Whether an app handles the code"),
      KeyShape("ios", app, "iOS app that opens the link"),
      KeyShape(
        "android",
        .mapping(
          MappingShape(
            "email action on Android", "Android app that opens the link",
            keys: [
              KeyShape("app", app, "Our app", presence: .required),
              KeyShape("install_if_not_available", .boolean, "Offer to install the app"),
              KeyShape("minimum_version", .text, "Oldest version that handles the link"),
            ])), "Android app that opens the link"),
      KeyShape("link_domain", text, "Hosting domain of the link"),
      KeyShape("dynamic_link_domain", text, "Retired with Firebase Dynamic Links"),
    ])

  static let apple = MappingShape(
    "apple", "Sign in with Apple",
    keys: [
      KeyShape(
        "platforms",
        .list(
          .enumeration([
            EnumerationValue("ios", "Apple apps"),
            EnumerationValue("android", "Android, through the web flow"),
            EnumerationValue("web", "Web"),
          ])), "Where Sign in with Apple is offered", presence: .required),
      KeyShape("services_id", text, "Services ID: the client ID on the web"),
      KeyShape("team_id", .text, "Apple team ID"),
      KeyShape("key_id", text, "ID of the private key"),
      KeyShape(
        "private_key", .perEnvironment(.secret(ClientShape.secret)),
        "Where the private key is kept"),
      KeyShape(
        "bundle_apps", .perEnvironment(.list(PolicyShape.appReference)),
        "Apps whose bundle IDs are audiences of ID tokens"),
      KeyShape("return_urls", texts, "Return URLs registered at Apple"),
      KeyShape("scopes", .texts, "Scopes: name, email"),
      KeyShape(
        "parameters", .dictionary(key: StringShape(), value: .text), "Custom OAuth parameters"),
      KeyShape(
        "private_relay",
        .mapping(
          MappingShape(
            "private relay", "Private email relay",
            keys: [KeyShape("senders", texts, "Registered email sources")])),
        "Private email relay"),
      KeyShape(
        "linking",
        .mapping(
          MappingShape(
            "apple linking", "Account linking",
            keys: [
              KeyShape(
                "require_consent", .boolean,
                "Whether linking an anonymised Apple ID needs consent")
            ])), "Account linking"),
    ])
}
