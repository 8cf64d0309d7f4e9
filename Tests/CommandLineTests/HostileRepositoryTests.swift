import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Runs every command that reads a revision on every hostile repository, with each installed git.
/// Nothing in the repository is executed, and a command either reads the base or fails.
@Suite(.enabled(if: Tool.path("git") != nil, "git is not installed"))
struct HostileRepositoryTests {
  private static func run(_ arguments: [String], _ sandbox: GitSandbox) -> CommandLineRun {
    CommandLineRun(
      arguments, files: DirectoryFileSystem(sandbox.directory),
      workingDirectory: sandbox.directory.path, processes: POSIXProcessRunner())
  }

  private static func console(_ processes: any ProcessRunner) -> Console {
    var console = Console(
      fileSystem: MemoryFileSystem([:]), read: { _ in [] }, write: { _ in }, writeError: { _ in },
      variable: { _ in nil }, isTerminal: false, isErrorTerminal: false, processes: processes)
    console.findRepository = { (directory) throws(UsageError) in
      try GitLocation.search(from: directory)
    }
    return console
  }

  @Test(arguments: HostileRepository.all)
  func `no repository runs a program or changes the base`(_ repository: HostileRepository) throws {
    let result: Void? = try repository.with { sandbox in
      let arguments = ["validate", "--untrusted", "--base", "v1", "--format", "oneline"]
      let validate = Self.run(arguments, sandbox)
      let diff = Self.run(["diff", "--from", "v1", "Policies"], sandbox)
      let report = Self.run(
        ["generate", "--from", "v1", "--target", "report", "--dry-run", "Policies"], sandbox)
      let lumen = "Policies/lumen.yaml"
      let editor = GitRevisions(Self.console(POSIXProcessRunner())).files(
        [lumen], of: "v1", in: sandbox.directory.path)
      #expect(!sandbox.hasRun)
      switch repository.outcome {
      case .files:
        #expect(validate.status == .findings, "\(validate.errors)")
        #expect(validate.output.contains("error[uri-default-port]"), "\(validate.output)")
        #expect(validate.errors.contains("`--base v1` is commit "), "\(validate.errors)")
        if let commit = sandbox.base {
          #expect(validate.errors.contains("commit \(commit) of"), "\(validate.errors)")
        }
        #expect(diff.status == .clean, "\(diff.errors)")
        #expect(diff.output.contains("scope `rooms` added"), "\(diff.output)")
        #expect(report.status == .clean, "\(report.errors)")
        #expect(editor?[lumen].map { $0 == Array(GitSandbox.policy.utf8) } == true)
        let isSubmodule = repository.name == "a submodule"
        #expect(validate.errors.contains("the submodule /") == isSubmodule, "\(validate.errors)")
        #expect(diff.errors.contains("the submodule /") == isSubmodule, "\(diff.errors)")
      case .refused(let words):
        for run in [validate, diff, report] {
          #expect(run.status == .usage, "\(run.output)")
          #expect(run.output.isEmpty)
          #expect(run.errors.contains(words), "\(run.errors)")
        }
        #expect(editor?[lumen] == nil)
      }
    }
    // Reports this like a skipped test.
    if result == nil { print("skipped: this git can't make \(repository.name)") }
  }

  @Test func `there are enough repositories`() {
    #expect(HostileRepository.all.count - HostileRepository.benign.count >= 25)
  }

  // MARK: as a process

  /// Runs the built program in the sandbox with additional environment variables.
  private static func process(
    _ arguments: [String], _ variables: [String], _ sandbox: GitSandbox
  ) throws -> Tool.Result {
    try Tool.run("/usr/bin/env", variables + [BuiltTool.path] + arguments, in: sandbox.directory)
  }

  private static func isRight(_ variables: [String], _ sandbox: GitSandbox) throws {
    let validate = try process(
      ["validate", "--untrusted", "--base", "v1", "--format", "oneline"], variables, sandbox)
    #expect(validate.status == 1, "\(variables) \(validate.output)")
    #expect(validate.output.contains("error[uri-default-port]"), "\(variables) \(validate.output)")
    let diff = try process(["diff", "--from", "v1", "Policies"], variables, sandbox)
    #expect(diff.output.contains("scope `rooms` added"), "\(variables) \(diff.output)")
    #expect(!sandbox.hasRun, "\(variables)")
  }

