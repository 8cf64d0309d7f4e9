import Foundation
import PolicyTestSupport
import Testing

/// Standard streams that are closed or not writable.
@Suite(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
struct StreamTests {
  /// The clean policy with one warning added.
  private static let warned = cleanPolicy.replacing(
    "[https://lumen", with: "[HTTPS://lumen")

  private func status(_ box: Sandbox, _ arguments: [String], _ streams: String) throws -> Int32 {
    try box.run(script: "", arguments, after: streams).status
  }

  @Test(arguments: ["2>&-", "2>/dev/full", "<&- 2>&-"])
  func `messages that can't be written don't change the status`(streams: String) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "a.yaml")
      try box.write(cleanPolicy.replacing("name: lumen", with: "nmae: lumen"), to: "bad.yaml")
      #expect(try status(box, ["validate", "a.yaml"], streams) == 0)
      #expect(try status(box, ["validate", "bad.yaml"], streams) == 1)
      for usage in [["validate", "missing.yaml"], ["validate", "--nonsense"], ["nonsense"], []] {
        #expect(try status(box, usage, streams) == 2, "\(usage)")
      }
    }
  }

  @Test(arguments: [">/dev/full", ">&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func `output that can't be written gives status 2`(streams: String) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "a.yaml")
      try box.write(cleanPolicy.replacing("name: lumen", with: "nmae: lumen"), to: "bad.yaml")
      for command in [
        ["validate", "bad.yaml"], ["validate", "a.yaml", "--format", "json"], ["rules"],
        ["--help"], ["--version"], ["diff", "a.yaml", "bad.yaml", "--allow-invalid"],
        ["who-allows", "https://lumen.example/oauth/callback", "--policy", "a.yaml"],
      ] {
        let run = try box.run(script: "", command, after: streams)
        #expect(run.status == 2, "\(command): \(run.output)")
        if streams == ">/dev/full" {
          #expect(run.output == "linkpolicy: standard output: no space left on device\n")
        }
      }
      // Runs without output aren't affected.
      #expect(try status(box, ["validate", "a.yaml"], streams) == 0)
    }
  }

  @Test(arguments: ["2>&-", "2>/dev/full", "<&- 2>&-", "<&- >&- 2>&-"])
  func `messages never end up in generated files`(streams: String) throws {
    try Sandbox.use { box in
      try box.write(Self.warned, to: "a.yaml")
      let generate = ["generate", "a.yaml", "--target", "json", "--quiet", "--format", "text"]
      let first = try box.run(script: "", generate + ["--output", "first"])
      #expect(first.status == 0 && first.output.contains("warning"), "\(first.output)")
      #expect(try status(box, generate + ["--output", "second"], streams) == 0)
      try box.shell("diff -r first second")
      let report = ["validate", "a.yaml", "--quiet", "--format"]
      #expect(try status(box, report + ["json=first.json"], "") == 0)
      #expect(try status(box, report + ["json=second.json"], streams) == 0)
      try box.shell("cmp first.json second.json")
    }
  }
}
