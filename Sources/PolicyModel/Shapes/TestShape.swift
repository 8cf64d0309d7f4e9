/// Requests with their answers, in policies and test files.
package enum TestShape {
  /// A test file.
  package static let file = MappingShape(
    "test file", "Tests of the policies of a workspace",
    keys: [
      KeyShape(
        "linkpolicy_tests", .integer(1...1), "Version of the format; marks a test file",
        presence: .required),
      KeyShape("policy", .string(StringShape(.identifier)), "Only this policy answers"),
      KeyShape(
        "environment", PolicyShape.environment, "Default of the requests", defaultValue: "prod"),
      KeyShape("tests", .list(.mapping(test)), "The tests", presence: .required),
    ])

  static let test = MappingShape(
    "test", "A request and what must come back",
    keys: [
      KeyShape("name", .text, "What the test shows", presence: .required),
      KeyShape("request", .mapping(request), "The request, as for `simulate`", presence: .required),
      KeyShape(
        "expect", .mapping(expectation), "Fields of the answer; only these are compared",
        presence: .required),
    ])

  /// Request kinds in the order of the documentation.
  package static let kinds: [EnumerationValue] = [
    EnumerationValue("authorize", "Request to the authorization endpoint"),
    EnumerationValue("app_flip_ios", "App Flip universal link reaching our app"),
    EnumerationValue("app_flip_android", "App Flip intent reaching our app"),
    EnumerationValue("token", "Request to the token endpoint"),
    EnumerationValue("universal_link", "Which app opens a URL on iOS"),
    EnumerationValue("app_link", "Which app opens a URL on Android"),
    EnumerationValue("email_action", "Sending a Firebase email action"),
    EnumerationValue("email_link", "What the SDKs make of an email link"),
    EnumerationValue("continue_url", "What the SDKs make of a continue URL"),
    EnumerationValue("web_origin", "Whether a page may start a sign-in"),
    EnumerationValue("auth_domain", "Which domain iOS uses for sign-in"),
    EnumerationValue("google_client", "Google client ID and URL scheme checks"),
    EnumerationValue("scopes", "Granted against needed scopes"),
    EnumerationValue("token_refresh", "Whether a token must be refreshed"),
    EnumerationValue("apple_id_token", "Claims of an Apple ID token"),
    EnumerationValue("account_link", "Sign-in, link and collision outcome"),
  ]

  static let request = MappingShape(
    "request", "A request, with the fields of its kind",
    keys: [
      KeyShape("kind", .enumeration(kinds), "What is asked", presence: .required),
      KeyShape("id", .any, "Echoed in the answer"),
      KeyShape("environment", PolicyShape.environment, "Environment of the request"),
      KeyShape("policy", .text, "Only this policy answers"),
      KeyShape("client", .text, "Client of a policy; fills in its client ID"),
      KeyShape("facts", .any, "Facts that replace those of the policy"),
      KeyShape("now", .integer(0...253_402_300_799), "Unix time in seconds"),
      KeyShape("iss", .text, "Issuer instead of the policy's"),
      KeyShape("query", .text, "Raw query, after `?`"),
      KeyShape("url", .text, "The whole URL"),
      KeyShape("client_id", .nullable(.text), "Decoded parameter"),
      KeyShape("redirect_uri", .nullable(.text), "Decoded parameter"),
      KeyShape("response_type", .nullable(.text), "Decoded parameter"),
      KeyShape("state", .nullable(.text), "Decoded parameter"),
      KeyShape("scope", .nullable(.text), "Decoded parameter"),
      KeyShape("code_challenge", .nullable(.text), "Decoded parameter"),
      KeyShape("code_challenge_method", .nullable(.text), "Decoded parameter"),
      KeyShape("user_locale", .nullable(.text), "Decoded parameter"),
      KeyShape("outcome", .text, "What the user and the server do"),
      KeyShape("code", .text, "The authorization code that is issued", defaultValue: "C1"),
      KeyShape("action", .text, "Intent action, or email action"),
      KeyShape("caller", .any, "Calling app: package and certs"),
      KeyShape("extras", .any, "Intent extras"),
      KeyShape("form", .text, "Raw form of a token request"),
      KeyShape("app", .text, "Only this app is asked about"),
      KeyShape("android_version", .integer(1...99), "Android version", defaultValue: "15"),
      KeyShape("sdk", .text, "SDK that is asked about"),
      KeyShape("input", .any, "Input of the kind"),
      KeyShape("operation", .text, "Operation of the kind"),
      KeyShape("jwt", .text, "A signed token"),
      KeyShape("claims", .any, "Claims of a token"),
      KeyShape("raw_nonce", .text, "Nonce before hashing"),
      KeyShape("jwks", .any, "Keys of the issuer"),
    ])

  private static let nullableText = Shape.nullable(.text)

  static let expectation = MappingShape(
    "expectation", "Fields of the answer",
    keys: [
      KeyShape(
        "decision",
        .enumeration([
          EnumerationValue("allow", "It goes through"), EnumerationValue("deny", "It is refused"),
          EnumerationValue("ignore", "It is not for us"),
        ]), "The decision"),
      KeyShape("channel", nullableText, "How the answer travels"),
      KeyShape("target", nullableText, "Where the user is sent"),
      KeyShape("error", nullableText, "The error code"),
      KeyShape("reason", .text, "The reason; `linkpolicy rules --reasons` lists them"),
      KeyShape("message", .text, "The explanation"),
      KeyShape("next", nullableText, "What the user of the app sees next"),
      KeyShape(
        "confidence",
        .enumeration([
          EnumerationValue("certain", "From a specification or the source"),
          EnumerationValue("inferred", "Concluded"),
        ]), "How sure the answer is"),
      KeyShape("result", .any, "Answer of the kind, compared key by key"),
    ])
}
