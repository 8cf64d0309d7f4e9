import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Simulates git with one commit, and records requests.
private struct FakeGit: ProcessRunner {
  static let commit = String(repeating: "a", count: 40)
  static let blob = String(repeating: "b", count: 40)
  var listing: String
  var content: String

  func run(
    _ program: ExternalProgram, output: ((ArraySlice<UInt8>) -> Void)?
  ) throws(ProcessFailure) -> ProcessResult {
    let (arguments, input) = (program.arguments, program.input)
    let output: String
    switch gitCommand(arguments) {
    case "config": return ProcessResult(status: 1, output: [], errors: [])
    case "rev-parse": output = Self.commit + "\n"
    case "cat-file":
      let count = input.filter { $0 == 0x0A }.count
      output = String(
        repeating: "\(Self.blob) blob \(content.utf8.count)\n\(content)\n", count: count)
    default: output = listing
    }
    return ProcessResult(status: 0, output: Array(output.utf8), errors: [])
  }
}

/// Records the revisions that git resolves.
private final class RecordingGit: ProcessRunner, @unchecked Sendable {
  private(set) var words: [String] = []

  func run(
    _ program: ExternalProgram, output: ((ArraySlice<UInt8>) -> Void)?
  ) throws(ProcessFailure) -> ProcessResult {
    if gitCommand(program.arguments) == "rev-parse" { words = program.arguments }
    return try FakeGit(listing: "", content: "").run(program, output: output)
  }
}

@Suite struct RevisionTests {
  private static let git = Tool.path("git")

  /// Calls a function with a repository that has one commit with the clean policy.
  private func withRepository(_ body: (URL) throws -> Void) throws {
    let git = try #require(Self.git)
    try Tool.withTemporaryDirectory { directory in
      func run(_ arguments: String...) throws {
        let names = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        let result = try Tool.run(git, names + arguments, in: directory)
        try #require(result.status == 0, "\(result.output)")
      }
      try run("init", "-q")
      try FileManager.default.createDirectory(
        at: directory.appending(path: "Policies/more"), withIntermediateDirectories: true)
      try write(cleanPolicy, "Policies/more/lumen.yaml", directory)
      try write("not: a policy\n", "Policies/other.txt", directory)
      try FileManager.default.createSymbolicLink(
        atPath: directory.appending(path: "Policies/readme.txt").path,
        withDestinationPath: "other.txt")
      try run("add", "-A")
      try run("commit", "-q", "-m", "one")
      try run("tag", "v1")
      try body(directory)
    }
  }

  private func write(_ text: String, _ path: String, _ directory: URL) throws {
    try Data(text.utf8).write(to: directory.appending(path: path))
  }

  private func diff(_ arguments: [String], _ directory: URL) -> CommandLineRun {
    CommandLineRun(
      ["diff"] + arguments, files: DirectoryFileSystem(directory),
      workingDirectory: directory.path, processes: POSIXProcessRunner())
  }

  @Test(.needs("git"))
  func `a revision is compared with the working tree`() throws {
    try withRepository { directory in
      #expect(diff(["--from", "HEAD"], directory).output == "no difference\n")
      let new = cleanPolicy.replacing("[devices]", with: "[devices, rooms]")
      try write(new, "Policies/more/lumen.yaml", directory)
      for paths in [[], ["Policies"], ["./Policies/"], ["."], ["Policies/more/lumen.yaml"]] {
        let run = diff(["--from", "v1"] + paths, directory)
        #expect(run.status == .clean, "\(run.errors)")
        #expect(run.output.contains("scope `rooms` added"), "\(paths)")
      }
      #expect(diff(["--from", "v1", "--to", "HEAD"], directory).output == "no difference\n")
      #expect(diff(["--from", "v1", "--fail-on", "widening"], directory).status == .findings)
    }
  }

  @Test(.needs("git"))
  func `a path may be new, but not missing on both sides`() throws {
    try withRepository { directory in
      try write(
        cleanPolicy.replacing("lumen-web", with: "extra").replacing("lumen\n", with: "extra\n"),
        "extra.yaml", directory)
      let run = diff(["--from", "HEAD", "extra.yaml"], directory)
      #expect(run.output.contains("client `website` added"), "\(run.errors)")
      #expect(diff(["--from", "HEAD", "nowhere"], directory).status == .usage)
    }
  }