  @Test(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
  func `variables of git lead to no other repository and run nothing`() throws {
    try HostileRepository("") { _ in }.with { sandbox in
      let evil = sandbox.root.appending(path: "evil")
      try FileManager.default.createDirectory(at: evil, withIntermediateDirectories: false)
      try sandbox.addBareRepository(at: evil)
      let program = sandbox.program.path
      for name in ["git", "git-cat-file", "git-ls-tree", "git-config", "git-rev-parse"] {
        try sandbox.link("evil/\(name)", to: program)
      }
      // A pull request controls a relative directory in `PATH`.
      try sandbox.link("repository/app/git", to: program)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      for variables in [
        ["GIT_DIR=\(evil.path)"], ["GIT_DIR=\(evil.path)", "GIT_WORK_TREE=/"],
        ["GIT_COMMON_DIR=\(evil.path)"], ["GIT_OBJECT_DIRECTORY=\(evil.path)/objects"],
        ["GIT_ALTERNATE_OBJECT_DIRECTORIES=\(evil.path)/objects"], ["GIT_EXEC_PATH=\(evil.path)"],
        ["GIT_CONFIG_GLOBAL=\(evil.path)/config"], ["GIT_CONFIG_SYSTEM=\(evil.path)/config"],
        ["GIT_CONFIG_PARAMETERS='core.worktree=/'"],
        ["GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.worktree", "GIT_CONFIG_VALUE_0=/"],
        ["GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=remote.x.promisor", "GIT_CONFIG_VALUE_0=true"],
        ["GIT_NAMESPACE=x", "GIT_REPLACE_REF_BASE=refs/x/", "GIT_SHALLOW_FILE=/dev/null"],
        ["GIT_SSH_COMMAND=\(program)", "GIT_SSH=\(program)", "GIT_ASKPASS=\(program)"],
        ["GIT_EXTERNAL_DIFF=\(program)", "GIT_PAGER=\(program)", "GIT_EDITOR=\(program)"],
        ["GIT_TRACE=\(sandbox.root.path)/ran", "GIT_TRACE2=\(sandbox.root.path)/ran"],
        ["GIT_PROXY_COMMAND=\(program)", "GIT_ALLOW_PROTOCOL=ext:file"],
        ["GIT_CEILING_DIRECTORIES=\(sandbox.repository.path)", "GIT_PREFIX=x/"],
        ["GIT_GLOB_PATHSPECS=1", "GIT_INDEX_FILE=/dev/null"],
        ["GIT_GRAFT_FILE=\(evil.path)/config", "GIT_DEFAULT_HASH=sha256"],
        ["PATH=.:\(path)"], ["PATH=:\(path)"], ["PATH=../app:\(path)"],
      ] { try Self.isRight(variables, sandbox) }
    }
  }

  /// A simulated git that doesn't support options newer than 2.11. It records how it was started.
  @Test(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
  func `an older git works and is started with all safety options`() throws {
    let git = try #require(Tool.path("git"))
    try HostileRepository("") { _ in }.with { sandbox in
      let bin = sandbox.root.appending(path: "bin")
      let notes = sandbox.root.appending(path: "notes")
      try sandbox.write(
        """
        #!/bin/sh
        echo "$*" >>'\(notes.path)'
        env | grep ^GIT_ >>'\(notes.path)'
        for word in "$@"; do
          case $word in
            --no-optional-locks|--no-lazy-fetch|--end-of-options|--type=*|--config-env*|--attr-source*)
              echo "Unknown option: $word" >&2; exit 129;;
          esac
        done
        unset GIT_NO_LAZY_FETCH GIT_OPTIONAL_LOCKS GIT_CONFIG_GLOBAL GIT_TERMINAL_PROMPT
        exec '\(git)' "$@"

        """, bin.appending(path: "git"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: bin.path + "/git")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      try Self.isRight(["PATH=\(bin.path):\(path)", "GIT_DIR=x"], sandbox)
      let text = try String(contentsOf: notes, encoding: .utf8)
      for word in [
        "--git-dir=\(sandbox.repository.path)/.git ", "--work-tree=\(sandbox.repository.path) ",
        "-c safe.bareRepository=explicit", "-c core.fsmonitor=false", "-c core.hooksPath=/dev/null",
        "-c protocol.allow=never", "--no-pager", "--no-replace-objects", "GIT_NO_LAZY_FETCH=1",
        "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_GRAFT_FILE=/dev/null",
      ] { #expect(text.contains(word), "\(word)") }
      #expect(!text.contains("GIT_DIR="))
    }
  }

  /// Only root can change the owner of files.
  @Test(
    .enabled(
      if: BuiltTool.isAvailable && ProcessInfo.processInfo.userName == "root", "root is needed"))
  func `a repository of another user is rejected until the user marks it as safe`() throws {
    try HostileRepository("") { _ in }.with { sandbox in
      let home = sandbox.root.appending(path: "home")
      let variables = ["HOME=\(home.path)", "XDG_CONFIG_HOME=/nowhere", "SUDO_UID=0"]
      try sandbox.write("", home.appending(path: ".gitconfig"))
      let git = sandbox.repository.appending(path: ".git").path
      for path in [git, sandbox.repository.path] {
        _ = try Tool.run("/bin/chown", ["12345", path])
        let run = try Self.process(["diff", "--from", "v1", "Policies"], variables, sandbox)
        #expect(run.status == 2 && run.output.contains("belongs to another user"), "\(run.output)")
        let user = try Self.process(
          ["diff", "--from", "v1", "Policies"], variables.dropLast() + ["SUDO_UID=12345"], sandbox)
        #expect(user.status == 0, "\(user.output)")
        for (value, isSafe) in [
          ("*", true), (sandbox.repository.path, true), (sandbox.root.path + "/*", true),
          (sandbox.root.path, false), ("*\ndirectory =", false), ("/elsewhere", false),
        ] {
          try sandbox.write(
            "[safe]\ndirectory = \(value)\n", home.appending(path: ".gitconfig"))
          let run = try Self.process(["diff", "--from", "v1", "Policies"], variables, sandbox)
          #expect((run.status == 0) == isSafe, "\(value): \(run.output)")
        }
        try sandbox.write("", home.appending(path: ".gitconfig"))
        _ = try Tool.run("/bin/chown", ["0", path])
      }
    }
  }
}
