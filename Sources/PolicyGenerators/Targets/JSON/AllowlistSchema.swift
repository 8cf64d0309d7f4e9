package import PolicyText

/// The JSON Schema (draft-07) of `allowlist.json`; `Schemas/allowlist.schema.json` is written from it.
package enum AllowlistSchema {
  /// The whole schema.
  package static let schema: JSONValue = [
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "linkpolicy allowlist",
    "description":
      "Every OAuth client of both environments: what a server compares requests with, byte by byte.",
    "type": "object",
    "required": ["schemaVersion", "comment", "policies", "environments"],
    "additionalProperties": false,
    "properties": [
      "schemaVersion": ["const": 1],
      "comment": ["type": "string"],
      "policies": texts("Names of the policies, in byte order."),
      "environments": closed([
        ("prod", ["$ref": "#/definitions/environment"]),
        ("sandbox", ["$ref": "#/definitions/environment"]),
      ]),
    ],
    "definitions": [
      "environment": closed([
        ("clients", ["type": "array", "items": ["$ref": "#/definitions/client"]])
      ]),
      "client": client,
      "caller": closed([
        ("package_name", text("Compared with regard to case.")),
        (
          "sha256_cert_fingerprints",
          [
            "type": "array",
            "items": ["type": "string", "pattern": "^([0-9A-F]{2}:){31}[0-9A-F]{2}$"],
          ]
        ),
      ]),
    ],
  ]

  private static let client = closed([
    ("policy", text("Name of the policy.")),
    ("client", text("Key of the client in its policy.")),
    ("client_id", text("Unique within its environment.")),
    ("provider", ["enum": ["google-account-linking", "generic"]]),
    ("type", ["enum": ["web", "native"]]),
    (
      "redirect_uris",
      texts(
        "Equal bytes only; for native clients http://127.0.0.1 and http://[::1] may have any port (RFC 8252 section 7.3)."
      )
    ),
    ("scopes", texts("All that a request may ask for.")),
    ("response_types", texts("What response_type may be.")),
    ("state", ["enum": ["required", "optional"]]),
    ("pkce", ["enum": ["required", "optional"]]),
    ("code_challenge_methods", texts("What code_challenge_method may be.")),
    ("omit_redirect_uri", ["type": "boolean"]),
    ("issuer", optional(text("Sent as iss (RFC 9207)."))),
    ("authorization_endpoint", optional(text("Where requests arrive."))),
    ("code_lifetime", ["type": ["integer", "null"], "description": "Seconds."]),
    (
      "app_flip",
      closed([
        (
          "ios",
          optional(closed([("universal_link", text("What stands before the query."))]))
        ),
        (
          "android",
          optional(
            closed([
              ("intent_action", text("Action of the intent.")),
              ("callers", ["type": "array", "items": ["$ref": "#/definitions/caller"]]),
            ]))
        ),
      ])
    ),
  ])

  private static func text(_ description: String) -> JSONValue {
    ["type": "string", "description": .string(description)]
  }

  private static func texts(_ description: String) -> JSONValue {
    ["type": "array", "items": ["type": "string"], "description": .string(description)]
  }

  private static func optional(_ schema: JSONValue) -> JSONValue {
    ["anyOf": [schema, ["type": "null"]]]
  }

  /// An object with exactly these keys.
  private static func closed(_ properties: [(String, JSONValue)]) -> JSONValue {
    [
      "type": "object",
      "required": .array(properties.map { .string($0.0) }),
      "additionalProperties": false,
      "properties": .object(properties.map { (key: $0.0, value: $0.1) }),
    ]
  }
}
