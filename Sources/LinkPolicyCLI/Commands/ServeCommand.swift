import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy serve`, which replaces itself with the program `linkpolicy-web`.
struct ServeCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "serve",
    abstract: "Open policies in a web UI on this machine.",
    discussion: """
      Examples:
        linkpolicy serve
        linkpolicy serve --open
        linkpolicy serve Policies --write

      Starts the program `linkpolicy-web` from the directory of `linkpolicy` and prints the URL of its \
      pages: a playground, an overview and comparisons. The server listens only on 127.0.0.1 and ::1, and \
      the URL contains a token for this run, so that other users can't open it. Nothing is sent elsewhere, \
      and no file is written without --write.

      Exit status: 0 after a signal or the idle time; 2 the port is taken, the policies can't be found or \
      `linkpolicy-web` is missing; 3 internal error.
      """)

  /// The name of the other program.
  static let program = "linkpolicy-web"

  @OptionGroup var policyPaths: PolicyPaths

  @Option(help: "Listen on this port (default: a free one).")
  var port: Int?

  @Flag(help: "Open the pages in the browser.")
  var open = false

  @Flag(help: "Allow the pages to save files.")
  var write = false

  @Option(
    help: ArgumentHelp(
      "Exit after this many minutes without an open page or a request (default: never).",
      valueName: "minutes"))
  var idleTimeout: Int?

  @Flag(name: .customLong("print-url"), help: "Print one line of JSON: url, port, pid.")
  var printURL = false

  /// Returns only if the other program can't be started.
  func run(on console: Console) throws -> ExitStatus {
    if let port, !(1...65_535).contains(port) {
      throw UsageError("`--port` must be from 1 to 65535")
    }
    if let idleTimeout, !(1...1_440).contains(idleTimeout) {
      throw UsageError("`--idle-timeout` must be from 1 to 1440 minutes")
    }
    let paths = policyPaths.all
    for path in paths where console.fileSystem.kind(of: path) == nil {
      throw UsageError("\(DisplayText.visible(path)): no such file or directory")
    }
    guard let program = Self.find(console) else {
      throw UsageError(
        "`\(Self.program)` is missing: copy it from the release archive into the directory of "
          + "linkpolicy, or build it with `make web` (`make bin-path` prints its directory)"
      )
    }
    let reason = console.replaceProcess(program, arguments(paths))
    throw UsageError("can't start \(DisplayText.visible(program)): \(reason)")
  }

  /// The command line of the other program.
  private func arguments(_ paths: [String]) -> [String] {
    var arguments: [String] = []
    if let port { arguments += ["--port", String(port)] }
    if open { arguments.append("--open") }
    if write { arguments.append("--write") }
    if printURL { arguments.append("--print-url") }
    if let idleTimeout { arguments += ["--idle-timeout", String(idleTimeout)] }
    return paths.isEmpty ? arguments : arguments + ["--"] + paths
  }

  /// The program next to this one. `PATH` and the working directory are not searched: they may contain a program of
  /// that name from an attacker.
  private static func find(_ console: Console) -> String? {
    guard let own = console.executable(), let slash = own.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    let path = own[...slash] + program
    return console.fileSystem.kind(of: String(path)) == .file ? String(path) : nil
  }
}
