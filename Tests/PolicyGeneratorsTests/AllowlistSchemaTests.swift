import Foundation
import PolicyGenerators
import PolicyTestSupport
import PolicyText
import Testing

/// `allowlist.json` and its schema.
struct AllowlistSchemaTests {
  @Test func `the schema file is the schema`() throws {
    let url = Fixtures.root.appending(path: "Schemas/allowlist.schema.json")
    let text = AllowlistSchema.schema.text(.pretty) + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: url)
      Issue.record("recorded the schema")
    }
    #expect(try Data(contentsOf: url) == Data(text.utf8))
  }

  @Test(
    .needs("check-jsonschema"),
    arguments: GoldenTests.cases)
  func `the output fits the schema`(name: String) throws {
    let tool = try #require(Tool.path("check-jsonschema"))
    let root = Fixtures.root
    let result = try Tool.run(
      tool,
      [
        "--schemafile", root.appending(path: "Schemas/allowlist.schema.json").path,
        root.appending(path: "Tests/Goldens/generate/\(name)/generated/allowlist.json").path,
      ])
    #expect(result.status == 0, "\(result.output)")
  }
}
