import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Simulates git with one commit.
private struct TableGit: ProcessRunner {
  var files: [String: String]
  var isLink = false

  static let commit = String(repeating: "a", count: 40)

  private func object(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return String(repeating: "0", count: 40 - digits.count) + digits
  }

  func run(
    _ program: ExternalProgram, output: ((ArraySlice<UInt8>) -> Void)?
  ) throws(ProcessFailure) -> ProcessResult {
    let (arguments, input) = (program.arguments, program.input)
    let names = files.keys.sorted()
    var output = ""
    switch gitCommand(arguments) {
    case "config": return ProcessResult(status: 1, output: [], errors: [])
    case "rev-parse":
      guard arguments.last?.hasPrefix("origin/main") == true else {
        return ProcessResult(status: 1, output: [], errors: [])
      }
      output = Self.commit + "\n"
    case "cat-file":
      for line in String(decoding: input, as: UTF8.self).split(separator: "\n") {
        let text = files[names[Int(line, radix: 16) ?? 0]] ?? ""
        output += "\(line) blob \(text.utf8.count)\n\(text)\n"
      }
    default:
      let wanted = arguments.last ?? ""
      for (index, name) in names.enumerated() where name == wanted {
        let size = arguments.contains("-l") ? " \(files[name]?.utf8.count ?? 0)" : ""
        output += "\(isLink ? "120000" : "100644") blob \(object(index))\(size)\t\(name)\0"
      }
    }
    return ProcessResult(status: 0, output: Array(output.utf8), errors: [])
  }
}

@Suite struct UntrustedTests {
  private static let invalid = cleanPolicy.replacing(
    "callback]", with: "callback#x]", maxReplacements: 1)
  private static let silencing = """
    linkpolicy_config: 1
    severities: { uri-fragment: warning }
    baseline: known.json

    """

  private func run(
    _ arguments: [String], head: [String: String], base: [String: String], isLink: Bool = false
  ) -> CommandLineRun {
    CommandLineRun(
      ["validate", "--format", "oneline"] + arguments, files: MemoryFileSystem(head),
      workingDirectory: "/w", processes: TableGit(files: base, isLink: isLink),
      repository: .pretended)
  }

  private let head = ["Policies/a.yaml": invalid, "linkpolicy.yaml": silencing]

  @Test func `the settings of a pull request are ignored`() {
    for arguments in [["--untrusted"], ["--untrusted", "--base", "origin/main"]] {
      let run = run(arguments, head: head, base: [:])
      #expect(run.status == .findings)
      #expect(run.output.contains("error[uri-fragment]"))
    }
  }

