import PolicyDecision
package import PolicyText

/// `allowlist.json`: all clients of both environments, which the runtimes can load instead of
/// compiled-in data, and `allowlist.json.sha256` to verify the file.
package struct JSONTarget: GeneratorTarget {
  package static let name = "json"
  package static let isDefault = true
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    [
      GeneratedFile(path: "allowlist.json", target: name) { document(input) },
      GeneratedFile(path: "allowlist.json.sha256", target: name) {
        Array("\(SHA256Digest(of: document(input)).hex)  allowlist.json\n".utf8)
      },
    ]
  }

  /// `AllowlistSchema` describes the document.
  @Sendable private static func document(_ input: GeneratorInput) -> [UInt8] {
    let fields = AllowlistClient.fields
    let environments = Environment.allCases.map { environment -> (key: String, value: JSONValue) in
      let clients = input.clients(in: environment).map { client in
        JSONValue.object(fields.map { (key: $0.name, value: $0.value(client)) })
      }
      return (environment.rawValue, .object([("clients", .array(clients))]))
    }
    let document = JSONValue.object([
      ("schemaVersion", 1), ("comment", .string(input.header.text)),
      ("policies", .array(input.policy.policyNames.map { .string($0.string) })),
      ("environments", .object(environments)),
    ])
    return Array((document.text(.pretty) + "\n").utf8)
  }
}

/// The JSON Schema (draft-07) of `allowlist.json`, the source of `Schemas/allowlist.schema.json`.
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
      "client": AllowlistClient.schema,
      "caller": closed([
        ("package_name", text("Case-sensitive.")),
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
}

extension AllowlistSchema {
  static func text(_ description: String) -> JSONValue {
    ["type": "string", "description": .string(description)]
  }

  static func texts(_ description: String) -> JSONValue {
    ["type": "array", "items": ["type": "string"], "description": .string(description)]
  }

  static func optional(_ schema: JSONValue) -> JSONValue {
    ["anyOf": [schema, ["type": "null"]]]
  }

  /// An object with exactly these keys.
  static func closed(_ properties: [(String, JSONValue)]) -> JSONValue {
    [
      "type": "object",
      "required": .array(properties.map { .string($0.0) }),
      "additionalProperties": false,
      "properties": .object(properties.map { (key: $0.0, value: $0.1) }),
    ]
  }
}
