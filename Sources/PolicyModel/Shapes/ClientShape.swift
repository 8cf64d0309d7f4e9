/// OAuth clients of our authorization server.
enum ClientShape {
  static let client = MappingShape(
    "client", "An OAuth client of our authorization server",
    keys: [
      KeyShape(
        "provider",
        .enumeration([
          EnumerationValue(
            "google-account-linking", "Google links accounts with us (App Flip, browser)"),
          EnumerationValue("generic", "Any other client"),
        ]), "Who the client is", presence: .required),
      KeyShape(
        "type",
        .enumeration([
          EnumerationValue("web", "A server that can keep a secret"),
          EnumerationValue("native", "An app or command-line tool (RFC 8252)"),
        ]), "What kind of client it is", presence: .required),
      KeyShape(
        "client_id", .perEnvironment(.string(StringShape(example: "google-home-prod"))),
        "The ID that we issued", presence: .required, commonMistakes: ["id"]),
      KeyShape(
        "client_secret", .perEnvironment(.secret(secret)),
        "Where the secret is kept; never the secret itself"),
      KeyShape(
        "redirect_uris",
        .perEnvironment(.list(.string(StringShape(example: "https://app.acme.example/cb")))),
        "Redirect URIs, compared byte by byte", presence: .required, commonMistakes: ["callbacks"]),
      KeyShape(
        "scopes", .texts, "All that a request may ask for; a request without scope is fine",
        defaultValue: "none"),
      KeyShape("response_types", .texts, "OAuth response types", defaultValue: "[code]"),
      KeyShape("state", requirement, "Whether a request needs state", defaultValue: "required"),
      KeyShape(
        "pkce", requirement, "Whether a request needs a code challenge",
        defaultValue: "required for native clients and for web clients without client_secret"),
      KeyShape(
        "omit_redirect_uri", .boolean,
        "Whether a request may leave out the only redirect URI", defaultValue: "false"),
      KeyShape(
        "token_endpoint_auth",
        .enumeration([
          EnumerationValue("post", "Secret in the form"),
          EnumerationValue("basic", "Secret in the Authorization header"),
        ]), "How the client authenticates at the token endpoint", defaultValue: "post"),
      KeyShape(
        "streamlined_linking", .mapping(streamlinedLinking),
        "Google streamlined linking (sign-in assertion at the token endpoint)"),
      KeyShape("app_flip", .mapping(appFlip), "App Flip: Google's app opens ours to link"),
    ] + PolicyShape.serverKeys)

  private static let requirement = Shape.enumeration([
    EnumerationValue("required", "A request without it is refused"),
    EnumerationValue("optional", "It may be left out"),
  ])

  static let secret = MappingShape(
    "secret", "A reference to a secret, never its value", needsOneOf: ["env", "file", "secret"],
    keys: [
      KeyShape(
        "env", .string(StringShape(.variableName, example: "GOOGLE_HOME_SECRET")),
        "Environment variable"),
      KeyShape(
        "file", .string(StringShape(.secretName, example: "secrets/key.p8")),
        "File outside the policy"),
      KeyShape("secret", .string(StringShape(.secretName)), "Name in a secret manager"),
    ])

  static let streamlinedLinking = MappingShape(
    "streamlined linking", "Google streamlined linking",
    keys: [
      KeyShape(
        "google_client_id", .text, "Client ID of Sign in with Google: the audience of the assertion"
      ),
      KeyShape(
        "intents",
        .list(
          .enumeration([
            EnumerationValue("check", "Is there an account"),
            EnumerationValue("get", "Link an account"),
            EnumerationValue("create", "Make an account"),
          ])), "Intents that the token endpoint answers"),
    ])

  static let appFlip = MappingShape(
    "app flip", "How Google's apps open ours",
    keys: [
      KeyShape(
        "ios",
        .mapping(
          MappingShape(
            "app flip on iOS", "App Flip through a universal link",
            keys: [
              KeyShape(
                "app", .perEnvironment(PolicyShape.appReference), "Our app", presence: .required),
              KeyShape(
                "universal_link",
                .perEnvironment(.string(StringShape(example: "https://www.acme.example/flip"))),
                "The universal link that Google opens", presence: .required),
            ])), "App Flip on iOS"),
      KeyShape(
        "android",
        .mapping(
          MappingShape(
            "app flip on Android", "App Flip through an intent",
            keys: [
              KeyShape(
                "app", .perEnvironment(PolicyShape.appReference), "Our app", presence: .required),
              KeyShape(
                "intent_action",
                .perEnvironment(.string(StringShape(example: "com.acme.home.APP_FLIP"))),
                "The intent action that Google sends", presence: .required),
              KeyShape(
                "activity", .text, "Activity that answers", defaultValue: ".AppFlipActivity"),
              KeyShape(
                "callers", .list(.mapping(caller)), "Apps that may send the intent",
                presence: .required),
            ])), "App Flip on Android"),
    ])

  private static let caller = MappingShape(
    "caller", "An app that may send the App Flip intent",
    keys: [
      KeyShape(
        "package_name",
        .string(StringShape(example: "com.google.android.googlequicksearchbox")),
        "Package of the calling app", presence: .required),
      KeyShape(
        "sha256_cert_fingerprints", .texts, "SHA-256 fingerprints of its signing certificates",
        presence: .required),
    ])
}
