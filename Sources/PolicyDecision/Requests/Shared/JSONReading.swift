import PolicyText

/// Accessors for values of requests, which may have any type.
extension JSONValue {
  /// A string that is compared by bytes; nil for other values.
  var exactText: ExactString? { stringValue.map { ExactString($0) } }

  /// A Boolean; nil for other values.
  var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// A number; nil for other values and for numbers outside the range of `Double`.
  var numberValue: Double? {
    switch self {
    case .int(let value): Double(value)
    case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The keys and values of an object; empty for other values.
  var members: [(key: String, value: JSONValue)] {
    if case .object(let members) = self { members } else { [] }
  }

  /// True for an object.
  var isObject: Bool { if case .object = self { true } else { false } }

  /// The value of a key; nil if absent or null.
  func given(_ key: String) -> JSONValue? {
    self[key].flatMap { $0 == .null ? nil : $0 }
  }

  /// Whether JavaScript treats the value as true.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .int, .number: numberValue.map { $0 != 0 } ?? true
    case .string(let text): !text.isEmpty
    case .array, .object: true
    }
  }

  /// True for `true` and `"true"`: Apple sends both.
  var isTrueInEitherForm: Bool { self == .bool(true) || self == .string("true") }
}

extension ExactString {
  /// ASCII letters in lower case.
  var asciiLowercased: ExactString { ASCII.lowercased(self) }

  /// The value in backticks for messages, with secrets masked.
  var quoted: String { DisplayText.quoted(ParameterMask().masked(self).string) }
}
