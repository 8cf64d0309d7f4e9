import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// A client in `allowlist.json`: the keys with their schemas and values.
enum AllowlistClient {
  /// A key of a client.
  struct Field {
    let name: String
    let schema: JSONValue
    let value: (CompiledClient) -> JSONValue

    init(_ name: String, _ schema: JSONValue, _ value: @escaping (CompiledClient) -> JSONValue) {
      self.name = name
      self.schema = schema
      self.value = value
    }
  }

  /// The keys, in order.
  static var fields: [Field] { firstFields + ClientList.all.dropFirst().map(list) + otherFields }

  private static func list(_ list: ClientList) -> Field {
    Field(list.name, AllowlistSchema.texts(list.allowlistSummary)) {
      .texts($0[list].map(\.value))
    }
  }

  private static var firstFields: [Field] {
    [
      Field("policy", AllowlistSchema.text("Name of the policy.")) { .string($0.policy.string) },
      Field("client", AllowlistSchema.text("Key of the client in its policy.")) {
        .string($0.key.string)
      },
      Field("client_id", AllowlistSchema.text("Unique within its environment.")) {
        .string($0.clientID.value.string)
      },
      Field("provider", ["enum": ["google-account-linking", "generic"]]) {
        .string($0.provider.rawValue)
      },
      Field("type", ["enum": ["web", "native"]]) { .string($0.type.rawValue) },
      list(.redirectURIs),
      Field(
        "browser_redirect_uris",
        AllowlistSchema.texts(
          "The redirect_uris of the browser flow, which App Flip must not use.")
      ) { .texts($0.browserRedirectURIs) },
    ]
  }

  private static var otherFields: [Field] {
    [
      Field("scopes", AllowlistSchema.texts("The scopes that a request may contain.")) {
        .texts($0.scopes.map(\.value))
      },
      Field("response_types", AllowlistSchema.texts("What response_type may be.")) {
        .texts($0.responseTypes)
      },
      Field("grant_types", AllowlistSchema.texts("What grant_type may be.")) {
        .texts($0.grantTypes)
      },
      Field("state", requirementSchema) { requirement($0.requiresState) },
      Field("pkce", requirementSchema) { requirement($0.requiresPKCE) },
      Field("code_challenge_methods", AllowlistSchema.texts("What code_challenge_method may be.")) {
        .texts($0.codeChallengeMethods)
      },
      Field("omit_redirect_uri", ["type": "boolean"]) { .bool($0.omittedRedirectURI != nil) },
      Field("issuer", AllowlistSchema.optional(AllowlistSchema.text("Sent as iss (RFC 9207)."))) {
        .optional($0.issuer?.value.string)
      },
      Field(
        "authorization_endpoint",
        AllowlistSchema.optional(AllowlistSchema.text("Where requests arrive."))
      ) { .optional($0.authorizationEndpoint?.value.string) },
      Field(
        "token_endpoint",
        AllowlistSchema.optional(AllowlistSchema.text("Where codes are exchanged for tokens."))
      ) { .optional($0.tokenEndpoint?.value.string) },
      Field(
        "token_endpoint_auth",
        [
          "enum": ["client_secret_post", "client_secret_basic", "none"],
          "description": "How the client authenticates there.",
        ]
      ) { .string($0.tokenEndpointAuth.registeredName) },
      Field(
        "public", ["type": "boolean", "description": "True for a client without a secret."]
      ) { .bool($0.tokenEndpointAuth == .noSecret) },
      Field(
        "assertion_intents",
        AllowlistSchema.texts(
          "What `intent` of a JWT bearer assertion may be (streamlined linking); empty without it."
        )
      ) { .texts($0.assertionIntents) },
      Field(
        "revocation_endpoint",
        AllowlistSchema.optional(AllowlistSchema.text("Where tokens are revoked (RFC 7009)."))
      ) { .optional($0.revocationEndpoint?.value.string) },
      Field(
        "end_session_endpoint",
        AllowlistSchema.optional(AllowlistSchema.text("Where users sign out."))
      ) { .optional($0.endSessionEndpoint?.value.string) },
      Field("code_lifetime", ["type": ["integer", "null"], "description": "Seconds."]) {
        $0.codeLifetime.map(JSONValue.int) ?? .null
      },
      Field("app_flip", appFlipSchema, appFlip),
    ]
  }

  /// The schema of a client.
  static var schema: JSONValue { AllowlistSchema.closed(fields.map { ($0.name, $0.schema) }) }

  // MARK: values

  private static let requirementSchema: JSONValue = ["enum": ["required", "optional"]]

  private static func requirement(_ isRequired: Bool) -> JSONValue {
    isRequired ? "required" : "optional"
  }

  private static let appFlipSchema = AllowlistSchema.closed([
    (
      "ios",
      AllowlistSchema.optional(
        AllowlistSchema.closed([
          ("universal_link", AllowlistSchema.text("The link without its query."))
        ]))
    ),
    (
      "android",
      AllowlistSchema.optional(
        AllowlistSchema.closed([
          ("intent_action", AllowlistSchema.text("Action of the intent.")),
          ("callers", ["type": "array", "items": ["$ref": "#/definitions/caller"]]),
        ]))
    ),
  ])

  private static func appFlip(_ client: CompiledClient) -> JSONValue {
    [
      "ios": client.flipUniversalLink.map { ["universal_link": .string($0.value.string)] } ?? .null,
      "android": client.flipIntentAction.map { action in
        [
          "intent_action": .string(action.value.string),
          "callers": .array(client.flipCallers.map(caller)),
        ]
      } ?? .null,
    ]
  }

  private static func caller(_ caller: CompiledCaller) -> JSONValue {
    [
      "package_name": .string(caller.package.value.string),
      "sha256_cert_fingerprints": .array(caller.fingerprints.map { .string($0.text) }),
    ]
  }
}
