import Foundation
import PolicyTestSupport
import Testing

/// The recipes of `Examples/replay` for many files and machines.
@Suite(.needs(Recipe.tool != nil, "the built linkpolicy is needed"))
struct DistributionTests {
  @Test(.needs("xargs"))
  func `summaries of all files add up under xargs, and a failing process fails the whole`() throws {
    try Self.check("xargs")
  }

  @Test(.needs("parallel"))
  func `summaries of all files add up under parallel, and a failing process fails the whole`()
    throws
  {
    try Self.check("parallel")
  }

  private static func check(_ runner: String) throws {
    try Recipe.check { tool, directory in
      // Only the runner that is asked for is found.
      let hides =
        runner == "xargs" ? "command() { [ \"$2\" != parallel ]; }; export -f command; " : ""
      return [
        "/bin/bash", "-c",
        "\(hides)SUMMARY=json LINKPOLICY='\(tool)' bash Examples/replay/replay-parts.sh "
          + "'\(directory.path)/policy.yaml' '\(directory.path)'/logs/*.ndjson",
      ]
    }
  }

  @Test(.needs(Recipe.python != nil, "pyspark is not installed"))
  func `Spark adds up, and a failing process fails the job`() throws {
    let python = try #require(Recipe.python)
    try Recipe.check { tool, directory in
      [
        python, "Examples/replay/replay_spark.py", "--linkpolicy", tool, "--policy",
        "\(directory.path)/policy.yaml", "\(directory.path)/logs/*.ndjson",
      ]
    }
  }
}

/// What a recipe must do, whatever runs the processes.
private enum Recipe {
  /// The program that the tests were built with.
  static let tool: String? = BuiltTool.isThere ? BuiltTool.path : nil

  /// A Python that has pyspark.
  static let python: String? = {
    let named = ProcessInfo.processInfo.environment["LINKPOLICY_SPARK_PYTHON"]
    guard let python = named ?? Tool.path("python3"),
      (try? Tool.run(python, ["-c", "import pyspark"]))?.status == 0, Tool.path("java") != nil
    else { return nil }
    return python
  }()

  /// Runs it over three files and compares with one process over all; then with a program that fails.
  static func check(_ command: (_ tool: String, _ directory: URL) throws -> [String]) throws {
    let tool = try #require(tool)
    try Tool.withTemporaryDirectory { directory in
      let logs = directory.appending(path: "logs")
      try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
      try Data(Replaying.policy.utf8).write(to: directory.appending(path: "policy.yaml"))
      var maker = LineMaker(seed: 11)
      for name in ["a", "b", "c"] {
        let lines = (0..<100).map { index in index % 9 == 0 ? maker.damaged() : maker.line() }
        try Data(lines.map { $0 + [0x0A] }.joined()).write(
          to: logs.appending(path: "\(name).ndjson"))
      }
      let names = ["a", "b", "c"].map { logs.appending(path: "\($0).ndjson").path }
      let whole = try Tool.run(
        tool,
        ["replay", "--summary", "json", "--fail-on", "never", "--policy"]
          + ["\(directory.path)/policy.yaml"] + names)
      #expect(whole.status == 0)
      #expect(whole.output.contains("\"lines\":300,"))
      let words = try command(tool, directory)
      let parts = try Tool.run(words[0], Array(words.dropFirst()), in: Fixtures.root)
      // Spark writes its progress before it, on the same line.
      let summary = parts.output.range(of: "{\"schemaVersion\"").map {
        String(parts.output[$0.lowerBound...])
      }
      // Malformed lines may make the status 1, as in one process.
      #expect((0...1).contains(parts.status) && summary == whole.output, "\(parts.output)")

      // A program that prints a fine summary, and fails all the same.
      let broken = directory.appending(path: "broken")
      try Data("#!/bin/sh\n'\(tool)' \"$@\"\n[ \"$2\" = merge ] || exit 3\n".utf8).write(to: broken)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: broken.path)
      let failing = try command(broken.path, directory)
      let failed = try Tool.run(failing[0], Array(failing.dropFirst()), in: Fixtures.root)
      #expect(failed.status != 0)
      #expect(!failed.output.contains("\"lines\":300,"), "\(failed.output)")
    }
  }
}
