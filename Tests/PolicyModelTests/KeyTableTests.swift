import Foundation
import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// The code reads exactly the keys in the tables.
@Suite struct KeyTableTests {
  /// `RequestReader` and `TestRunner` read these when tests run.
  private static let leaves: Set = ["test.request", "test.expect"]
  private static let elsewhere: [[String]] = [["policy"], ["environment"]]

  private static func document(_ text: String) -> PolicyDocument {
    PolicyDocument(
      YAMLReader.read(SourceFile(name: "p.yaml", bytes: Array(text.utf8)), file: FileID(0)))
  }

  /// Describes everything that the decoder reads from a file.
  private static func model(_ text: String) -> String {
    let document = document(text)
    var output = ""
    dump(document.kind, to: &output)
    dump(document.policy, to: &output)
    dump(document.tests, to: &output)
    dump(document.invariants, to: &output)
    dump(Configuration(decoding: document.tree), to: &output)
    return output
  }

  @Test(arguments: [MappingShape.policy, .tests, .configuration])
  func `every key of a table is read`(_ file: MappingShape) {
    // If two keys exclude each other, only the first one is read.
    let samples: [Set<[String]>] = [[], [["invariants", "clients"]]]
    let paths = KeySample.paths(of: file, leaves: Self.leaves)
    #expect(paths.count > 3)
    for path in paths where !(file.name == "test file" && Self.elsewhere.contains(path)) {
      let isRead = samples.contains { hidden in
        Self.model(KeySample(hidden: hidden).text(file))
          != Self.model(KeySample(hidden: hidden.union([path])).text(file))
      }
      #expect(isRead, "nothing reads \(path.joined(separator: "."))")
    }
  }

  @Test(arguments: ["env", "file", "secret"])
  func `every form of a secret reference is read`(_ form: String) throws {
    let policy = Self.document(
      "{ linkpolicy: 1, name: a, providers: { apple: { private_key: { \(form): NAME } } } }"
    ).policy
    let reference = try #require(policy.apple?.privateKeyReference?.prod?.value)
    #expect(reference.key == form && reference.name == "NAME")
  }

  @Test(arguments: [MappingShape.policy, .tests, .configuration])
  func `a table has each key once`(_ file: MappingShape) {
    let paths = KeySample.paths(of: file, leaves: [])
    #expect(Set(paths).count == paths.count)
  }

  /// The decoder's defaults agree with the documented ones.
  @Test func `writing a default value explicitly changes nothing`() throws {
    func client(_ keys: String) throws -> Client {
      try #require(
        Self.document("{ linkpolicy: 1, clients: { a: { \(keys) } } }").policy.clients.first)
    }
    #expect(try client("type: native").effectivePKCE == .required)
    #expect(try client("type: web").effectivePKCE == .required)
    #expect(try client("type: web, client_secret: { env: A }").effectivePKCE == .optional)
    func rule(_ keys: String) throws -> LinkRuleEntry {
      let text = "{ linkpolicy: 1, domains: { a: { links: [{ rules: [{ \(keys) }] }] } } }"
      return try #require(Self.document(text).policy.domains.first?.links.first?.rules.first)
    }
    let bare = try rule("path: /")
    #expect(bare.exclude == LinkRuleEntry.Defaults.exclude)
    #expect(bare.caseSensitive == LinkRuleEntry.Defaults.caseSensitive)
    #expect(bare.percentEncoded == LinkRuleEntry.Defaults.percentEncoded)
  }
}

/// A file that has every key of a mapping, in flow style. Keys can be hidden by the prefix `x-`,
/// which keeps the positions of all nodes.
struct KeySample {
  /// The paths of hidden keys.
  var hidden: Set<[String]> = []

  /// Returns the paths of all keys of a mapping, recursively.
  ///
  /// - Parameter leaves: mappings whose keys are not included.
  static func paths(of mapping: MappingShape, leaves: Set<String>) -> [[String]] {
    mapping.keys.flatMap { key in
      let below = leaves.contains(mapping.name + "." + key.name) ? nil : Self.mapping(in: key.shape)
      return [[key.name]]
        + (below.map { paths(of: $0, leaves: leaves) } ?? []).map { [key.name] + $0 }
    }
  }

