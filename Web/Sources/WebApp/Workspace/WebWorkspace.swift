import LinkPolicy
import LinkPolicyCLI

/// The served directory, and commands that run on it.
///
/// A route runs a command with an in-memory console, so its response has the same bytes as the
/// output of the command.
struct WebWorkspace: Sendable {
  /// The console of the process.
  let console: Console
  /// The paths of the command line; empty for those of the configuration.
  let paths: [String]

  init(console: Console, paths: [String]) {
    var console = console
    console.fileSystem = ConfinedFileSystem(
      console.fileSystem, directory: console.workingDirectory ?? "/", paths: paths)
    self.console = console
    self.paths = paths
  }

  /// The absolute path of the directory.
  var root: String { console.workingDirectory ?? "/" }

  /// The output of a command, which runs on one thread.
  final class Output: @unchecked Sendable {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var errors = ""
  }

  /// The file system of a view.
  func files(_ view: WorkspaceView) -> any FileSystem {
    view.fileSystem(over: console.fileSystem, root: root)
  }

  /// An in-memory console with a file system.
  private func console(
    over files: any FileSystem, input: @escaping @Sendable (Int) -> [UInt8], _ output: Output
  ) -> Console {
    var inner = Console(
      fileSystem: files, read: input, write: { output.bytes += $0.utf8 },
      writeError: { output.errors += $0 }, variable: { _ in nil }, isTerminal: false,
      isErrorTerminal: false, workingDirectory: console.workingDirectory,
      writeBytes: { output.bytes += $0 }, processes: console.processes)
    inner.findRepository = console.findRepository
    inner.access = console.access
    return inner
  }

  /// Runs a command and returns its output, even if it has findings.
  func run(
    _ view: WorkspaceView = WorkspaceView(),
    input: @escaping @Sendable (Int) -> [UInt8] = { _ in [] },
    _ command: (Console) throws -> ExitStatus
  ) throws(WebError) -> [UInt8] {
    try run(over: files(view), input: input, command)
  }

  /// Runs a command with a file system.
  func run(
    over files: any FileSystem, input: @escaping @Sendable (Int) -> [UInt8] = { _ in [] },
    _ command: (Console) throws -> ExitStatus
  ) throws(WebError) -> [UInt8] {
    let output = Output()
    do {
      guard try command(console(over: files, input: input, output)) != .usage else {
        throw WebError(400, "policies-have-errors", output.errors)
      }
      return output.bytes
    } catch {
      throw Self.error(error)
    }
  }

  static func error(_ error: any Error) -> WebError {
    switch error {
    case let error as WebError: error
    case let error as UsageError: .unusable(error.message)
    case let error as FileSystemError: .unusable(error.description)
    case let error as ConfigurationError: .unusable(error.message)
    default: .unusable("can't read the files")
    }
  }

  /// The configuration with the files of a view.
  func configuration(_ view: WorkspaceView = WorkspaceView()) throws(WebError)
    -> ProjectConfiguration
  {
    do {
      return try ProjectConfiguration(
        .discovered, workingDirectory: console.workingDirectory, in: files(view),
        access: console.access)
    } catch {
      throw Self.error(error)
    }
  }

  /// The checked files of a view; errors are in the report.
  func project(_ view: WorkspaceView) throws(WebError) -> Project {
    let configuration = try configuration(view)
    do {
      return try configuration.project(at: view.paths(paths)).project
    } catch {
      throw Self.error(error)
    }
  }
}
