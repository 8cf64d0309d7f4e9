import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The exit status and formats of `linkpolicy flow`.
@Suite struct FlowCommandTests {
  private struct Run {
    var status: LinkPolicyCLI.ExitStatus
    var output = ""
    var errors = ""
  }

  private final class Text: @unchecked Sendable { var text = "" }

  private func run(_ arguments: String..., policy: String? = nil) -> Run {
    let (output, errors) = (Text(), Text())
    let files: any FileSystem =
      policy.map { MemoryFileSystem(["Policies/lumen.yaml": $0]) }
      ?? DirectoryFileSystem(Fixtures.root)
    let console = Console(
      fileSystem: files, read: { _ in [] }, write: { output.text += $0 },
      writeError: { errors.text += $0 }, variable: { _ in nil }, isTerminal: false,
      isErrorTerminal: false)
    let status = Program.run(["flow"] + arguments, on: console)
    return Run(status: status, output: output.text, errors: errors.text)
  }

  private static let empty = "linkpolicy: 1\nname: lumen\n"
  private static let broken = BrokenPolicy.text

  @Test func `a diagram has branches, and each arrow has its line`() throws {
    let mermaid = run("--flow", "app_flip_ios:google-home:prod", "--format", "mermaid").output
    for branch in ["app installed, the user agrees", "app not installed", "the user denies"] {
      #expect(mermaid.contains(" \(branch)"), "\(mermaid)")
    }
    #expect(
      mermaid.contains("  alt ") && mermaid.contains("  else ") && mermaid.hasSuffix("  end\n"))
    let arrows = mermaid.split(separator: "\n").filter { $0.contains(">>") }
    #expect(arrows.count > 6)
    for arrow in arrows { #expect(arrow.contains(#/<br\/>acme-home\.yaml:[0-9]+$/#), "\(arrow)") }
    let cancels = try #require(mermaid.components(separatedBy: "the user cancels").last)
    #expect(cancels.contains("Note over L0: continues in the browser"))

    let svg = run("--flow", "authorize:acme-portal:prod", "--format", "svg").output
    #expect(svg.contains(">the user agrees<") && svg.contains(">the user denies"))
    #expect(svg.components(separatedBy: "class=\"branch\"").count > 2)
  }

  @Test func `the exit status is as documented`() {
    #expect(run().status == .clean)
    #expect(run("--allow-invalid", policy: Self.broken).status == .findings)
    #expect(run(policy: Self.empty).status == .usage)
    #expect(run("--allow-empty", policy: Self.empty).status == .clean)
    #expect(run("--fact", "colour=red").status == .usage)
    #expect(run("--fact", "instaled=false").errors.contains("did you mean `installed`?"))
    #expect(run("--client", "nobody").status == .usage)
    #expect(run("--flow", "nothing").status == .usage)
    #expect(run("--environment", "test").status == .usage)
    #expect(run("nowhere").status == .usage)
  }

  @Test func `policies with errors run only with the option for it`() {
    let invalid = Self.broken.replacing("/r/lumen-home", with: "/r/lumen-home#x")
    let refused = run(policy: invalid)
    #expect(refused.status == .usage && refused.output.isEmpty)
    #expect(run("--allow-invalid", policy: invalid).output.contains(" flows: "))
  }

  @Test func `JSON has the documented members`() throws {
    let run = run("--format", "json", "--environment", "prod")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let flows = try #require(json["flows"] as? [[String: Any]])
    let summary = try #require(json["summary"] as? [String: Int])
    #expect(json["schemaVersion"] as? Int == 1)
    #expect(summary.values.reduce(0, +) == flows.count)
    #expect(Set(summary.keys) == ["completes", "breaks", "inferred"])
    let names: Set = [
      "id", "kind", "subject", "environment", "outcome", "confidence", "steps", "breaks_at",
      "message", "source",
    ]
    for flow in flows {
      #expect(Set(flow.keys) == names)
      #expect(flow["environment"] as? String == "prod")
    }
  }

  @Test(
    .needs("check-jsonschema"),
    arguments: [true, false])
  func `JSON conforms to its schema`(_ breaks: Bool) throws {
    let tool = try #require(Tool.path("check-jsonschema"))
    let output = run("--format", "json", "--allow-invalid", policy: breaks ? Self.broken : nil)
      .output
    let file = FileManager.default.temporaryDirectory.appending(
      path: "linkpolicy-flow-\(breaks)-\(ProcessInfo.processInfo.processIdentifier).json")
    try Data(output.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let schema = Fixtures.root.appending(path: "Schemas/flow.schema.json").path
    let result = try Tool.run(tool, ["--schemafile", schema, file.path])
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func `text shows flows that break with their line, and a summary`() {
    let text = run("--allow-invalid", policy: Self.broken).output
    #expect(text.contains("✗ app_flip_android:"))
    #expect(text.contains("  └─ ✗ App Flip intent"))
    #expect(text.contains("look at Policies/lumen.yaml:"))
    #expect(text.contains(" flows: "))
    for line in text.split(separator: "\n") where !line.contains("://") {
      #expect(line.unicodeScalars.count <= 100, "\(line)")
    }
  }

  @Test func `one flow is drawn completely`() {
    let text = run("--flow", "app_flip_ios:google-home:prod").output
    #expect(text.contains("├─ ✓ incoming link"))
    #expect(text.contains("└─ ✓ browser: refresh"))
    #expect(text.hasSuffix("1 flow: 1 completes, 0 break, 0 inferred\n"))
  }

  @Test func `Markdown has a table, and the details of flows that break`() {
    let text = run("--format", "markdown", "--allow-invalid", policy: Self.broken).output
    #expect(text.hasPrefix("## linkpolicy flow\n\n| completes | breaks | inferred |\n"))
    #expect(text.contains("| **breaks** |"))
    #expect(text.contains(" breaks at App Flip intent\n"))
    #expect(text.contains("```json\n{\"kind\":\"app_flip_android\""))
    let none = run("--format", "markdown", "--allow-empty", policy: Self.empty).output
    #expect(none == "## linkpolicy flow\n\nNo flow.\n")
  }
}
