package import PolicyText

/// A row of the table of a mapping: what a key means and what it holds.
package struct KeyShape: Sendable {
  /// When the key must be there.
  package enum Presence: Sendable, Equatable {
    case optional
    case required
    /// Required where the discriminator has one of the values in `only`.
    case requiredWhereAllowed
  }
  /// As files have it: the raw value of the `MappingKey`, which its mapping fills in.
  package internal(set) var name = ""
  package var shape: Shape
  package var presence: Presence
  package var summary: String
  /// Names that people write instead of this one and that are too far for the edit distance.
  package var commonMistakes: [String]
  /// The key belongs here only where the discriminator has one of these values; empty means always.
  package var only: [String]
  /// What counts without the key, for the schema and the documentation.
  package var defaultValue: DefaultValue?

  @inline(never)
  init(
    _ shape: Shape, _ summary: String, presence: Presence = .optional, only: [Platform] = [],
    defaultValue: DefaultValue? = nil, commonMistakes: [String] = []
  ) {
    self.shape = shape
    self.summary = summary
    self.presence = presence
    self.only = only.map(\.rawValue)
    self.defaultValue = defaultValue
    self.commonMistakes = commonMistakes
  }

  /// A row of the table of a kind of requests, which share the names of their fields.
  init(
    _ key: RequestKey, _ shape: Shape, _ summary: String, presence: Presence = .optional,
    defaultValue: DefaultValue? = nil
  ) {
    self.init(shape, summary, presence: presence, defaultValue: defaultValue)
    name = key.rawValue
  }
}

/// What counts without a key.
package enum DefaultValue: Sendable {
  case boolean(Bool)
  case integer(Int)
  case text(ExactString)
  case texts([ExactString])
  /// In words, where it is no value that one could write.
  case described(String)

  /// A value of an enumeration.
  static func enumeration(_ value: some DocumentedEnumeration) -> DefaultValue {
    .text(ExactString(value.rawValue))
  }

  /// As people read it.
  package var text: String {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .text(let value): value.string
    case .texts(let values): "[" + values.map(\.string).joined(separator: ", ") + "]"
    case .described(let words): words
    }
  }

  /// As the schema has it; nil for words.
  package var json: JSONValue? {
    switch self {
    case .boolean(let value): .bool(value)
    case .integer(let value): .int(value)
    case .text(let value): .string(value.string)
    case .texts(let values): .array(values.map { .string($0.string) })
    case .described: nil
    }
  }
}
