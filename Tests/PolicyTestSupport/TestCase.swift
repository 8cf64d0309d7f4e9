package import PolicyText
package import Testing

/// One row of a test case below `Tests/Vectors`; the `README.md` there describes the format.
package struct TestCase: CustomTestStringConvertible, Sendable {
  package struct Malformed: Error {
    var description: String
  }
  typealias Variables = [String: JSONValue]

  package var file: String
  package var title: String
  /// Identifies the row within its case; empty if the case has one row.
  var row: String
  private var shared: JSONValue
  private var own: JSONValue
  private var variables: Variables

  package var testDescription: String { "\(file): \(title)\(row.isEmpty ? "" : ": ")\(row)" }

  /// Returns the value of a key in the case, or else in its file.
  package subscript(_ key: String) -> JSONValue? {
    get throws {
      let value = try (own[key] ?? shared[key]).map { try substitute($0) }
      return value == Self.absent ? nil : value
    }
  }

  /// Returns the object of a key. Members in the case override those in its file.
  package func merged(_ key: String) throws -> JSONValue {
    let own = resolved(own[key] ?? .object([]))
    return try substitute(resolved(shared[key] ?? .object([])).merging(own))
  }

  // MARK: expectations

  /// Checks each expectation: a path into the result, and the expected value.
  package func check(
    _ expected: JSONValue?, of answer: JSONValue,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) {
    guard case .object(let entries)? = expected, !entries.isEmpty else {
      Issue.record("the case expects nothing", sourceLocation: location)
      return
    }
    for (path, value) in entries {
      #expect(
        Self.holds(path, value, in: answer),
        "\(path) \(value.text())\n\(answer.text(.pretty))", sourceLocation: location)
    }
  }

  /// Returns true if the value at the path is as expected. The path may end in an operator, such as
  /// `contains`.
  private static func holds(_ path: String, _ expected: JSONValue, in answer: JSONValue) -> Bool {
    let words = path.split(separator: " ", maxSplits: 1).map(String.init)
    var value = words[0] == "answer" ? answer : answer[words[0]]
    if value == nil {
      value = words[0].split(separator: ".").reduce(answer) { $0?[String($1)] }
    }
    let text = value?.stringValue ?? value?.text() ?? ""
    func all(_ holds: (String) -> Bool) -> Bool {
      value != nil
        && (expected.items ?? [expected]).allSatisfy { part in
          part.stringValue.map { holds($0) } ?? false
        }
    }
    switch words.dropFirst().first {
    case nil: return value.map { Array($0.text().utf8) == Array(expected.text().utf8) } ?? false
    case "contains": return all { text.contains($0) }
    case "once":
      return all { text.split(separator: $0, omittingEmptySubsequences: false).count == 2 }
    case "lacks": return all { !text.contains($0) }
    case "starts": return all { text.hasPrefix($0) }
    case "ends": return all { text.hasSuffix($0) }
    case "not": return value.map { $0.text() != expected.text() } ?? false
    case "absent": return expected == .bool(value == nil)
    default: return false
    }
  }

  // MARK: reading

  /// Reads the cases of all files in a folder of `Tests/Vectors`. Each file must have at least one.
  package static func all(in folder: String) throws -> [TestCase] {
    try Fixtures.names(in: "Tests/Vectors/\(folder)").filter { $0.hasSuffix(".yaml") }
      .flatMap { try read("\(folder)/\($0)") }
  }

  /// Reads the cases of a file in `Tests/Vectors`.
  private static func read(_ path: String) throws -> [TestCase] {
    let bytes = try Fixtures.bytes("Tests/Vectors/\(path)")
    let result = YAMLReader.read(SourceFile(name: path, bytes: bytes), file: FileID(0))
    guard let root = result.tree.root, result.diagnostics.isEmpty else {
      throw Malformed(description: "\(path): \(result.diagnostics.map(\.message))")
    }
    let file = result.tree.json(root)
    let cases = try (file["cases"]?.items ?? []).flatMap { part in
      let known = variables(file["variables"]).merging(variables(part["variables"])) { $1 }
      guard let title = part["title"]?.stringValue else {
        throw Malformed(description: "\(path): a case without a title")
      }
      return try rows(part).map { row in
        TestCase(
          file: String(path.split(separator: "/").last ?? ""), title: title,
          row: row.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.text())" }
            .joined(separator: ", "),
          shared: file, own: part, variables: known.merging(row) { $1 })
      }
    }
    guard !cases.isEmpty else { throw Malformed(description: "\(path) has no cases") }
    return cases
  }

  private static func variables(_ value: JSONValue?) -> Variables {
    guard case .object(let entries)? = value else { return [:] }
    return Dictionary(entries.map { ($0.key, $0.value) }) { $1 }
  }

  /// Returns the variables of every row, combined with every value of `each`.
  private static func rows(_ part: JSONValue) throws -> [Variables] {
    var rows: [Variables] = [[:]]
    if let cells = part["rows"]?.items {
      let columns = (part["columns"]?.items ?? []).compactMap(\.stringValue)
      rows = try cells.map { row in
        guard let cells = row.items, cells.count == columns.count else {
          throw Malformed(description: "\(row.text()) has not the columns \(columns)")
        }
        return Dictionary(uniqueKeysWithValues: zip(columns, cells))
      }
    }
    for (name, values) in variables(part["each"]).sorted(by: { $0.key < $1.key }) {
      rows = rows.flatMap { row in
        (values.items ?? []).map { row.merging([name: $0]) { $1 } }
      }
    }
    return rows
  }

  // MARK: variables

  private static let absent = JSONValue.string("$absent")

  /// Follows a value that is only a variable, such as `$name`, to that variable's value.
  private func resolved(_ value: JSONValue) -> JSONValue {
    var value = value
    while let name = value.stringValue?.dropping(prefix: "$"), let next = variables[name] {
      value = next
    }
    return value
  }

  /// Replaces variables in a value. A field whose value is `$absent` is removed.
  private func substitute(_ value: JSONValue) throws -> JSONValue {
    switch resolved(value) {
    case .array(let items): return .array(try items.map(substitute))
    case .object(let entries):
      let replaced = try entries.map { entry in
        (
          key: try substitute(.string(entry.key)).stringValue ?? "",
          value: try substitute(entry.value)
        )
      }
      return .object(replaced.filter { $0.value != Self.absent })
    case .string(let text):
      return .string(
        try text.replacing(#/\$(?:\{([A-Za-z-]+)\}|([A-Za-z-]+))/#) { match -> String in
          guard let name = match.output.1 ?? match.output.2, let value = variables[String(name)]
          else { return String(match.output.0) }
          guard let string = try substitute(value).stringValue else {
            throw Malformed(description: "\(name) in \(text) is not a string")
          }
          return string
        })
    case let plain: return plain
    }
  }
}

extension JSONValue {
  /// Returns the object with the members of another, which override its own.
  package func merging(_ other: JSONValue) -> JSONValue {
    guard case .object(let mine) = self, case .object(let others) = other else { return self }
    return .object(mine.filter { other[$0.key] == nil } + others)
  }

  /// The object's members that are strings.
  package var strings: [String: String] {
    guard case .object(let members) = self else { return [:] }
    return Dictionary(members.compactMap { (key, value) in value.stringValue.map { (key, $0) } }) {
      $1
    }
  }
}

extension String {
  /// Returns the string after a prefix; nil if it doesn't start with it.
  package func dropping(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