  @Test func `the settings of the base apply`() {
    let settings = Self.silencing.replacing("baseline: known.json\n", with: "")
    let run = run(
      ["--untrusted", "--base", "origin/main"], head: ["Policies/a.yaml": Self.invalid],
      base: ["linkpolicy.yaml": settings])
    #expect(run.status == .clean)
    #expect(run.output.contains("warning[uri-fragment]"))
    #expect(
      run.errors.contains(
        "linkpolicy: `--base origin/main` is commit \(TableGit.commit) of the repository /w\n"))
    let named = self.run(
      ["--untrusted", "--base", "origin/main", "--config", "ci/strict.yaml"],
      head: ["Policies/a.yaml": Self.invalid, "ci/strict.yaml": "broken: ["],
      base: ["ci/strict.yaml": settings])
    #expect(named.status == .clean)
  }

  @Test func `the baseline of the base applies, and the pull request's is ignored`() throws {
    let files = MemoryFileSystem(["Policies/a.yaml": Self.invalid])
    _ = CommandLineRun(["validate", "--write-baseline", "known.json"], files: files)
    let baseline = try #require(files.files["known.json"])
    let settings = "linkpolicy_config: 1\nbaseline: known.json\n"
    let policy = ["Policies/a.yaml": Self.invalid]
    let base = ["linkpolicy.yaml": settings, "known.json": baseline]
    let empty = "{\"schemaVersion\": 1, \"findings\": []}"
    let arguments = ["--untrusted", "--base", "origin/main"]
    #expect(
      run(arguments, head: policy.merging(["known.json": empty]) { $1 }, base: base).status
        == .clean)
    #expect(
      run(
        arguments, head: policy.merging(base) { $1 },
        base: base.merging(["known.json": empty]) { $1 }
      ).status == .findings)
  }

  @Test func `an unreadable base ends the run`() {
    let policy = ["Policies/a.yaml": cleanPolicy]
    #expect(run(["--untrusted", "--base", "nowhere"], head: policy, base: [:]).status == .usage)
    #expect(run(["--untrusted", "--base", "--help"], head: policy, base: [:]).status == .usage)
    let link = run(
      ["--untrusted", "--base", "origin/main"], head: policy,
      base: ["linkpolicy.yaml": "../etc/settings.yaml"], isLink: true)
    #expect(link.status == .usage)
    #expect(link.errors.contains("symbolic link"))
  }

  @Test(arguments: [
    ["--base", "origin/main"], ["--untrusted", "--fix"],
    ["--untrusted", "--write-baseline", "known.json"], ["--untrusted", "--config", "a.yaml"],
    ["--untrusted", "--follow-links"],
  ]) func `options that --untrusted excludes are usage errors`(arguments: [String]) {
    let run = run(arguments, head: ["Policies/a.yaml": cleanPolicy], base: [:])
    #expect(run.status == .usage)
    #expect(run.errors.contains("--untrusted"))
  }

  @Test(arguments: [["Policies"], ["Policies/a.yaml"], []])
  func `a symbolic link among the files ends the run`(paths: [String]) {
    let files = MemoryFileSystem(["Policies/a.yaml": cleanPolicy], links: ["Policies/a.yaml"])
    #expect(CommandLineRun(["validate", "--untrusted"] + paths, files: files).status == .usage)
  }

  @Test func `large files end the run`() {
    let large = cleanPolicy + String(repeating: "# more\n", count: 700_000)
    let files = MemoryFileSystem(["Policies/a.yaml": large])
    #expect(CommandLineRun(["validate"], files: files).status == .clean)
    #expect(CommandLineRun(["validate", "--untrusted"], files: files).status == .usage)
  }

  @Test func `findings show no lines of other files`() {
    let other = cleanPolicy.replacing("name: lumen", with: "name: nova")
    let files = ["Policies/a.yaml": cleanPolicy, "Policies/b.yaml": other]
    for (arguments, count) in [([], 3), (["--untrusted"], 2)] {
      let run = CommandLineRun(
        ["validate", "--select", "client-id-duplicate"] + arguments,
        files: MemoryFileSystem(files))
      #expect(run.status == .findings)
      let first = run.output.components(separatedBy: "\n\n")[0]
      #expect(
        first.components(separatedBy: "| ").filter { $0.contains("lumen-web-prod") }.count == count)
      #expect(first.contains("--> Policies/a.yaml"))
    }
  }

  @Test func `an untrusted run limits the memory of its process`() {
    let files = MemoryFileSystem(["Policies/a.yaml": cleanPolicy])
    for (isUntrusted, expected) in [(true, [2 << 30]), (false, [])] {
      let bounds = Bounds()
      var console = Console(
        fileSystem: files, read: { _ in [] }, write: { _ in }, writeError: { _ in },
        variable: { _ in nil }, isTerminal: false, isErrorTerminal: false)
      console.limitMemory = { bounds.add($0) }
      let arguments = ["validate", "Policies"] + (isUntrusted ? ["--untrusted"] : [])
      #expect(Program.run(arguments, on: console) == .clean)
      #expect(bounds.all == expected)
    }
  }

  @Test(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
  func `an untrusted run of the built program works within its memory limit`() throws {
    try Tool.withTemporaryDirectory { directory in
      try Data(cleanPolicy.utf8).write(to: directory.appending(path: "a.yaml"))
      let result = try Tool.run(
        BuiltTool.path, ["validate", "--untrusted", "a.yaml"], in: directory)
      #expect(result.status == 0, "\(result.output)")
    }
  }
}

/// Records the memory limits.
private final class Bounds: @unchecked Sendable {
  private let lock = NSLock()
  private var bounds: [Int] = []
  var all: [Int] { lock.withLock { bounds } }
  func add(_ bound: Int) { lock.withLock { bounds.append(bound) } }
}
