import PolicyText

/// The schemas of values.
extension JSONSchema {
  typealias Keywords = [(key: String, value: JSONValue)]

  /// The schema of a key: its value with the description and the default of the key.
  mutating func property(_ key: KeyShape) -> JSONValue {
    var description = key.summary
    var keywords = self.keywords(of: key.shape)
    if let defaultValue = key.defaultValue {
      description += " (default: \(defaultValue.text))"
      if let value = defaultValue.json {
        keywords.append((key: "default", value: value))
      }
    }
    return .object([(key: "description", value: .string(description))] + keywords)
  }

  /// The schema of a value in a list or behind a free key.
  private mutating func schema(_ shape: Shape) -> JSONValue { .object(keywords(of: shape)) }

  private mutating func keywords(of shape: Shape) -> Keywords {
    switch shape {
    case .string(let string): return Self.keywords(of: string)
    case .integer(let range):
      if range.count == 1 { return [(key: "const", value: .int(range.lowerBound))] }
      return [
        (key: "type", value: "integer"), (key: "minimum", value: .int(range.lowerBound)),
        (key: "maximum", value: .int(range.upperBound)),
      ]
    case .boolean: return [(key: "type", value: "boolean")]
    case .enumeration(let words):
      return [
        (key: "enum", value: .array(words.map { .string($0.name) })),
        (key: "markdownEnumDescriptions", value: .array(words.map { .string($0.summary) })),
      ]
    case .list(let item):
      return [(key: "type", value: "array"), (key: "items", value: schema(item))]
    // Draft-07 ignores what stands beside `$ref`.
    case .mapping(let mapping), .secret(let mapping):
      return [(key: "allOf", value: [reference(to: mapping)])]
    case .dictionary(let key, let value):
      var result: Keywords = [
        (key: "type", value: "object"), (key: "additionalProperties", value: schema(value)),
      ]
      if let pattern = key.pattern {
        result.append((key: "propertyNames", value: ["pattern": .string(pattern)]))
      }
      return result
    case .perEnvironment(let value): return perEnvironment(value)
    case .oneOrMany(let value):
      return choice(["type": "array"], schema(.list(value)), schema(value))
    case .nullable(let value):
      return choice(["type": "null"], ["description": "Absent"], schema(value))
    case .any: return []
    }
  }

  private func choice(_ test: JSONValue, _ then: JSONValue, _ other: JSONValue) -> Keywords {
    [(key: "if", value: test), (key: "then", value: then), (key: "else", value: other)]
  }

  private static func keywords(of shape: StringShape) -> Keywords {
    var result: Keywords = [(key: "type", value: "string")]
    if let pattern = shape.pattern { result.append((key: "pattern", value: .string(pattern))) }
    if let example = shape.example {
      result.append((key: "examples", value: [.string(example)]))
    }
    return result
  }

  /// One value for both environments, or a mapping with `prod`, `sandbox` or both.
  private mutating func perEnvironment(_ value: Shape) -> Keywords {
    let one = schema(value)
    let anyEnvironment = Self.requiresOne(of: PerEnvironmentKey.mapping.names)
    func described(_ key: KeyShape) -> (key: String, value: JSONValue) {
      guard case .object(let keywords) = one else { return (key: key.name, value: one) }
      let description: Keywords = [(key: "description", value: .string(key.summary))]
      return (key: key.name, value: .object(description + keywords))
    }
    let both: JSONValue = [
      "properties": .object(PerEnvironmentKey.mapping.keys.map(described)),
      "patternProperties": Self.extensions, "additionalProperties": false, "anyOf": anyEnvironment,
    ]
    // A reference to a secret is a mapping itself.
    var test: Keywords = [(key: "type", value: "object")]
    if value.isSecret { test.append((key: "anyOf", value: anyEnvironment)) }
    return choice(.object(test), both, one)
  }
}
