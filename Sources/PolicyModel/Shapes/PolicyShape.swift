/// The root of a policy and its small sections.
package enum PolicyShape {
  /// A policy file.
  package static let root = MappingShape(
    "policy", "A linkpolicy policy: who may sign in where, in one place",
    keys: [
      KeyShape(
        "linkpolicy", .integer(1...1), "Version of the policy language; marks a policy file",
        presence: .required),
      KeyShape(
        "name", .string(StringShape(.identifier, example: "acme-home")),
        "Name of the policy, unique in the workspace", presence: .required),
      KeyShape("description", .text, "What the policy is for"),
      KeyShape(
        "owner", .string(StringShape(example: "identity@acme.example")), "Whom to ask about it"),
      KeyShape(
        "apps", .dictionary(key: StringShape(.identifier), value: .mapping(app)),
        "Apps by an id of your choice, used by the other sections"),
      KeyShape(
        "domains", .dictionary(key: StringShape(), value: .mapping(domain)),
        "Hosts on which association files are deployed", commonMistakes: ["hosts"]),
      KeyShape(
        "authorization_server", .mapping(authorizationServer),
        "Our OAuth server: defaults for all clients of this policy"),
      KeyShape(
        "clients", .dictionary(key: StringShape(.identifier), value: .mapping(ClientShape.client)),
        "OAuth clients of our authorization server, by an id of your choice"),
      KeyShape(
        "providers", .mapping(ProviderShape.providers), "Services where we are the client"),
      KeyShape(
        "tests", .list(.mapping(TestShape.test)),
        "Requests with the answers they must get; `linkpolicy test` runs them"),
    ])

  static let environment = Shape.enumeration([
    EnumerationValue("prod", "What users run"),
    EnumerationValue("sandbox", "Where integrations are tried"),
  ])

  static let applePlatforms = ["ios", "macos", "tvos", "watchos", "visionos"]

  static let app = MappingShape(
    "app", "An app that opens links", discriminator: "platform",
    keys: [
      KeyShape(
        "platform",
        .enumeration([
          EnumerationValue("ios", "iOS and iPadOS"), EnumerationValue("macos", "macOS"),
          EnumerationValue("tvos", "tvOS"),
          EnumerationValue("watchos", "watchOS"), EnumerationValue("visionos", "visionOS"),
          EnumerationValue("android", "Android"),
        ]), "The platform of the app", presence: .required),
      KeyShape(
        "bundle_id", .string(StringShape(example: "com.acme.home")), "Bundle identifier",
        presence: .requiredWhereAllowed, only: applePlatforms),
      KeyShape(
        "team_id", .string(StringShape(example: "A1B2C3D4E5")),
        "Apple team ID; the app ID prefix where app_id_prefix does not say otherwise",
        presence: .requiredWhereAllowed, only: applePlatforms),
      KeyShape(
        "app_id_prefix", .text, "App ID prefix where it differs from the team ID",
        only: applePlatforms),
      KeyShape(
        "app_store_id", .string(StringShape(example: "1234567890")), "Number in the App Store",
        only: applePlatforms),
      KeyShape(
        "firebase_app_id", .string(StringShape(example: "1:123456789012:ios:0a1b2c")),
        "App ID in Firebase"),
      KeyShape(
        "package_name", .string(StringShape(example: "com.acme.home")), "Android application ID",
        presence: .requiredWhereAllowed, only: ["android"]),
      KeyShape(
        "sha256_cert_fingerprints", .perEnvironment(.texts),
        "SHA-256 fingerprints of every signing certificate: Play App Signing and upload",
        only: ["android"]),
      KeyShape(
        "sha1_cert_fingerprints", .perEnvironment(.texts),
        "SHA-1 fingerprints, for Firebase registration only", only: ["android"]),
      KeyShape(
        "link_activity", .text, "Activity that receives verified links", only: ["android"],
        defaultValue: ".MainActivity"),
      KeyShape(
        "environments", .list(environment), "Environments in which the app exists",
        defaultValue: "both"),
    ])

  static let domain = MappingShape(
    "domain", "A host and the association files that it serves",
    keys: [
      KeyShape(
        "environment",
        .enumeration([
          EnumerationValue("prod", "The files stand in the prod tree"),
          EnumerationValue("sandbox", "The files stand in the sandbox tree"),
          EnumerationValue("both", "One file, written into both trees"),
        ]), "The environment of the host", defaultValue: "prod"),
      KeyShape(
        "links", .list(.mapping(linkEntry)),
        "Which apps open which links; entries and rules in order, the first match decides"),
      KeyShape(
        "credentials", .list(appReference),
        "Apps that share passwords and passkeys with the host (webcredentials, get_login_creds)"),
      KeyShape("app_clips", .list(appReference), "Apple apps whose App Clips the host opens"),
      KeyShape("handoff", .list(appReference), "Apple apps that take over browsing (Handoff)"),
      KeyShape(
        "variables", .dictionary(key: StringShape(), value: .texts),
        "Substitution variables for patterns, Apple only"),
    ])

  static let appReference = Shape.string(StringShape(.appReference, example: "acme-ios"))

  static let linkEntry = MappingShape(
    "link entry", "Apps and the rules that open them",
    keys: [
      KeyShape("apps", .list(appReference), "Apps that open the links", presence: .required),
      KeyShape(
        "rules", .list(.mapping(linkRule)), "Rules in order; the first match decides",
        presence: .required),
    ])

  static let linkRule = MappingShape(
    "link rule", "A set of links", needsOneOf: ["path", "query", "fragment"],
    keys: [
      KeyShape(
        "path", .string(StringShape(example: "/orders/*")),
        "Pattern of the path: `*` any text, `?` one character", commonMistakes: ["/", "paths"]),
      KeyShape(
        "query", .dictionary(key: StringShape(), value: .text),
        "Patterns of query items by name; `?*` demands a value", commonMistakes: ["params"]),
      KeyShape("fragment", .text, "Pattern of the fragment", commonMistakes: ["#", "hash"]),
      KeyShape(
        "exclude", .boolean, "The links stay in the browser", defaultValue: "false",
        commonMistakes: ["not"]),
      KeyShape("comment", .text, "For people"),
      KeyShape(
        "case_sensitive", .boolean, "Whether case counts, Apple only", defaultValue: "true"),
      KeyShape(
        "percent_encoded", .boolean, "Whether patterns are compared with the encoded link",
        defaultValue: "true"),
    ])

  static let endpoints = MappingShape(
    "endpoints", "The endpoints of an authorization server",
    keys: [
      KeyShape(
        "authorization",
        .perEnvironment(.string(StringShape(example: "https://auth.acme.example/authorize"))),
        "Authorization endpoint"),
      KeyShape(
        "token", .perEnvironment(.string(StringShape(example: "https://auth.acme.example/token"))),
        "Token endpoint"),
    ])

  /// The keys that a client may override.
  static let serverKeys = [
    KeyShape(
      "issuer", .perEnvironment(.string(StringShape(example: "https://auth.acme.example"))),
      "Issuer; when given, responses carry iss (RFC 9207)"),
    KeyShape("endpoints", .mapping(endpoints), "Endpoints of the server"),
    KeyShape(
      "code_lifetime", .integer(1...86_400), "Lifetime of an authorization code in seconds"),
    KeyShape(
      "code_challenge_methods",
      .list(
        .enumeration([
          EnumerationValue("S256", "SHA-256 of the verifier (RFC 7636)"),
          EnumerationValue("plain", "The verifier itself; refused by the pkce-plain rule"),
        ])), "PKCE methods that the server accepts", defaultValue: "[S256]"),
  ]

  static let authorizationServer = MappingShape(
    "authorization server", "Our OAuth server", keys: serverKeys)
}
