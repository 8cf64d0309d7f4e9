/// The keys of one mapping. Each key is declared once, as a case whose raw value is its name; a test checks that
/// the decoder reads all of them.
package protocol MappingKey: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  static var mapping: MappingShape { get }
  var shape: KeyShape { get }
}

/// A mapping with a fixed set of keys. Keys that start with `x-` are always allowed and ignored.
package final class MappingShape: Sendable {
  /// The name of its definition in JSON Schemas: "client".
  package let name: String
  package let summary: String
  package let keys: [KeyShape]
  package let names: [String]
  /// The indices of keys that are required, always or with some values of the discriminator.
  let needed: [Int]
  /// The key whose value determines which other keys are allowed.
  package let discriminator: String?
  /// Mutually exclusive keys. The one that is present determines which other keys are allowed.
  package let selectors: [String]
  /// Groups of keys of which at least one must be present, if they are allowed.
  package let needsOneOf: [[String]]
  /// The key that a string was probably meant for if it is written instead of the mapping.
  let bareKey: String?

  /// - Parameter inherited: a mapping whose keys are also allowed, after the mapping's own.
  init<Key: MappingKey>(
    _ name: String, _ summary: String, _: Key.Type, discriminator: Key? = nil,
    selectors: [Key] = [], needsOneOf: [[Key]] = [], bareKey: Key? = nil,
    inheriting inherited: MappingShape? = nil
  ) {
    self.name = name
    self.summary = summary
    self.discriminator = discriminator?.rawValue
    self.selectors = selectors.map(\.rawValue)
    self.needsOneOf = needsOneOf.map { $0.map(\.rawValue) }
    self.bareKey = bareKey?.rawValue
    var keys: [KeyShape] = []
    keys.reserveCapacity(Key.allCases.count + (inherited?.keys.count ?? 0))
    for key in Key.allCases {
      keys.append(key.shape)
      keys[keys.count - 1].name = key.rawValue
    }
    if let inherited { keys += inherited.keys }
    self.keys = keys
    names = keys.map(\.name)
    needed = Self.needed(keys)
  }

  init(_ shape: MappingShape, with keys: [KeyShape]) {
    name = shape.name
    summary = shape.summary
    self.keys = keys
    names = shape.names
    needed = shape.needed
    discriminator = shape.discriminator
    selectors = shape.selectors
    needsOneOf = shape.needsOneOf
    bareKey = shape.bareKey
  }

  /// - Parameter keys: keys with names.
  init(_ name: String, _ summary: String, keys: [KeyShape]) {
    self.name = name
    self.summary = summary
    self.keys = keys
    discriminator = nil
    selectors = []
    needsOneOf = []
    bareKey = nil
    names = keys.map(\.name)
    needed = Self.needed(keys)
  }
}

extension MappingShape {
  private static func needed(_ keys: [KeyShape]) -> [Int] {
    keys.indices.filter { keys[$0].presence != .optional }
  }

  package static var policy: MappingShape { PolicyKey.mapping }
  package static var tests: MappingShape { TestFileKey.mapping }
  package static var configuration: MappingShape { ConfigurationKey.mapping }

  package static func environments(of value: Shape) -> [KeyShape] {
    PerEnvironmentKey.rows(of: value)
  }
}

/// The keys of a value per environment. Their types depend on the key of the value.
enum PerEnvironmentKey: String, MappingKey {
  case prod
  case sandbox

  static let mapping = MappingShape("value per environment", "", PerEnvironmentKey.self)

  var shape: KeyShape {
    switch self {
    case .prod:
      KeyShape(
        .any, "Value in prod",
        commonMistakes: ["production", "live", "release", "default"])
    case .sandbox:
      KeyShape(
        .any, "Value in sandbox",
        commonMistakes: ["staging", "stage", "test", "dev", "development"])
    }
  }

  static func rows(of value: Shape) -> [KeyShape] {
    mapping.keys.map { row in
      var row = row
      row.shape = value
      return row
    }
  }
}

/// The keys of a reference to a secret.
enum SecretKey: String, MappingKey {
  case env
  case file
  case secret

  static let mapping = MappingShape(
    "secret", "Reference to a secret, never its value", SecretKey.self,
    needsOneOf: [[.env, .file, .secret]])

  var shape: KeyShape {
    switch self {
    case .env:
      KeyShape(
        .string(StringShape(.variableName, example: "GOOGLE_HOME_SECRET")),
        "Name of an environment variable")
    case .file:
      KeyShape(
        .string(StringShape(.secretName, example: "secrets/key.p8")), "Path of a file")
    case .secret: KeyShape(.string(StringShape(.secretName)), "Name in your secret manager")
    }
  }
}
