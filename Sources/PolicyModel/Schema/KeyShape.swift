package import PolicyText

/// A key of a mapping with its type, documentation and default.
package struct KeyShape: Sendable {
  package enum Presence: Sendable, Equatable {
    case optional
    case required
    /// Required with the values of the discriminator in `only`.
    case requiredIfAllowed
  }
  /// The raw value of the `MappingKey`, set by `MappingShape`.
  package internal(set) var name = ""
  package var shape: Shape
  package var presence: Presence
  package var summary: String
  /// Wrong names that the edit distance doesn't catch. Case, `_` and `-` don't matter.
  package var commonMistakes: [String]
  /// The values of the discriminator, or the selectors, with which the key is allowed; empty for
  /// all.
  package var only: [String]
  package var defaultValue: DefaultValue?
  /// The page or file that contains the value, such as a page of a console. Only keys with this may
  /// be `TODO`.
  package var whereToFind: String?

  init(
    _ shape: Shape, _ summary: String, presence: Presence = .optional, only: [Platform] = [],
    defaultValue: DefaultValue? = nil, commonMistakes: [String] = [], whereToFind: String? = nil
  ) {
    self.shape = shape
    self.summary = summary
    self.presence = presence
    self.only = only.map(\.rawValue)
    self.defaultValue = defaultValue
    self.commonMistakes = commonMistakes
    self.whereToFind = whereToFind
  }

  /// A field of a request.
  init(
    _ key: RequestKey, _ shape: Shape, _ summary: String, presence: Presence = .optional,
    defaultValue: DefaultValue? = nil
  ) {
    self.init(shape, summary, presence: presence, defaultValue: defaultValue)
    name = key.rawValue
  }
}

/// The default value of a key.
package enum DefaultValue: Sendable {
  case boolean(Bool)
  case integer(Int)
  case text(ExactString)
  case texts([ExactString])
  /// A description, if the default depends on other keys.
  case described(String)

  static func enumeration(_ value: some DocumentedEnumeration) -> DefaultValue {
    .text(ExactString(value.rawValue))
  }

  /// The value in documentation.
  package var text: String {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .text(let value): value.string
    case .texts(let values): "[" + values.map(\.string).joined(separator: ", ") + "]"
    case .described(let words): words
    }
  }

  /// The value in JSON Schemas; nil for descriptions.
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

extension KeyShape {
  /// The help of findings about the missing key.
  var additionHelp: String {
    if let example = shape.example { return "add `\(name): \(example)`" }
    // Acronyms and names such as `SHA-256` keep their case.
    let isWord = summary.unicodeScalars.dropFirst().first?.properties.isLowercase == true
    return "add `\(name)`: "
      + (isWord ? summary.prefix(1).lowercased() + summary.dropFirst() : summary)
  }
}

extension Shape {
  /// A value in YAML flow style; nil if the schema has no example.
  fileprivate var example: String? {
    switch self {
    case .string(let string): string.example.map { $0.contains("*") ? "\"\($0)\"" : $0 }
    case .integer(let range): range.count == 1 ? String(range.lowerBound) : nil
    case .enumeration(let values): values.first?.name
    case .list(let item): item.example.map { "[\($0)]" }
    case .perEnvironment(let value), .nullable(let value), .oneOrMany(let value): value.example
    default: nil
    }
  }
}

extension [String] {
  /// Returns true if a name is one of these common mistakes, apart from case, `_` and `-`.
  func contains(mistake name: String) -> Bool {
    func folded(_ name: String) -> [UInt8] {
      ASCII.lowercased(ExactString(name)).utf8.filter { !"_-".utf8.contains($0) }
    }
    return contains { folded($0) == folded(name) }
  }
}
