import Foundation
import PolicyDecision
import PolicyTestSupport
import PolicyText
import Testing

/// `replay` counts what the decision engine decides for each line.
@Suite struct DifferentialTests {
  private static let linesPerSeed = 400

  @Test(arguments: 1...UInt64(TestForm.size(4, full: 16)))
  func `every line is counted as the engine decides it`(seed: UInt64) throws {
    var maker = LineMaker(seed: seed)
    let lines = (0..<Self.linesPerSeed).map { index in
      index % 3 == 0 ? maker.damaged() : maker.line()
    }
    let oracle = Oracle(Replaying.policy)
    let older = Oracle(Replaying.older)
    var expected = Expected()
    for line in lines { expected.count(oracle.decision(line), older.decision(line)) }
    let summary = try Replaying.run(
      Array(lines.map { $0 + [0x0A] }.joined()), against: Replaying.older)
    #expect(summary.addsUp)
    if Expected(summary) != expected {
      // Finds the line with the difference.
      for line in lines {
        let one = try Replaying.run(line + [0x0A], against: Replaying.older)
        var alone = Expected()
        alone.count(oracle.decision(line), older.decision(line))
        #expect(Expected(one) == alone, "\(String(decoding: line, as: UTF8.self))")
      }
      #expect(Expected(summary) == expected)
    }
  }

  @Test func `the random lines reach every reason and every kind of malformed line`() throws {
    var maker = LineMaker(seed: 7)
    let lines = (0..<30_000).map { index in index % 3 == 0 ? maker.damaged() : maker.line() }
    let summary = try Replaying.run(
      Array(lines.map { $0 + [0x0A] }.joined()), against: Replaying.older)
    let expected: Set<String> = [
      "allowed", "loopback-port", "malformed-request", "duplicate-parameter", "client-id-missing",
      "client-unknown", "client-other-environment", "redirect-uri-missing",
      "redirect-uri-other-environment", "redirect-uri-case", "redirect-uri-trailing-slash",
      "redirect-uri-same-for-browsers", "redirect-uri-not-registered", "response-type-missing",
      "response-type-unsupported", "state-missing", "scope-not-allowed", "pkce-missing",
      "pkce-method", "pkce-challenge",
    ]
    #expect(Set(summary.reasons.keys.map(\.string)) == expected)
    let problems = Set(summary.samples.filter { $0.kind == "malformed" }.map(\.reason))
    #expect(
      problems == [
        "line-not-object", "line-syntax", "line-encoding", "field-twice", "field-type",
        "environment-unknown",
      ])
    #expect(summary.flips.values.allSatisfy { $0 > 0 } && summary.flips.count == 2)
  }

  @Test(arguments: 1...10)
  func `a sample is a line with the reported decision`(seed: UInt64) throws {
    var maker = LineMaker(seed: seed)
    let lines = (0..<2_000).map { _ in maker.line() }
    let log = Array(lines.map { $0 + [0x0A] }.joined())
    let shown = try Replaying.run(log, against: Replaying.older) { $0.redacts = false }
    #expect(shown.samples.count > 60)
    for sample in shown.samples where sample.kind != "malformed" {
      let one = try Replaying.run([sample.request.text()], against: Replaying.older)
      #expect(one.reasons == [ExactString(sample.reason): 1], "\(sample.json.text())")
      #expect(sample.new["reason"]?.stringValue == sample.reason)
      #expect(
        sample.kind == "allow" || sample.kind == "deny" || one.flips[ExactString(sample.kind)] == 1)
      #expect(sample.count > 0)
    }
  }

  /// The compared parts of a summary.
  private struct Expected: Equatable {
    var malformed = 0
    var allow = 0
    var deny = 0
    var reasons: [ExactString: Int] = [:]
    var flips: [ExactString: Int] = ["allow_to_deny": 0, "deny_to_allow": 0]

    init() {}

    init(_ summary: ReplaySummary) {
      malformed = summary.malformed
      allow = summary.allow
      deny = summary.deny
      reasons = summary.reasons
      flips = summary.flips
    }

    mutating func count(_ new: Decision?, _ old: Decision?) {
      guard let new, let old else {
        malformed += 1
        return
      }
      if new.outcome == .allow { allow += 1 } else { deny += 1 }
      reasons[ExactString(new.reason.rawValue), default: 0] += 1
      guard new.outcome != old.outcome else { return }
      flips[new.outcome == .allow ? "deny_to_allow" : "allow_to_deny", default: 0] += 1
    }
  }
}

/// The recipes in `Examples/replay` for many files and machines.
@Suite(.needs(Recipe.tool != nil, "the built linkpolicy is needed"))
struct DistributionTests {
  @Test(.needs("xargs"))
  func `summaries of all files add up under xargs, and a failing process fails the run`() throws {
    try Self.check("xargs")
  }

  @Test(.needs("parallel"))
  func `summaries of all files add up under parallel, and a failing process fails the run`()
    throws
  {
    try Self.check("parallel")
  }

  private static func check(_ runner: String) throws {
    try Recipe.check { tool, directory in
      // Hides the other runner.
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
  func `Spark adds summaries up, and a failing process fails the job`() throws {
    let python = try #require(Recipe.python)
    try Recipe.check { tool, directory in
      [
        python, "Examples/replay/replay_spark.py", "--linkpolicy", tool, "--policy",
        "\(directory.path)/policy.yaml", "\(directory.path)/logs/*.ndjson",
      ]
    }
  }
}

/// Checks that apply to every recipe.
private enum Recipe {
  /// The program that was built with the tests.
  static let tool: String? = BuiltTool.isAvailable ? BuiltTool.path : nil

  /// A Python interpreter that has pyspark.
  static let python: String? = {
    let named = ProcessInfo.processInfo.environment["LINKPOLICY_SPARK_PYTHON"]
    guard let python = named ?? Tool.path("python3"),
      (try? Tool.run(python, ["-c", "import pyspark"]))?.status == 0, Tool.path("java") != nil
    else { return nil }
    return python
  }()

  /// Runs a recipe on three files and compares the result with one process for all. Then runs it
  /// with a program that fails.
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
      // Spark prints its progress before it, on the same line.
      let summary = parts.output.range(of: "{\"schemaVersion\"").map {
        String(parts.output[$0.lowerBound...])
      }
      // Malformed lines may make the status 1, as in a single process.
      #expect((0...1).contains(parts.status) && summary == whole.output, "\(parts.output)")

      // A program that prints a valid summary and fails.
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
