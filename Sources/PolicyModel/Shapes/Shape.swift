/// What a value of the policy language looks like; the decoder, the did-you-mean and the JSON Schema
/// are all made from these tables, so they cannot disagree.
package indirect enum Shape: Sendable {
  /// Text of a certain form.
  case string(StringShape)
  /// A decimal integer within a range.
  case integer(ClosedRange<Int>)
  /// Plain `true` or `false`.
  case boolean
  /// One of a fixed set of words.
  case enumeration([EnumerationValue])
  /// A list of values.
  case list(Shape)
  /// A mapping whose keys the language fixes.
  case mapping(MappingShape)
  /// A mapping with free keys.
  case dictionary(key: StringShape, value: Shape)
  /// One value for both environments, or a mapping with `prod`, `sandbox` or both.
  case perEnvironment(Shape)
  /// One value or a list of them.
  case oneOrMany(Shape)
  /// The value, or null (`null`, `~`).
  case nullable(Shape)
  /// A reference to a secret, never its value.
  case secret(MappingShape)
  /// A mapping whose keys depend on the word that a key of it has.
  case variants(key: String, words: [EnumerationValue], shape: @Sendable (String) -> MappingShape?)
  /// A value within a request: names are known, types are not checked here.
  case request(RequestValue)
  /// Anything that JSON can hold.
  case any

  /// True where a reference to a secret is due, so that what stands there must not be printed.
  var isSecret: Bool {
    switch self {
    case .secret: true
    case .perEnvironment(let value), .nullable(let value): value.isSecret
    default: false
    }
  }

  /// Text without further shape.
  package static let text = Shape.string(StringShape())
  /// A list of texts.
  package static let texts = Shape.list(.text)
}

/// A word of a fixed set.
package struct EnumerationValue: Sendable {
  package var name: String
  package var summary: String
  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}

/// Text of a certain form.
package struct StringShape: Sendable {
  /// The form that is checked here; everything finer is the business of rules.
  package enum Form: Sendable {
    case any
    /// `[A-Za-z0-9][A-Za-z0-9._-]*`
    case identifier
    /// An identifier, or `other-policy/identifier`.
    case appReference
    /// The name of an environment variable: letters, digits and `_`, no digit first.
    case variableName
    /// The name of a file or secret: one line, and nothing that is plainly a secret itself.
    case secretName
  }
  package var form = Form.any
  package var example: String?

  package init(_ form: Form = .any, example: String? = nil) {
    self.form = form
    self.example = example
  }

  /// The form as an ECMA-262 regular expression.
  package var pattern: String? {
    switch form {
    case .any: nil
    case .identifier: "^[A-Za-z0-9][A-Za-z0-9._-]*$"
    case .appReference: "^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?$"
    case .variableName: "^[A-Za-z_][A-Za-z0-9_]*$"
    case .secretName:
      #"^(?![\s\S]*\n)(?!\#(Self.secretPrefixes.joined(separator: "|")))"#
    }
  }

  /// True when the bytes have the form.
  package func accepts(_ text: ArraySlice<UInt8>) -> Bool {
    switch form {
    case .any: return true
    case .identifier: return Self.isIdentifier(text)
    case .appReference:
      guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else {
        return Self.isIdentifier(text)
      }
      return Self.isIdentifier(text[..<slash]) && Self.isIdentifier(text[(slash + 1)...])
    case .variableName:
      guard let first = text.first, !(0x30...0x39).contains(first) else { return false }
      return text.allSatisfy { Self.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    case .secretName:
      return !text.contains(0x0A) && !Self.secretPrefixes.contains { text.starts(with: $0.utf8) }
    }
  }

  /// How a PEM block, a client secret of Google and a signed token start.
  private static let secretPrefixes = ["-----BEGIN", "GOCSPX-", "eyJ"]

  private static func isIdentifier(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, isAlphanumeric(first) else { return false }
    return text.allSatisfy {
      isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-")
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

/// A mapping whose keys the language fixes; keys that start with `x-` are always allowed and ignored.
package struct MappingShape: Sendable {
  /// The name of its definition in the schema, and of what it is in messages: "client".
  package var name: String
  package var summary: String
  package var keys: [KeyShape]
  /// The names of the keys, for the look-up of every entry of every mapping.
  package let names: [String]
  /// The key whose value decides which of the keys belong here.
  package var discriminator: String?
  /// At least one of these keys must be there.
  package var needsOneOf: [String]
  package init(
    _ name: String, _ summary: String, discriminator: String? = nil, needsOneOf: [String] = [],
    keys: [KeyShape]
  ) {
    self.name = name
    self.summary = summary
    self.discriminator = discriminator
    self.needsOneOf = needsOneOf
    self.keys = keys
    names = keys.map(\.name)
  }
}

/// A key of a mapping.
package struct KeyShape: Sendable {
  /// When the key must be there.
  package enum Presence: Sendable, Equatable {
    case optional
    case required
    /// Required where the discriminator has one of the values in `only`.
    case requiredWhereAllowed
  }
  package var name: String
  package var shape: Shape
  package var presence: Presence
  package var summary: String
  /// Names that people write instead of this one and that are too far for the edit distance.
  package var commonMistakes: [String]
  /// The key belongs here only where the discriminator has one of these values; empty means always.
  package var only: [String]
  /// The value without the key, for the documentation.
  package var defaultValue: String?

  package init(
    _ name: String, _ shape: Shape, _ summary: String, presence: Presence = .optional,
    only: [String] = [], defaultValue: String? = nil, commonMistakes: [String] = []
  ) {
    self.name = name
    self.shape = shape
    self.summary = summary
    self.presence = presence
    self.only = only
    self.defaultValue = defaultValue
    self.commonMistakes = commonMistakes
  }
}
