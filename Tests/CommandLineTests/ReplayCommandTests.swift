import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

@Suite struct ReplayCommandTests {
  private static let allowed =
    #"{"client_id":"lumen-web-prod","redirect_uri":"https://lumen.example/oauth/callback"}"# + "\n"
  private static let denied =
    #"{"client_id":"lumen-web-prod","redirect_uri":"https://lumen.example/x","state":"s3"}"# + "\n"
  private let files = MemoryFileSystem([
    "Policies/lumen.yaml": cleanPolicy,
    "old/lumen.yaml": cleanPolicy.replacing(
      "callback]", with: "callback, https://lumen.example/x]"),
    "log": allowed + denied, "good": allowed, "bad": allowed + "no\n", "empty": "",
  ])

  @Test func `merged summaries equal the summary of the whole log, from files or as lines`() {
    let whole = CommandLineRun(["replay", "log", "bad", "--against", "old"], files: files).output
    let parts = ["log", "bad"].map {
      CommandLineRun(["replay", $0, "--against", "old"], files: files).output
    }
    let summaries = MemoryFileSystem(["a": parts[0], "b": parts[1]])
    #expect(CommandLineRun(["replay", "merge", "a", "b"], files: summaries).output == whole)
    #expect(CommandLineRun(["replay", "merge", "b", "a"], files: summaries).output == whole)
    let lines = CommandLineRun(["replay", "merge", "-"], files: summaries, input: parts.joined())
    #expect(lines.output == whole)
    #expect(lines.status == .findings)
  }

