import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// `linkpolicy serve` replaces its process by `linkpolicy-web`.
@Suite struct ServeCommandTests {
  /// The program that was started instead of the process.
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

  @Test func `only the program in the directory of linkpolicy is started`() {
    let files = ["/opt/bin/linkpolicy-web", "/usr/bin/linkpolicy-web", "bin/linkpolicy-web"]
    let beside = Self.run([], files: files, executable: "/opt/bin/linkpolicy", path: "/usr/bin")
    #expect(beside.started == ["/opt/bin/linkpolicy-web"])
    #expect(beside.status == .usage)
    #expect(beside.errors.contains(": out of luck"))
    for executable in ["/x/linkpolicy", nil, "linkpolicy"] {
      let other = Self.run(
        [], files: files + ["./linkpolicy-web", "linkpolicy-web"], executable: executable,
        path: "::bin:.:/y:/usr/bin")
      #expect(other.started.isEmpty)
      #expect(other.status == .usage)
      #expect(other.errors.contains("`linkpolicy-web` is missing"))
    }
  }

  @Test func `if linkpolicy-web is missing, the error says how to get it`() {
    let run = Self.run([], files: ["./linkpolicy-web"], path: ":.")
    #expect(run.started.isEmpty)
    #expect(run.status == .usage)
    #expect(run.errors.contains("build it with `make web`"))
    #expect(run.errors.contains("copy it from the release archive"))
  }

  @Test func `options are passed on, and paths never become options`() {
    let run = Self.run(
      [
        "--port", "8080", "--write", "--open", "--print-url", "--idle-timeout", "5", "--policy",
        "b.yaml", "--", "-a.yaml",
      ], files: ["/b/linkpolicy-web", "-a.yaml", "b.yaml"], executable: "/b/linkpolicy")
    #expect(
      run.started == [
        "/b/linkpolicy-web", "--port", "8080", "--open", "--write", "--print-url",
        "--idle-timeout", "5", "--", "-a.yaml", "b.yaml",
      ])
  }

  @Test(arguments: [
    ["--port", "0"], ["--port", "65536"], ["--idle-timeout", "0"], ["missing.yaml"],
  ])
  func `a usage error starts nothing`(arguments: [String]) {
    let run = Self.run(arguments, files: ["/b/linkpolicy-web"], executable: "/b/linkpolicy")
    #expect(run.started.isEmpty)
    #expect(run.status == .usage)
  }
}

/// Runs the built program in a directory into which an attacker put programs.
@Suite(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
struct UntrustedDirectoryTests {
  @Test(arguments: [":", ".", "", "bin", "./bin:", ":/usr/bin:/bin"])
  func `no program of the working directory is started`(path: String) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.write("{}\n", to: "log.ndjson.gz")
      try box.shell(
        """
        mkdir bin .git; copy="\(BuiltTool.path)"
        for name in linkpolicy-web git gzip zstd curl; do
          printf '#!/bin/sh\\necho > "\(box.directory.path)/started"\\n' > $name
          chmod 755 $name; cp $name bin/$name
        done
        cp linkpolicy-web linkpolicy; ln -s "$copy" own
        """)
      // If `linkpolicy-web` is built too, `serve` starts it and it doesn't exit.
      let pages = URL(filePath: BuiltTool.path).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "linkpolicy-web")
      let serve: [[String]] =
        FileManager.default.fileExists(atPath: pages.path)
        ? [] : [["serve"], ["serve", "--open", "Policies"]]
      for command in serve + [
        ["diff", "--from", "HEAD"], ["replay", "log.ndjson.gz"], ["verify"],
      ] {
        // By its path, under another name, and by its name in `PATH`.
        for program in [BuiltTool.path, "./own", "exec -a linkpolicy \"\(BuiltTool.path)\""] {
          let isExec = program.hasPrefix("exec")
          let words = (isExec ? program : "\"\(program)\"") + " " + command.joined(separator: " ")
          // Other programs of the system may run and fail.
          _ = try Tool.run(
            "/bin/bash", ["-c", "export PATH='\(path)'; \(words) </dev/null"], in: box.directory)
          #expect(box.read("started") == nil, "\(words)")
        }
      }
    }
  }
}
