import PolicyText
import PolicyModel

/// Fields of each type.
extension RequestReader {
  func text(_ key: String, _ node: NodeID) throws(Problem) -> ExactString? {
    guard let value = tree.value(of: key, in: node) else { return nil }
    return try string(value, of: key)
  }

  func nullableText(_ key: String, _ node: NodeID) throws(Problem) -> ExactString? {
    guard let value = tree.value(of: key, in: node), !tree.isNull(value) else { return nil }
    return try string(value, of: key)
  }

  private func string(_ value: NodeID, of key: String) throws(Problem) -> ExactString {
    guard let text = tree.string(value) else { throw Problem(message: "`\(key)` is not a string") }
    return text
  }

  func texts(_ key: String, _ node: NodeID) throws(Problem) -> [ExactString]? {
    guard let value = tree.value(of: key, in: node) else { return nil }
    guard tree.kind(value) == .sequence else { throw Problem(message: "`\(key)` is not a list") }
    var texts: [ExactString] = []
    for item in tree.items(value) {
      guard let text = tree.string(item) else {
        throw Problem(message: "`\(key)` has an item that is not a string")
      }
      texts.append(text)
    }
    return texts
  }

  func word<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ node: NodeID
  ) throws(Problem) -> Value? where Value.RawValue == String {
    guard let text = try text(key, node) else { return nil }
    guard let value = Value(rawValue: text.string) else {
      throw Problem(
        message: Self.unknown(
          text, "is not a valid `\(key)`", among: Value.allCases.map(\.rawValue), all: true))
    }
    return value
  }

  /// The message for an unknown name, with a suggestion.
  ///
  /// - Parameter all: lists all names if none is similar.
  static func unknown(
    _ name: ExactString, _ problem: String, among known: [String], all: Bool = false
  ) -> String {
    let text = "\(DisplayText.quoted(name.string)) \(problem)"
    let others =
      known.prefix(24).map { "`\($0)`" }.joined(separator: ", ") + (known.count > 24 ? ", …" : "")
    guard let near = Nearest.name(to: name.string, among: known) else {
      return all && !known.isEmpty ? "\(text); write one of \(others)" : text
    }
    return "\(text); did you mean `\(near)`?" + (all ? " (one of \(others))" : "")
  }

  /// A required string.
  func required(_ key: String, _ node: NodeID) throws(Problem) -> ExactString {
    guard let text = try text(key, node) else {
      throw Problem(message: "the request has no `\(key)`")
    }
    return text
  }

  /// A required word of an enumeration.
  func requiredWord<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ node: NodeID
  ) throws(Problem) -> Value where Value.RawValue == String {
    guard let value: Value = try word(key, node) else {
      throw Problem(
        message: "the request has no `\(key)`; write one of "
          + Value.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))
    }
    return value
  }

  /// The value of `input`; nil if absent.
  func input(_ node: NodeID) -> JSONValue? {
    tree.value(of: "input", in: node).map { tree.json($0) }
  }

  /// `input`, which must be an object.
  func inputObject(_ node: NodeID) throws(Problem) -> JSONValue {
    guard let value = tree.value(of: "input", in: node), tree.kind(value) == .mapping else {
      throw Problem(message: "the request has no `input` object")
    }
    return tree.json(value)
  }

  /// A string in `input`; nil if absent or null.
  func inputText(_ key: String, _ node: NodeID) throws(Problem) -> ExactString? {
    guard let input = tree.value(of: "input", in: node), tree.kind(input) == .mapping else {
      throw Problem(message: "the request has no `input` object")
    }
    guard let value = tree.value(of: key, in: input), !tree.isNull(value) else { return nil }
    return try string(value, of: "input.\(key)")
  }
}