  @Test(arguments: [
    (#""schemaVersion":1"#, #""schemaVersion":2"#, "schema version `2`"),
    (#""schemaVersion":1,"#, "", "`schemaVersion` is missing"),
    (#""lines":2"#, #""lines":3"#, "does not add up"),
    (#""allow":1"#, #""allow":-1"#, "`allow` of the summary must be a count"),
    (#""deny":1"#, #""deny":"1""#, "`deny` of the summary must be a count"),
    (#""samples":["#, #""samples":[{},"#, "has no `class`, `reason` or `request`"),
    // Their sum would overflow.
    (#""allowed":1"#, #""allowed":\#(Int.max)"#, "the sum of `reasons` exceeds `lines`"),
    (#""flips":{"#, #""flips":{"a":\#(Int.max),"b":\#(Int.max)"#, "the sum of `flips` exceeds"),
    (
      #""clients":{"#, #""clients":{"x":{"allow":\#(Int.max),"deny":1,"ignore":0},"#,
      "the sum of `clients` exceeds"
    ),
  ])
  func `an invalid summary is rejected`(_ old: String, _ new: String, _ message: String) throws {
    let text = CommandLineRun(["replay", "log"], files: files).output
    let range = try #require(text.range(of: old))
    let run = CommandLineRun(
      ["replay", "merge", "a"],
      files: MemoryFileSystem(["a": text.replacingCharacters(in: range, with: new)]))
    #expect(run.status == .usage)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `counts that overflow are rejected`() {
    let text = CommandLineRun(["replay", "good"], files: files).output
      .replacing("\"lines\":1,\"allow\":1", with: "\"lines\":\(Int.max),\"allow\":\(Int.max)")
    let run = CommandLineRun(["replay", "merge", "a", "a"], files: MemoryFileSystem(["a": text]))
    #expect(run.status == .usage)
    #expect(run.errors.contains("the sum of the counts is too large"))
  }

  @Test func `the Markdown comment has no markup from the log`() {
    let hostile = #"{"client_id":"</code><b>|`@all`","redirect_uri":"x"}"# + "\n"
    let run = CommandLineRun(["replay", "--summary", "markdown"], files: files, input: hostile)
    #expect(run.output.contains("| 1 | 0 | 1 | 0 | 0 |"))
    let prose = run.output.split(separator: "```").enumerated().filter { $0.offset % 2 == 0 }
    #expect(!prose.contains { $0.element.contains("<b>") })
  }
}

/// The JSON output conforms to `Schemas/`.
@Suite struct ReplaySchemaTests {
  private static let tool = Tool.path("check-jsonschema")

  @Test(.needs("check-jsonschema"), arguments: [[], ["old"]])
  func `the summary conforms to its schema`(_ against: [String]) throws {
    let old = cleanPolicy.replacing("callback]", with: "callback, https://lumen.example/x]")
    let log = """
      {"client_id":"lumen-web-prod","redirect_uri":"https://lumen.example/x"}
      {"query":"client_id=nobody"}
      no
      """
    let run = CommandLineRun(
      ["replay", "log"] + against.flatMap { ["--against", $0] },
      files: MemoryFileSystem([
        "Policies/lumen.yaml": cleanPolicy, "old/lumen.yaml": old, "log": log,
      ]))
    try Tool.withTemporaryDirectory { directory in
      let file = directory.appending(path: "output.json")
      try Data(run.output.utf8).write(to: file)
      let schema = Fixtures.root.appending(path: "Schemas/replay.schema.json")
      let result = try Tool.run(
        try #require(Self.tool), ["--schemafile", schema.path, file.path])
      #expect(result.status == 0, "\(result.output)")
    }
  }
}

/// Replays real log files, with pipes and threads.
@Suite struct ReplayFileTests {
  private static let line =
    #"{"client_id":"lumen-web-prod","redirect_uri":"https://lumen.example/oauth/callback"}"# + "\n"

  /// Replays files in a directory with the system's file access and threads.
  private func run(
    _ arguments: [String], _ files: [String: Data]
  ) throws -> CommandLineRun {
    try Tool.withTemporaryDirectory { directory in
      for (name, data) in files { try data.write(to: directory.appending(path: name)) }
      let paths = arguments.map { files[$0] == nil ? $0 : directory.appending(path: $0).path }
      return CommandLineRun(
        ["replay"] + paths, files: MemoryFileSystem(["Policies/lumen.yaml": cleanPolicy]),
        logs: POSIXLogs())
    }
  }

  private static func gzip(_ data: Data) throws -> Data {
    try Tool.withTemporaryDirectory { directory in
      let file = directory.appending(path: "log")
      try data.write(to: file)
      _ = try Tool.run(try #require(Tool.path("gzip")), [file.path])
      return try Data(contentsOf: directory.appending(path: "log.gz"))
    }
  }

  @Test func `files, compressed files and any number of jobs give the same result`() throws {
    let data = Data(String(repeating: Self.line + "[]\n", count: 3_000).utf8)
    let plain = try run(["a", "--jobs", "1"], ["a": data])
    #expect(plain.output.hasPrefix(#"{"schemaVersion":1,"lines":6000,"allow":3000,"#))
    for jobs in ["2", "3", "4"] {
      #expect(try run(["a", "--jobs", jobs], ["a": data]).output == plain.output)
    }
    let packed = try Self.gzip(data)
    #expect(try run(["a.gz"], ["a.gz": packed]).output == plain.output)
    // Two gzip members in one file, as `cat a.gz b.gz` writes them.
    let half = try Self.gzip(data.prefix(data.count / 2))
    let rest = try Self.gzip(data.suffix(data.count - data.count / 2))
    #expect(try run(["a.gz"], ["a.gz": half + rest]).output == plain.output)
    let many = try run(
      ["a.gz", "b.gz", "c", "--jobs", "3"], ["a.gz": packed, "b.gz": packed, "c": data])
    #expect(many.output.hasPrefix(#"{"schemaVersion":1,"lines":18000,"allow":9000,"#))
  }

  @Test(.needs("zstd"))
  func `files in zstd format are decompressed, also for access logs`() throws {
    let data = Data(String(repeating: Self.line + "[]\n", count: 3_000).utf8)
    let access = Data(
      ("1.2.3.4 - - [22/Nov/2026:18:00:00 +0000] \"GET /?client_id=lumen-web-prod&response_type=code "
        + "HTTP/1.1\" 302 5 \"-\" \"-\"\nno line of the log\n").utf8)
    func zstd(_ data: Data) throws -> Data {
      try Tool.withTemporaryDirectory { directory in
        try data.write(to: directory.appending(path: "log"))
        _ = try Tool.run(try #require(Tool.path("zstd")), ["-q", "log"], in: directory)
        return try Data(contentsOf: directory.appending(path: "log.zst"))
      }
    }
    let packed = try zstd(data)
    #expect(try run(["a.zst"], ["a.zst": packed]).output == run(["a"], ["a": data]).output)
    for data in [packed.dropLast(9), packed.prefix(5), Data("plain\n".utf8)] {
      let run = try run(["a.zst"], ["a.zst": Data(data)])
      #expect(run.status == .usage && run.output.isEmpty)
      #expect(run.errors.contains("a.zst: zstd"), "\(run.errors)")
    }
    let log = try run(
      ["a.zst", "--log-format", "combined"], ["a.zst": try zstd(access)])
    #expect(log.status == .findings)
    #expect(log.output.hasPrefix(#"{"schemaVersion":1,"lines":2,"allow":0,"deny":1,"ignore":0,"#))
    #expect(log.output.contains(#""redirect-uri-missing":1"#))
  }

  @Test func `a truncated or invalid compressed file is reported by name`() throws {
    let packed = try Self.gzip(Data(String(repeating: Self.line, count: 3_000).utf8))
    for data in [packed.dropLast(9), packed.prefix(12), Data("plain\n".utf8), packed + [1, 2, 3]] {
      let run = try run(["a.gz", "b"], ["a.gz": Data(data), "b": Data(Self.line.utf8)])
      #expect(run.status == .usage)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("a.gz: gzip"), "\(run.errors)")
    }
  }

  @Test func `an unreadable file ends the run before it starts`() throws {
    let run = try run(["a", "/nowhere/at/all"], ["a": Data(Self.line.utf8)])
    #expect(run.status == .usage)
    #expect(run.errors.contains("/nowhere/at/all: no such file or directory"))
    #expect(
      CommandLineRun(
        ["replay", "/"], files: MemoryFileSystem(["Policies/lumen.yaml": cleanPolicy]),
        logs: POSIXLogs()
      ).errors.contains("is a directory"))
  }
}
