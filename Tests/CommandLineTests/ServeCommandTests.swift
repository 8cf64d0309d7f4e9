import LinkPolicy
import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// `linkpolicy serve`, which another program does.
@Suite struct ServeCommandTests {
  /// What was started in the place of the process.
  private final class Started: @unchecked Sendable {
    var words: [String] = []
  }

  private static func run(
    _ arguments: [String], files: [String], executable: String? = nil, path: String = ""
  ) -> (started: [String], status: LinkPolicyCLI.ExitStatus, errors: String) {
    let started = Started()
    let errors = Started()
    var console = Console(
      fileSystem: MemoryFileSystem(Dictionary(uniqueKeysWithValues: files.map { ($0, "") })),
      read: { _ in [] }, write: { _ in }, writeError: { errors.words.append($0) },
      variable: { $0 == "PATH" ? path : nil }, isTerminal: false, isErrorTerminal: false)
    console.executable = { executable }
    console.replaceProcess = { program, arguments in
      started.words = [program] + arguments
      return "out of luck"
    }
    let status = Program.run(["serve"] + arguments, on: console)
    return (started.words, status, errors.words.joined())
  }

  @Test func `the program beside this one comes before those on PATH`() {
    let files = ["/opt/bin/linkpolicy-web", "/usr/bin/linkpolicy-web"]
    let beside = Self.run([], files: files, executable: "/opt/bin/linkpolicy", path: "/usr/bin")
    #expect(beside.started == ["/opt/bin/linkpolicy-web"])
    #expect(beside.status == .usage)
    #expect(beside.errors.contains("cannot be started: out of luck"))
    let found = Self.run([], files: files, executable: "/x/linkpolicy", path: "::bin:/y:/usr/bin")
    #expect(found.started == ["/usr/bin/linkpolicy-web"])
  }

  @Test func `where it is missing there is a way to get it`() {
    let run = Self.run([], files: ["./linkpolicy-web"], path: ":.")
    #expect(run.started.isEmpty)
    #expect(run.status == .usage)
    #expect(run.errors.contains("`make web` builds it"))
    #expect(run.errors.contains("the archive of a release has it beside linkpolicy"))
  }

  @Test func `options go on, and paths are no options`() {
    let run = Self.run(
      [
        "--port", "8080", "--write", "--open", "--print-url", "--idle-timeout", "5", "--policy",
        "b.yaml", "--", "-a.yaml",
      ], files: ["/b/linkpolicy-web", "-a.yaml", "b.yaml"], path: "/b")
    #expect(
      run.started == [
        "/b/linkpolicy-web", "--port", "8080", "--open", "--write", "--print-url",
        "--idle-timeout", "5", "--", "-a.yaml", "b.yaml",
      ])
  }

  @Test(arguments: [
    ["--port", "0"], ["--port", "65536"], ["--idle-timeout", "0"], ["missing.yaml"],
  ])
  func `a mistake starts nothing`(arguments: [String]) {
    let run = Self.run(arguments, files: ["/b/linkpolicy-web"], path: "/b")
    #expect(run.started.isEmpty)
    #expect(run.status == .usage)
  }
}
