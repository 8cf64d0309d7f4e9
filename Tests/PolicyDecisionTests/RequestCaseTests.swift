import PolicyTestSupport
import PolicyText
import Testing

/// The requests of `Tests/Vectors/requests` and what their answers must be.
struct RequestCaseTests {
  @Test(arguments: try RequestCase.all)
  func `a request has the answer that is written beside it`(row: RequestCase) throws {
    let answer = Simulator(row.policies).answer(row.request)
    #expect(!row.expected.isEmpty)
    for (path, value) in row.expected {
      #expect(
        row.holds(path, value, in: answer),
        "\(path) \(value.text())\n\(row.request.text())\n\(answer.text())")
    }
  }

  @Test(arguments: ["a", "example.com"])
  func `a long entry with other operators is inferred not to match`(host: String) {
    let entry = String(repeating: "(", count: 5_000) + String(repeating: ")*", count: 5_000)
    let answer = Simulator("linkpolicy: 1\nname: none\n").answer([
      "kind": "web_origin", "input": ["page_url": .string("https://\(host)/")],
      "facts": ["authorized_domains": [.string(entry)]],
    ])
    #expect(answer["decision"] == "deny" && answer["confidence"] == "inferred")
  }

  @Test func `every file has cases`() throws {
    let files = try Fixtures.names(in: RequestCase.folder).filter { $0.hasSuffix(".yaml") }
    #expect(try Set(RequestCase.all.map(\.file)) == Set(files))
    #expect(try RequestCase.all.count > 400)
  }
}

/// A row of a file; `README.md` beside it describes the format.
struct RequestCase: CustomTestStringConvertible, Sendable {
  typealias Variables = [String: JSONValue]
  struct Malformed: Error {
    var description: String
  }

  static let folder = "Tests/Vectors/requests"
  static var all: [RequestCase] { get throws { try loaded.get() } }
  private static let loaded = Result {
    try Fixtures.names(in: folder).filter { $0.hasSuffix(".yaml") }.flatMap(read)
  }

  var file: String
  var title: String
  var policies: [String]
  var request: JSONValue
  var expected: [(key: String, value: JSONValue)]
  /// What tells the row from others of its case.
  var row: String
  var testDescription: String { "\(file): \(title)\(row.isEmpty ? "" : ": ")\(row)" }

  /// True if a value of the answer, or its text, is as expected.
  func holds(_ path: String, _ expected: JSONValue, in answer: JSONValue) -> Bool {
    let words = path.split(separator: " ", maxSplits: 1).map(String.init)
    var value: JSONValue? = answer
    if words[0] != "answer" {
      for key in words[0].split(separator: ".") { value = value?[String(key)] }
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
    case "lacks": return all { !text.contains($0) }
    case "starts": return all { text.hasPrefix($0) }
    case "ends": return all { text.hasSuffix($0) }
    case "not": return value.map { $0.text() != expected.text() } ?? false
    case "absent": return expected == .bool(value == nil)
    default: return false
    }
  }

  // MARK: reading

  private static func read(_ name: String) throws -> [RequestCase] {
    let source = SourceFile(name: name, bytes: try Fixtures.bytes("\(folder)/\(name)"))
    let result = YAMLReader.read(source, file: FileID(0))
    guard let root = result.tree.root, result.diagnostics.isEmpty else {
      throw Malformed(description: "\(name): \(result.diagnostics.map(\.message))")
    }
    let file = result.tree.json(root)
    return try (file["cases"]?.items ?? []).flatMap { part in
      let known = variables(file["variables"]).merging(variables(part["variables"])) { $1 }
      let policies = part["policies"] ?? part["policy"] ?? file["policies"] ?? file["policy"]
      return try rows(part).map { row in
        let own = known.merging(row) { $1 }
        var request = part["request"] ?? .object([])
        while let name = request.stringValue?.dropping(prefix: "$"), let value = own[name] {
          request = value
        }
        let texts = try substitute(policies ?? .null, own)
        guard let title = part["title"]?.stringValue,
          case .object(let expected) = try substitute(part["expect"] ?? .null, own)
        else { throw Malformed(description: "\(name): a case without a title or expectation") }
        return RequestCase(
          file: name, title: title, policies: (texts.items ?? [texts]).compactMap(\.stringValue),
          request: try substitute((file["request"] ?? .object([])).merging(request), own),
          expected: expected,
          row: row.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.text())" }
            .joined(separator: ", "))
      }
    }
  }

  private static func variables(_ value: JSONValue?) -> Variables {
    guard case .object(let entries)? = value else { return [:] }
    return Dictionary(entries.map { ($0.key, $0.value) }) { $1 }
  }

  /// The variables of every row, with every combination of `each`.
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

  /// A value with its variables replaced; `$absent` takes a field away.
  private static func substitute(
    _ value: JSONValue, _ variables: Variables
  ) throws -> JSONValue {
    switch value {
    case .array(let items): return .array(try items.map { try substitute($0, variables) })
    case .object(let entries):
      let replaced = try entries.map { entry in
        (
          key: try substitute(.string(entry.key), variables).stringValue ?? "",
          value: try substitute(entry.value, variables)
        )
      }
      return .object(replaced.filter { $0.value != absent })
    case .string(let text):
      if let whole = text.dropping(prefix: "$").flatMap({ variables[$0] }) {
        return try substitute(whole, variables)
      }
      return .string(
        try text.replacing(#/\$(?:\{([A-Za-z-]+)\}|([A-Za-z-]+))/#) { match -> String in
          guard let name = match.output.1 ?? match.output.2, let value = variables[String(name)]
          else { return String(match.output.0) }
          guard let string = try substitute(value, variables).stringValue else {
            throw Malformed(description: "\(name) in \(text) is not a string")
          }
          return string
        })
    default: return value
    }
  }

  private static let absent = JSONValue.string("$absent")
}
