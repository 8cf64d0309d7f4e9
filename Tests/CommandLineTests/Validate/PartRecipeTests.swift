import Foundation
import PolicyTestSupport
import Testing

/// The recipes of `Examples/validate`: many processes and machines say what one says.
@Suite(.needs(BuiltTool.isThere, "the built linkpolicy is needed"))
struct PartRecipeTests {
  /// A Python that has pyspark.
  private static let python: String? = {
    let named = ProcessInfo.processInfo.environment["LINKPOLICY_SPARK_PYTHON"]
    guard let python = named ?? Tool.path("python3"),
      (try? Tool.run(python, ["-c", "import pyspark"]))?.status == 0, Tool.path("java") != nil
    else { return nil }
    return python
  }()

  @Test func `processes side by side say what one says`() throws {
    try Self.check { tool, parts in
      [
        "/bin/bash", "-c",
        "LINKPOLICY='\(tool)' bash Examples/validate/validate-parts.sh "
          + parts.map { "'\($0)'" }.joined(separator: " ") + " -- --format json",
      ]
    }
  }

  @Test(.needs(python != nil, "pyspark is not installed"))
  func `Spark says what one process says`() throws {
    let python = try #require(Self.python)
    // That a failing process fails the job is tested of the recipe for replay, which does it in the same way.
    try Self.check(withFailure: false) { tool, parts in
      [python, "Examples/validate/validate_spark.py", "--linkpolicy", tool] + parts
        + ["--options", "--format", "json"]
    }
  }

  /// Runs a recipe over two parts that have a client ID in common, and with a program that fails.
  private static func check(
    withFailure: Bool = true, _ command: (_ tool: String, _ parts: [String]) -> [String]
  ) throws {
    try Tool.withTemporaryDirectory { directory in
      let parts = try ["lumen", "nova"].map { name in
        let part = directory.appending(path: name)
        try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
        try Data(cleanPolicy.replacing("name: lumen", with: "name: \(name)").utf8).write(
          to: part.appending(path: "policy.yaml"))
        return part.path
      }
      let whole = try Tool.run(BuiltTool.path, ["validate", "--format", "json"] + parts)
      #expect(whole.status == 1)
      let words = command(BuiltTool.path, parts)
      let merged = try Tool.run(words[0], Array(words.dropFirst()), in: Fixtures.root)
      #expect(merged.status == 1)
      // Spark writes its progress before it.
      let report = merged.output.range(of: "{\n  \"schemaVersion\"").map {
        String(merged.output[$0.lowerBound...])
      }
      #expect(report == whole.output, "\(merged.output)")

      guard withFailure else { return }
      let broken = directory.appending(path: "broken")
      try Data("#!/bin/sh\n[ \"$2\" = merge ] || exit 3\nexec '\(BuiltTool.path)' \"$@\"\n".utf8)
        .write(to: broken)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: broken.path)
      let failing = command(broken.path, parts)
      let failed = try Tool.run(failing[0], Array(failing.dropFirst()), in: Fixtures.root)
      #expect(failed.status != 0 && !failed.output.contains("{\n  \"schemaVersion\""))
    }
  }
}
