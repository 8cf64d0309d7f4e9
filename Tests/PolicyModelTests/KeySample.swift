import PolicyModel

/// A file that has every key of a mapping, in flow style; keys may be hidden behind `x-`, which leaves all nodes
/// where they were.
struct KeySample {
  /// The paths of the keys that are hidden, by the names of keys.
  var hidden: Set<[String]> = []

  /// The paths of all keys of a mapping and of those below it.
  ///
  /// - Parameter leaves: mappings that are not entered.
  static func paths(of mapping: MappingShape, leaves: Set<String>) -> [[String]] {
    mapping.keys.flatMap { key in
      let below = leaves.contains(mapping.name + "." + key.name) ? nil : Self.mapping(in: key.shape)
      return [[key.name]]
        + (below.map { paths(of: $0, leaves: leaves) } ?? []).map { [key.name] + $0 }
    }
  }

  /// The text of a whole mapping.
  func text(_ mapping: MappingShape, at path: [String] = []) -> String {
    let entries = mapping.keys.map { key in
      let path = path + [key.name]
      return
        "\(hidden.contains(path) ? "x-" : "")\(key.name): \(text(key.shape, key.defaultValue, path))"
    }
    return "{ " + entries.joined(separator: ", ") + " }"
  }

  /// A value that is not the default.
  private func text(_ shape: Shape, _ defaultValue: DefaultValue?, _ path: [String]) -> String {
    switch shape {
    case .string(let string): "\"\(string.example ?? "text")\""
    case .integer(let range): String(range.lowerBound)
    case .boolean: defaultValue?.text == "true" ? "false" : "true"
    case .enumeration(let words): words.first { $0.name != defaultValue?.text }?.name ?? ""
    case .list(let item): "[\(text(item, nil, path))]"
    case .mapping(let mapping): text(mapping(), at: path)
    case .dictionary(_, let value): "{ some: \(text(value, nil, path)) }"
    case .perEnvironment(let value), .oneOrMany(let value), .nullable(let value):
      text(value, defaultValue, path)
    case .secret: "{ env: NAME }"
    case .variants(let key, let words, _): "{ \(key): \(words.first?.name ?? "") }"
    case .request: "{}"
    case .any: "1"
    }
  }

  private static func mapping(in shape: Shape) -> MappingShape? {
    switch shape {
    case .mapping(let mapping): mapping()
    case .list(let value), .perEnvironment(let value), .oneOrMany(let value),
      .nullable(let value), .dictionary(_, let value):
      mapping(in: value)
    default: nil
    }
  }
}