  @Test(
    .needs("git"),
    arguments: [
      "nope", "--help", "-h", " ", "HEAD:Policies", "HEAD..v1", "v1\u{0}x", ":/one", "^v1",
      "v1\nv1", "HEAD:Policies/more/lumen.yaml",
    ])
  func `an invalid revision is a usage error`(_ revision: String) throws {
    try withRepository { directory in
      let run = diff(["--from=\(revision)"], directory)
      #expect(run.status == .usage && run.output.isEmpty)
      #expect(run.errors.hasPrefix("linkpolicy: "), "\(run.errors)")
    }
  }

  @Test func `a revision that looks like an option is never passed to git`() throws {
    let git = RecordingGit()
    for revision in ["main", "origin/main~2", "@{-1}"] {
      _ = try RevisionFileSystem(
        revision: revision, paths: ["Policies"], in: .pretended(git))
      #expect(git.words.last == "\(revision)^{commit}")
    }
    #expect(throws: UsageError.self) {
      try RevisionFileSystem(
        revision: "--git-dir=x", paths: ["Policies"], in: .pretended(git))
    }
    #expect(git.words.last == "@{-1}^{commit}")
  }

  @Test func `a missing program is an error`() {
    #expect(throws: ProcessFailure.self) {
      try POSIXProcessRunner().run(ExternalProgram("linkpolicy-no-such-program", []))
    }
  }

  @Test func `a program receives its input and returns its status`() throws {
    let text = Array(String(repeating: "0123456789\n", count: 100_000).utf8)
    var program = ExternalProgram("cat", [])
    program.input = text
    let result = try POSIXProcessRunner().run(program)
    #expect(result.status == 0 && result.output == text && result.errors.isEmpty)
    let failed = try POSIXProcessRunner().run(
      ExternalProgram("cat", ["/nowhere/at/all"]))
    #expect(failed.status == 1 && !failed.errors.isEmpty)
  }

  /// Runs a shell script with limits.
  private func bounded(
    _ script: String, limit: Int = 1 << 20, seconds: Int = 60
  ) throws -> ProcessResult {
    var program = ExternalProgram("sh", ["-c", script])
    program.input = Array("a".utf8)
    program.withoutVariables = "PWD"
    program.variables = ["HOME": "/h"]
    program.outputLimit = limit
    program.deadline = SystemClock.now() + seconds
    return try POSIXProcessRunner().run(program)
  }

  @Test func `a limited program has its input, its variables and both outputs`() throws {
    let result = try bounded("cat; echo $HOME; echo e >&2; exit 3")
    #expect(result.status == 3)
    #expect(String(decoding: result.output, as: UTF8.self) == "a/h\n")
    #expect(String(decoding: result.errors, as: UTF8.self) == "e\n")
  }

  @Test func `a program that exceeds its output or time limit is terminated`() {
    for script in ["yes", "yes >&2 & exec cat /dev/zero"] {
      #expect(throws: ProcessFailure.self) { try bounded(script, limit: 10_000) }
    }
    for script in ["exec sleep 300", "exec >&- 2>&-; exec sleep 300", "while :; do echo >&2; done"]
    {
      #expect(throws: ProcessFailure.self) { try bounded(script, seconds: 1) }
    }
  }

  @Test func `a link in a revision is followed only to files that were read`() throws {
    let blob = FakeGit.blob
    func files(_ target: String) throws -> RevisionFileSystem {
      try RevisionFileSystem(
        revision: "main", paths: ["Policies"],
        in: .pretended(
          FakeGit(
            listing:
              "120000 blob \(blob) \(target.utf8.count)\tPolicies/a.yaml\u{0}"
              + "100644 blob \(blob) \(target.utf8.count)\tPolicies/b.yaml\u{0}",
            content: target)))
    }
    #expect(try files("b.yaml").read("Policies/a.yaml") == Array("b.yaml".utf8))
    for target in ["../secret.yaml", "/etc/passwd", "a.yaml", ""] {
      #expect(throws: FileSystemError.self) { try files(target).read("Policies/a.yaml") }
    }
    #expect(try files("b.yaml").list("Policies/") == ["a.yaml", "b.yaml"])
    #expect(try files("b.yaml").isSymbolicLink("./Policies/../Policies/a.yaml"))
  }

  @Test(arguments: ["", "x", "100644 blob", "100644 blob zz\tPolicies/a.yaml\u{0}"])
  func `invalid output of git is rejected or read as no files`(_ listing: String) {
    let files = try? RevisionFileSystem(
      revision: "main", paths: ["Policies"],
      in: .pretended(FakeGit(listing: listing, content: "")))
    #expect(files?.kind(of: "Policies/a.yaml") == nil)
  }
}

