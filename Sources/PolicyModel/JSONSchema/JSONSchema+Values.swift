import PolicyText

/// The schemas of values.
extension JSONSchema {
  typealias Keywords = [(key: String, value: JSONValue)]

  /// The schema of a key: its value with the key's description and default.
  mutating func property(_ key: KeyShape) -> JSONValue {
    var description = key.summary
    if let place = key.whereToFind {
      description += ". `\(UnknownValue.text)` if it isn't known yet: see \(place)"
    }
    var keywords = self.keywords(of: key.shape, mayBeUnknown: key.whereToFind != nil)
    if let defaultValue = key.defaultValue {
      description += " (default: \(defaultValue.text))"
      if let value = defaultValue.json {
        keywords.append((key: "default", value: value))
      }
    }
    return .object([(key: "description", value: .string(description))] + keywords)
  }

  /// The schema of a list item or of a value with a free key.
  private mutating func schema(_ shape: Shape) -> JSONValue { .object(keywords(of: shape)) }

  /// - Parameter mayBeUnknown: whether the value may be `TODO`; any string may.
  private mutating func keywords(of shape: Shape, mayBeUnknown: Bool = false) -> Keywords {
    switch shape {
    case .perEnvironment(let value): return perEnvironment(value, mayBeUnknown)
    case .list where mayBeUnknown, .secret where mayBeUnknown:
      return choice(
        ["const": .string(UnknownValue.text)], ["description": "Unknown"], schema(shape))
    case .string(let string): return Self.keywords(of: string)
    case .integer(let range):
      if range.count == 1 { return [(key: "const", value: .int(range.lowerBound))] }
      return [
        (key: "type", value: "integer"), (key: "minimum", value: .int(range.lowerBound)),
        (key: "maximum", value: .int(range.upperBound)),
      ]
    case .boolean: return [(key: "type", value: "boolean")]
    case .enumeration(let words):
      let names: Keywords = [(key: "enum", value: .array(words.map { .string($0.name) }))]
      guard words.contains(where: { !$0.summary.isEmpty }) else { return names }
      return names + [
        (key: "markdownEnumDescriptions", value: .array(words.map { .string($0.summary) }))
      ]
    case .list(let item):
      return [(key: "type", value: "array"), (key: "items", value: schema(item))]
    // Draft-07 ignores keywords next to `$ref`.
    case .mapping(let mapping), .secret(let mapping):
      return [(key: "allOf", value: [reference(to: mapping())])]
    case .dictionary(let key, let value):
      var result: Keywords = [
        (key: "type", value: "object"), (key: "additionalProperties", value: schema(value)),
      ]
      if let pattern = key.pattern {
        result.append((key: "propertyNames", value: ["pattern": .string(pattern)]))
      }
      return result
    case .oneOrMany(let value):
      return choice(["type": "array"], schema(.list(value)), schema(value))
    case .nullable(let value):
      return choice(["type": "null"], ["description": "Absent"], schema(value))
    case .variants(let key, let words, let shape): return variants(key, words, shape)
    case .request(let value): return Self.keywords(of: value)
    case .any: return []
    }
  }

  /// A mapping whose keys depend on a word, with one definition per word.
  private mutating func variants(
    _ key: String, _ words: [EnumerationValue], _ shape: @Sendable (String) -> MappingShape?
  ) -> Keywords {
    var cases: [JSONValue] = []
    for word in words {
      guard let mapping = shape(word.name) else { continue }
      let constant: JSONValue = ["const": .string(word.name)]
      let test: JSONValue = [
        "properties": .object([(key: key, value: constant)]), "required": [.string(key)],
      ]
      cases.append(["if": test, "then": reference(to: mapping)])
    }
    return [
      (key: "type", value: "object"),
      (
        key: "properties",
        value: .object([(key: key, value: .object(keywords(of: Shape.enumeration(words))))])
      ), (key: "required", value: [.string(key)]), (key: "allOf", value: .array(cases)),
    ]
  }

  /// The names in a value of a request, which may have any type.
  private static func keywords(of value: RequestValue) -> Keywords {
    func schema(_ value: RequestValue) -> JSONValue { .object(keywords(of: value)) }
    switch value {
    case .any: return []
    case .words(let words, _):
      let names: JSONValue = ["enum": .array(words.map(JSONValue.string))]
      return [(key: "if", value: ["type": "string"]), (key: "then", value: names)]
    case .object(let keys):
      var properties: Keywords = []
      var patterns: Keywords = []
      if case .object(let extensions) = extensions { patterns = extensions }
      for key in keys {
        if key.isPart {
          patterns.append((key: anyCase(key.name), value: schema(key.value)))
        } else {
          properties.append((key: key.name, value: schema(key.value)))
        }
      }
      return [
        (key: "properties", value: .object(properties)),
        (key: "patternProperties", value: .object(patterns)),
        (key: "additionalProperties", value: false),
      ]
    case .each(.any): return []
    case .each(let value):
      let each = schema(value)
      return [(key: "items", value: each), (key: "additionalProperties", value: each)]
    }
  }

  /// `scope` as `[Ss][Cc][Oo][Pp][Ee]`.
  private static func anyCase(_ name: String) -> String {
    name.map { $0.isLetter ? "[\($0.uppercased())\($0)]" : String($0) }.joined()
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
  private mutating func perEnvironment(_ value: Shape, _ mayBeUnknown: Bool) -> Keywords {
    let one = JSONValue.object(keywords(of: value, mayBeUnknown: mayBeUnknown))
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
