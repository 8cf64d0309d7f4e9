import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Every reader stops one byte after its limit instead of reading everything.
@Suite(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
struct LimitTests {
  /// Larger than any machine's memory.
  private static let huge = "truncate -s 4T huge.yaml; ln huge.yaml huge.json"

  @Test(arguments: [
    ["validate", "huge.yaml"],
    ["validate", "huge.json", "--type", "aasa"], ["validate", "a.yaml", "huge.yaml"],
    ["validate", "a.yaml", "--config", "huge.yaml"],
    ["generate", "huge.yaml"], ["test", "huge.yaml"], ["diff", "a.yaml", "huge.yaml"],
    ["simulate", "web-origin", "--policy", "a.yaml", "--input", "@huge.json"],
    ["simulate", "apple-id-token", "--policy", "a.yaml", "--claims", "@huge.json"],
    ["simulate", "apple-id-token", "--policy", "a.yaml", "--jwks", "@huge.json"],
    ["simulate", "--policy", "a.yaml", "--requests", "huge.json"],
    ["match", "--aasa", "huge.json", "--domain", "a.example", "https://a.example/"],
    ["match", "--assetlinks", "huge.json", "--domain", "a.example", "https://a.example/"],
    ["replay", "merge", "huge.json"],
  ])
  func `an endless file ends the run with an error`(arguments: [String]) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "a.yaml")
      try box.shell(Self.huge)
      // Three times the limit, and the memory that a process needs anyway.
      let run = try box.run(script: "ulimit -v 3000000; exec", arguments)
      #expect((1...2).contains(run.status), "\(run.output.prefix(500))")
      #expect(run.output.contains("has more than 67108864 bytes"), "\(run.output.prefix(500))")
    }
  }

  @Test(arguments: [
    ["validate", "-"], ["validate", "-", "--fix"],
    ["match", "--aasa", "-", "--domain", "a.example", "https://a.example/"], ["match", "--ndjson"],
    ["simulate", "--policy", "a.yaml", "--requests", "-"], ["replay", "merge", "-"],
    ["validate", "/dev/stdin"], ["validate", "a.yaml", "--config", "/dev/stdin"],
    ["simulate", "--policy", "a.yaml", "--requests", "/dev/fd/0"],
  ])
  func `an endless input ends the run with an error`(arguments: [String]) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "a.yaml")
      let run = try box.run(
        script: "ulimit -v 3000000; exec", arguments, after: "</dev/zero")
      #expect((1...2).contains(run.status), "\(run.output.prefix(500))")
      #expect(run.output.contains("has more than 67108864 bytes"), "\(run.output.prefix(500))")
      // A filter returns its input or nothing.
      #expect(run.output.utf8.count < 2_000)
    }
  }

  @Test(arguments: [
    ["validate", "Policies"], ["replay", "--policy", "Policies", "--jobs", "8", "log.ndjson"],
  ])
  func `without threads, a run takes no longer than on one thread`(arguments: [String]) throws {
    try Sandbox.use { box in
      for name in ["a", "b", "c"] {
        try box.write(
          cleanPolicy.replacingOccurrences(of: "lumen", with: "lumen-\(name)"),
          to: "Policies/\(name).yaml")
      }
      try box.write(String(repeating: "{}\n", count: 2_000_000), to: "log.ndjson")
      // Every further thread would need more memory than the limit allows.
      let run = try box.run(script: "ulimit -s 8000000; ulimit -v 4000000; exec", arguments)
      #expect(run.status < 2, "\(run.status) \(run.output.prefix(500))")
    }
  }

  @Test func `files found by a search have the same limit`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.shell("mkdir .git tree; truncate -s 4T tree/huge.yaml")
      // Without the marker in its first bytes, the file isn't a policy. That is an error only in
      // directories of policies.
      #expect(try box.run("validate", "Policies", "tree").status == 0)
      try box.shell("mv tree/huge.yaml Policies")
      #expect(try box.run("validate", "Policies").status == 1)
      try box.shell("printf 'linkpolicy: 1\\n' | dd of=Policies/huge.yaml conv=notrunc status=none")
      let run = try box.run("validate", "Policies", "--format", "oneline")
      #expect(run.status == 1, "\(run.output.prefix(300))")
      #expect(run.output.contains("Policies/huge.yaml:1:1: error[yaml-limit]"))
      try box.shell("rm Policies/huge.yaml; truncate -s 4T linkpolicy.yaml")
      let config = try box.run("validate", "Policies")
      #expect(config.status == 2 && config.output.contains("linkpolicy.yaml: has more than"))
      try box.write("linkpolicy_config: 1\nbaseline: known.json\n", to: "linkpolicy.yaml")
      try box.shell("truncate -s 4T known.json")
      let baseline = try box.run("validate", "Policies")
      #expect(baseline.status == 2 && baseline.output.contains("known.json: has more than"))
    }
  }

  @Test func `a reader requests only one byte more than its limit`() throws {
    let files = CountingFiles()
    var access = InputAccess()
    access.fileBytes = 100
    #expect(throws: FileSystemError.self) { try files.read("x", within: access) }
    #expect(files.requested == [101])
    // A truncated file must not be accepted as complete.
    #expect(throws: FileSystemError.self) { try InputFiles(["x"], in: files, access: access) }
    #expect(files.requested == [101, 101])
  }

  /// Runs a batch with a limit for the length of a line.
  private static func batch(_ lines: String, limit: Int) -> CommandLineRun {
    CommandLineRun(
      ["simulate", "authorize", "--policy", "a.yaml", "--requests", "-"],
      files: MemoryFileSystem(["a.yaml": cleanPolicy]), input: lines,
      access: { $0.lineBytes = limit })
  }

  @Test(arguments: [0, 1, 63, 64, 65, 200, 1_000])
  func `a line that is too long has its own error, and later lines are evaluated`(length: Int) {
    let request = #"{"client":"website","query":"response_type=code"}"#
    let padded = request + String(repeating: " ", count: max(0, length - request.utf8.count))
    let isTooLong = padded.utf8.count > 64
    let words = #"{"id":null,"error":"invalid_line","message":"the line has more than 64 bytes"}"#
    for end in ["\n", ""] {
      let run = Self.batch("\(request)\n\n\(padded)\n\(request)\(end)", limit: 64)
      let lines = run.output.split(separator: "\n").map { String($0) }
      #expect(lines.count == 3)
      #expect(lines.first == lines.last && lines.first?.contains("\"decision\"") == true)
      #expect((lines[1] == words) == isTooLong)
      #expect((run.status == .findings) == isTooLong)
    }
  }

  @Test func `the limit also applies to a last line without a newline`() {
    let run = Self.batch(String(repeating: "x", count: 65), limit: 64)
    #expect(run.status == .findings && run.output.contains("more than 64 bytes"))
  }
}

/// An endless file that records how many bytes were requested.
private final class CountingFiles: FileSystem, @unchecked Sendable {
  private(set) var requested: [Int] = []

  func kind(of path: String) -> FileKind? { .file }
  func isSymbolicLink(_ path: String) -> Bool { false }
  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    throw FileSystemError(path: path, reason: "has no end")
  }
  func read(_ path: String, upTo count: Int, isFound: Bool) throws(FileSystemError) -> [UInt8] {
    requested.append(count)
    return [UInt8](repeating: 0x20, count: count)
  }
  func list(_ directory: String) throws(FileSystemError) -> [String] { [] }
  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {}
  func remove(_ path: String, upTo root: String) throws(FileSystemError) {}
}