  /// Returns a mapping with all its keys.
  func text(_ mapping: MappingShape, at path: [String] = []) -> String {
    let entries = mapping.keys.map { key in
      let path = path + [key.name]
      return
        "\(hidden.contains(path) ? "x-" : "")\(key.name): \(text(key.shape, key.defaultValue, path))"
    }
    return "{ " + entries.joined(separator: ", ") + " }"
  }

  /// Returns a value that isn't the default.
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

@Suite struct SchemaTests {
  @Test func `the schemas in the repository are up to date`() throws {
    #expect(JSONSchema.files.map(\.path).contains("Schemas/policy.schema.json"))
    for file in JSONSchema.files {
      let text = try Fixtures.text(file.path)
      #expect(text == file.text, "run linkpolicy-dev schemas")
    }
  }

  /// The schema is written by hand, because results are part of the contract.
  @Test func `the schema of results has all request types`() throws {
    struct Answer: Decodable {
      struct Kind: Decodable { var `enum`: [String] }
      struct Properties: Decodable { var kind: Kind }
      var properties: Properties
    }
    let bytes = try Data(contentsOf: Fixtures.root.appending(path: "Schemas/decision.schema.json"))
    let answer = try JSONDecoder().decode(Answer.self, from: bytes)
    #expect(answer.properties.kind.enum == RequestKind.allCases.map(\.rawValue))
  }

  @Test(.needs("check-jsonschema"))
  func `the schemas are valid draft-07`() throws {
    let tool = try #require(Tool.path("check-jsonschema"))
    let schemas = try Fixtures.names(in: "Schemas").filter { $0.hasSuffix(".json") }.map {
      "Schemas/" + $0
    }
    let result = try Tool.run(tool, ["--check-metaschema"] + schemas, in: Fixtures.root)
    #expect(result.status == 0, "\(result.output)")
  }

  /// The examples have every field, and each output has its own schema.
  @Test(.needs("check-jsonschema"))
  func `an example of each output conforms to its schema`() throws {
    let tool = try #require(Tool.path("check-jsonschema"))
    let names = try Fixtures.names(in: "Tests/Fixtures/reports")
    #expect(names.count >= 8)
    for name in names.map({ $0.replacing(".json", with: "") }) {
      let result = try Tool.run(
        tool,
        ["--schemafile", "Schemas/\(name).schema.json", "Tests/Fixtures/reports/\(name).json"],
        in: Fixtures.root)
      #expect(result.status == 0, "\(name): \(result.output)")
    }
  }

  /// Files for which schema and decoder differ: YAML 1.2 tools read these scalars as strings.
  private static let differences = [
    "Tests/Fixtures/structure/err/not-strings-in-1.1.yaml":
      "yes, on, n, dates and 12:30:45 are strings in YAML 1.2, and so to the schema"
  ]

  @Test(.needs("check-jsonschema"))
  func `schema and decoder agree on every fixture`() throws {
    struct Report: Decodable {
      struct Entry: Decodable { var filename: String }
      var errors: [Entry]
      var parse_errors: [Entry]
    }
    let tool = try #require(Tool.path("check-jsonschema"))
    let policies = try Fixtures.names(in: "Policies").filter { $0.hasSuffix(".yaml") }.map {
      StructureFixture(path: "Policies/" + $0)
    }
    let crossTests = StructureFixture(path: "Policies/tests/cross-product.yaml")
    let fixtures = StructureFixture.ok + StructureFixture.err + policies + [crossTests]
    for (schema, files) in Dictionary(grouping: fixtures, by: { (try? $0.schema()) ?? "" }) {
      let result = try Tool.run(
        tool, ["--schemafile", schema, "-o", "json"] + files.map(\.path), in: Fixtures.root,
        mergesErrors: false)
      let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
      let refused = Set((report.errors + report.parse_errors).map(\.filename))
      for file in files {
        let isRefused = try !file.document().diagnostics.isEmpty
        let differs = Self.differences[file.path] != nil
        #expect(refused.contains(file.path) == (isRefused && !differs), "\(file.path)")
      }
    }
  }
}
