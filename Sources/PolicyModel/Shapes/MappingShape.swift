/// The keys of one mapping of the language: the raw value is the key as files have it.
///
/// A key is declared once, as a case: the table is a switch over the cases, and the decoder can name no
/// other. That it reads each of them is tested.
package protocol MappingKey: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// The mapping that has these keys.
  static var mapping: MappingShape { get }
  /// The row of the key in the table of its mapping.
  var shape: KeyShape { get }
}

/// A mapping whose keys the language fixes; keys that start with `x-` are always allowed and ignored.
///
/// A class: every mapping of every file is held against one, and a copy would count the references to all
/// that it has, on counters that threads share.
package final class MappingShape: Sendable {
  /// The name of its definition in the schema, and of what it is in messages: "client".
  package let name: String
  package let summary: String
  package let keys: [KeyShape]
  /// The names of the keys, for the look-up of every entry of every mapping.
  package let names: [String]
  /// The keys that may have to be there, by their numbers.
  let needed: [Int]
  /// The key whose value decides which of the keys belong here.
  package let discriminator: String?
  /// At least one of these keys must be there.
  package let needsOneOf: [String]
  /// The key that people mean where they write a bare text instead of the mapping.
  let bareKey: String?

  /// A table of all keys of an enumeration, in its order.
  ///
  /// - Parameter inherited: a mapping whose keys stand here too, after these.
  init<Key: MappingKey>(
    _ name: String, _ summary: String, _: Key.Type, discriminator: Key? = nil,
    needsOneOf: [Key] = [], bareKey: Key? = nil, inheriting inherited: MappingShape? = nil
  ) {
    self.name = name
    self.summary = summary
    self.discriminator = discriminator?.rawValue
    self.needsOneOf = needsOneOf.map(\.rawValue)
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

  /// The same mapping with other rows.
  init(_ shape: MappingShape, with keys: [KeyShape]) {
    name = shape.name
    summary = shape.summary
    self.keys = keys
    names = shape.names
    needed = shape.needed
    discriminator = shape.discriminator
    needsOneOf = shape.needsOneOf
    bareKey = shape.bareKey
  }

  /// A table of rows that have their names.
  init(_ name: String, _ summary: String, keys: [KeyShape]) {
    self.name = name
    self.summary = summary
    self.keys = keys
    discriminator = nil
    needsOneOf = []
    bareKey = nil
    names = keys.map(\.name)
    needed = Self.needed(keys)
  }
}

/// Some of the rows of a table, by their numbers.
struct RowSet {
  private var bits: (UInt64, UInt64) = (0, 0)

  /// How many rows a table may have.
  static var limit: Int { 128 }

  subscript(row: Int) -> Bool {
    get { (row < 64 ? bits.0 : bits.1) & Self.bit(row) != 0 }
    set {
      let word = row < 64 ? bits.0 : bits.1
      let changed = newValue ? word | Self.bit(row) : word & ~Self.bit(row)
      if row < 64 { bits.0 = changed } else { bits.1 = changed }
    }
  }

  private static func bit(_ row: Int) -> UInt64 {
    precondition(row < limit)
    return 1 << UInt64(row & 63)
  }
}

extension MappingShape {
  private static func needed(_ keys: [KeyShape]) -> [Int] {
    keys.indices.filter { keys[$0].presence != .optional }
  }

  /// A policy file.
  package static var policy: MappingShape { PolicyKey.mapping }
  /// A test file.
  package static var tests: MappingShape { TestFileKey.mapping }
  /// `linkpolicy.yaml`, the configuration of a repository.
  package static var configuration: MappingShape { ConfigurationKey.mapping }

  /// The rows of a value per environment.
  package static func environments(of value: Shape) -> [KeyShape] {
    PerEnvironmentKey.rows(of: value)
  }
}
