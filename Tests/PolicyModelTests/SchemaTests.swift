import Foundation
import PolicyModel
import Testing

/// A tool that tests need: beside `$LINKPOLICY_TOOLS/bin`, or in PATH.
enum Tool {
  static let checkJSONSchema = path("check-jsonschema")

  private static func path(_ name: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    var directories = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    if let tools = environment["LINKPOLICY_TOOLS"] { directories.insert(tools + "/bin", at: 0) }
    return directories.map { $0 + "/" + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a tool in the repository; returns its status and standard output.
  static func run(_ tool: String, _ arguments: [String]) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.currentDirectoryURL = Repository.root
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}

@Suite struct SchemaTests {
  @Test func `the schemas in the repository are fresh`() throws {
    #expect(JSONSchema.files.map(\.path).contains("Schemas/policy.schema.json"))
    for file in JSONSchema.files {
      let text = String(decoding: try Repository.bytes(file.path), as: UTF8.self)
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
    let bytes = try Repository.bytes("Schemas/decision.schema.json")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(bytes))
    #expect(answer.properties.kind.enum == RequestKind.allCases.map(\.rawValue))
  }

  @Test(.enabled(if: Tool.checkJSONSchema != nil, "check-jsonschema is not installed"))
  func `the schemas are valid draft-07`() throws {
    let tool = try #require(Tool.checkJSONSchema)
    let schemas = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appendingPathComponent("Schemas").path
    ).filter { $0.hasSuffix(".json") }.map { "Schemas/" + $0 }
    let result = try Tool.run(tool, ["--check-metaschema"] + schemas)
    #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
  }

  /// The examples have every field; each output has its own schema.
  @Test(.enabled(if: Tool.checkJSONSchema != nil, "check-jsonschema is not installed"))
  func `an example of each output fits its schema`() throws {
    let tool = try #require(Tool.checkJSONSchema)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appendingPathComponent("Tests/Fixtures/reports").path)
    #expect(names.count >= 8)
    for name in names.map({ $0.replacing(".json", with: "") }) {
      let result = try Tool.run(
        tool,
        ["--schemafile", "Schemas/\(name).schema.json", "Tests/Fixtures/reports/\(name).json"])
      #expect(result.status == 0, "\(name): \(String(decoding: result.output, as: UTF8.self))")
    }
  }

  /// Files on which the two differ, and why: YAML 1.2 tools read these scalars as strings.
  private static let differences = [
    "Tests/Fixtures/structure/err/not-strings-in-1.1.yaml":
      "yes, on, n, dates and 12:30:45 are strings in YAML 1.2, and so to the schema"
  ]

  @Test(.enabled(if: Tool.checkJSONSchema != nil, "check-jsonschema is not installed"))
  func `schema and decoder agree on every fixture`() throws {
    struct Report: Decodable {
      struct Entry: Decodable { var filename: String }
      var errors: [Entry]
      var parse_errors: [Entry]
    }
    let tool = try #require(Tool.checkJSONSchema)
    let policies = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appendingPathComponent("Policies").path
    ).filter { $0.hasSuffix(".yaml") }.map { StructureFixture(path: "Policies/" + $0) }
    let crossTests = StructureFixture(path: "Policies/tests/cross-product.yaml")
    let fixtures = StructureFixture.ok + StructureFixture.err + policies + [crossTests]
    for (schema, files) in Dictionary(grouping: fixtures, by: { (try? $0.schema()) ?? "" }) {
      let result = try Tool.run(
        tool, ["--schemafile", schema, "-o", "json"] + files.map(\.path))
      let report = try JSONDecoder().decode(Report.self, from: result.output)
      let refused = Set((report.errors + report.parse_errors).map(\.filename))
      for file in files {
        let isRefused = try !file.document().diagnostics.isEmpty
        let differs = Self.differences[file.path] != nil
        #expect(refused.contains(file.path) == (isRefused && !differs), "\(file.path)")
      }
    }
  }
}
