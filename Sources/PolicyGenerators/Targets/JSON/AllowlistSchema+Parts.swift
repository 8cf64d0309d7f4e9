import PolicyText

/// Parts of the schema.
extension AllowlistSchema {
  /// A text.
  static func text(_ description: String) -> JSONValue {
    ["type": "string", "description": .string(description)]
  }

  /// A list of texts.
  static func texts(_ description: String) -> JSONValue {
    ["type": "array", "items": ["type": "string"], "description": .string(description)]
  }

  /// A value that may be null.
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