@Suite struct RevisionNameTests {
  @Test(arguments: [
    "HEAD", "HEAD~3", "main", "v1.2.0", "origin/main^", "feature/a-b_c", "0a1b2c3", "@{-1}",
    "main@{upstream}", "HEAD@{0}", "ä",
  ])
  func `a revision name is accepted`(name: String) throws {
    #expect(try RevisionName(name).text == name)
  }

  @Test(arguments: [
    "", "-h", "--upload-pack=x", "HEAD..main", "a b", "a:b", ":/fix", "a\0b", "a\n", "a\nb", ".git",
    "^main", "a\\b", "a\tb", "a\u{7F}", String(repeating: "a", count: 251),
  ])
  func `a name that git could interpret as something else is rejected`(name: String) {
    #expect(throws: UsageError.self) { try RevisionName(name) }
  }
}

/// How the language server reads files of the last commit: one git process reads them all.
@Suite struct GitRevisionsTests {
  /// A simulated git with fixed output.
  private struct FixedOutputGit: ProcessRunner {
    var output: [UInt8]
    var status: Int32 = 0
    func run(
      _ program: ExternalProgram, output: ((ArraySlice<UInt8>) -> Void)?
    ) throws(ProcessFailure) -> ProcessResult {
      let (arguments, input) = (program.arguments, program.input)
      let id = GitRevisionsTests.id
      switch gitCommand(arguments) {
      case "config": return ProcessResult(status: 1, output: [], errors: [])
      case "rev-parse": return ProcessResult(status: 0, output: Array("\(id)\n".utf8), errors: [])
      default: break
      }
      guard program.name == "git", arguments.suffix(2) == ["cat-file", "--batch"],
        String(decoding: input, as: UTF8.self)
          == "\(id):./a.yaml\n\(id):./b b.yaml\n\(id):./c.yaml\n"
      else { throw ProcessFailure("\(arguments)") }
      return ProcessResult(status: status, output: self.output, errors: [])
    }
  }

  private static let names = ["a.yaml", "b b.yaml", "c.yaml"]

  private static func files(
    _ output: String, status: Int32 = 0, revision: String = "HEAD"
  ) -> [String: String]? {
    var console = Console(
      fileSystem: MemoryFileSystem([:]), read: { _ in [] }, write: { _ in }, writeError: { _ in },
      variable: { _ in nil }, isTerminal: false, isErrorTerminal: false,
      processes: FixedOutputGit(output: Array(output.utf8), status: status))
    console.findRepository = { (_) throws(UsageError) in .pretended }
    return GitRevisions(console).files(names, of: revision, in: "/w")?.mapValues {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static let id = String(repeating: "a", count: 40)

  @Test func `files are read by their sizes, and missing ones are omitted`() {
    let output =
      "\(Self.id) blob 6\nx\n\ny m\n\(Self.id):./b b.yaml missing\n\(Self.id) blob 0\n\n"
    #expect(Self.files(output) == ["a.yaml": "x\n\ny m", "c.yaml": ""])
  }

  @Test(arguments: [
    "HEAD is strange\n\(id) blob 1\nx\n", "", "\(id) blob 99\nx\n", "\(id) blob\n",
    "\(id) blob -1\nx\n",
  ])
  func `invalid output of git gives no files`(_ output: String) {
    #expect(Self.files(output) == nil)
  }

  @Test func `without a repository or a revision there are no files`() {
    #expect(Self.files("", status: 128) == nil)
    for revision in ["", "a:b", "a\nb"] {
      #expect(Self.files("", revision: revision) == nil)
    }
  }
}
