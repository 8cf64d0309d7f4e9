import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

@Suite struct DiffCommandTests {
  private static let widened = cleanPolicy.replacing(
    "sandbox: [https://s", with: "sandbox: [https://sandbox.lumen.example/x, https://s")
  private let files = MemoryFileSystem([
    "old/lumen.yaml": cleanPolicy, "new/lumen.yaml": widened, "Policies/lumen.yaml": widened,
    "empty/readme.txt": "",
  ])

  @Test func `the example request can be passed to simulate`() throws {
    let run = CommandLineRun(["diff", "old", "new", "--format", "json"], files: files)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let changes = try #require(json["changes"] as? [[String: Any]])
    let witness = try #require(changes.first?["witness"] as? [String: Any])
    let line = try JSONSerialization.data(withJSONObject: try #require(witness["request"]))
    for (side, word) in [("old", "deny"), ("new", "allow")] {
      let answer = CommandLineRun(
        ["simulate", "--requests", "-", "--policy", side], files: files,
        input: String(decoding: line, as: UTF8.self))
      #expect(answer.output.contains("\"decision\":\"\(word)\""))
    }
  }

  @Test func `no string of a policy is interpreted as Markdown`() throws {
    let hostile = "x`|<img src=x>](http://e.example) @team #1 ``` </code></details>\\n## h"
    let new = cleanPolicy.replacing("prod: lumen-web-prod", with: "prod: \"\(hostile)\"")
    let run = CommandLineRun(
      ["diff", "a.yaml", "b.yaml", "--format", "markdown", "--allow-invalid"],
      files: MemoryFileSystem(["a.yaml": cleanPolicy, "b.yaml": new]))
    // Outside of fenced blocks, strings of the policy appear as letters only.
    var isFenced = false
    var fence = ""
    for line in run.output.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if !isFenced { fence = String(line.prefix { $0 == "`" }) }
        if isFenced { #expect(line == fence) }
        isFenced.toggle()
        continue
      }
      guard !isFenced else { continue }
      for word in ["<img", "](", "@team", " #1", "`", "## h"] { #expect(!line.contains(word)) }
      let tags = line.matches(of: #/<\/?([a-z]+)/#).map { String($0.1) }
      #expect(Set(tags).isSubset(of: ["details", "summary", "code"]))
    }
    #expect(!isFenced)
    let opened = run.output.ranges(of: "<details>").count
    #expect(opened > 0 && run.output.ranges(of: "\n</details>").count == opened)
  }

}

/// The JSON output conforms to `Schemas/`.
@Suite struct DiffSchemaTests {
  private static let tool = Tool.path("check-jsonschema")

  @Test(
    .needs("check-jsonschema"),
    arguments: [
      ("diff", ["diff", "old.yaml", "new.yaml", "--format", "json"]),
      ("who-allows", ["who-allows", "https://lumen.example/oauth/callback"]),
      ("who-allows", ["who-allows", "https://lumen.example/oauth/callbac"]),
    ])
  func `the JSON conforms to its schema`(_ schema: String, _ arguments: [String]) throws {
    let new = cleanPolicy.replacing("callback]", with: "callback, https://lumen.example/x]")
      .replacing("[devices]", with: "[rooms]").replacing("website", with: "site")
    let files = MemoryFileSystem(["old.yaml": cleanPolicy, "new.yaml": new])
    let options = schema == "diff" ? [] : ["--format", "json", "--policy", "old.yaml"]
    let run = CommandLineRun(arguments + options, files: files)
    try Tool.withTemporaryDirectory { directory in
      let file = directory.appending(path: "output.json")
      try Data(run.output.utf8).write(to: file)
      let schemas = Fixtures.root.appending(path: "Schemas/\(schema).schema.json")
      let result = try Tool.run(
        try #require(Self.tool), ["--schemafile", schemas.path, file.path])
      #expect(result.status == 0, "\(result.output)")
    }
  }
}
