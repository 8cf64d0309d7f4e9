import Foundation
import PolicyModel
import PolicyTestSupport
import Testing

@Suite struct SchemaTests {
  @Test func `the schemas in the repository are fresh`() throws {
    #expect(JSONSchema.files.map(\.path).contains("Schemas/policy.schema.json"))
    for file in JSONSchema.files {
      let text = try Fixtures.text(file.path)
      #expect(text == file.text, "run linkpolicy-dev schemas")
    }
  }

  /// Written by hand, as the answers are the contract.
  @Test func `the schema of answers has the kinds of requests`() throws {
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

  /// The examples have every field; each output has its own schema.
  @Test(.needs("check-jsonschema"))
  func `an example of each output fits its schema`() throws {
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

  /// Files on which the two differ, and why: YAML 1.2 tools read these scalars as strings.
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
