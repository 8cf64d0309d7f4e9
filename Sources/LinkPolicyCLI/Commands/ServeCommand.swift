import LinkPolicy

/// `linkpolicy serve`: the web application, which is a program of its own; this one makes room for it.
package struct ServeCommand: Sendable, Equatable {
  /// The name of the program.
  package static let program = "linkpolicy-web"

  package var paths: [String] = []
  /// nil for a free one.
  package var port: Int?
  package var opensBrowser = false
  package var allowsWriting = false
  package var printsURL = false
  package var idleMinutes: Int?

  package init() {}

  /// Runs the command; comes back only where the other program cannot be started.
  package func run(_ console: Console) throws -> ExitStatus {
    if let port, !(1...65_535).contains(port) {
      throw UsageError("--port is a number from 1 to 65535")
    }
    if let idleMinutes, !(1...1_440).contains(idleMinutes) {
      throw UsageError("--idle-timeout is a number of minutes from 1 to 1440")
    }
    for path in paths where console.fileSystem.kind(of: path) == nil {
      throw UsageError("\(UTF8Text.visible(path)): no such file or directory")
    }
    guard let program = Self.find(console) else {
      throw UsageError(
        "`\(Self.program)` is missing: the archive of a release has it beside linkpolicy; from source "
          + "`make web` builds it (.build/release/\(Self.program)); put it beside linkpolicy"
      )
    }
    throw UsageError(
      "\(UTF8Text.visible(program)) cannot be started: \(console.replaceProcess(program, arguments))"
    )
  }

  /// The command line of the other program; what could be taken for an option stands behind `--`.
  package var arguments: [String] {
    var arguments: [String] = []
    if let port { arguments += ["--port", String(port)] }
    if opensBrowser { arguments.append("--open") }
    if allowsWriting { arguments.append("--write") }
    if printsURL { arguments.append("--print-url") }
    if let idleMinutes { arguments += ["--idle-timeout", String(idleMinutes)] }
    return paths.isEmpty ? arguments : arguments + ["--"] + paths
  }

  /// The program beside this one. Nothing else is started: a directory of `PATH`, or the working directory, may hold
  /// a program of that name that somebody else wrote.
  private static func find(_ console: Console) -> String? {
    guard let own = console.executable(), let slash = own.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    let path = own[...slash] + program
    return console.fileSystem.kind(of: String(path)) == .file ? String(path) : nil
  }
}
