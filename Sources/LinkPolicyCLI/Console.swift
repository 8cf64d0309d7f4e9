package import LinkPolicy
import PolicyDecision
import PolicyText

/// The environment of the program: files, streams, terminal, variables. Tests inject their own and
/// run commands without a process.
package struct Console: Sendable {
  package var fileSystem: any FileSystem
  /// Reads up to this many bytes from standard input; returns an empty array at its end.
  package var read: @Sendable (Int) -> [UInt8]
  /// Writes to standard output, with workflow commands of CI systems escaped.
  private let writeOutput: @Sendable (String, OutputSyntax) -> Void
  /// Writes bytes to standard output, which may not be UTF-8.
  package var writeBytes: @Sendable ([UInt8]) -> Void
  /// Writes to standard error, with workflow commands of CI systems escaped.
  private let writeErrorOutput: @Sendable (String, OutputSyntax) -> Void
  /// Writes a message to standard output; returns false if the reader is gone. While the pipe is full, calls `isGone`
  /// from time to time.
  package var writeMessage: @Sendable ([UInt8], _ isGone: () -> Bool) -> Bool
  /// The value of an environment variable.
  package var variable: @Sendable (String) -> String?
  package var isTerminal: Bool
  package var isErrorTerminal: Bool
  /// The absolute path of the working directory.
  package var workingDirectory: String?
  package var processes: any ProcessRunner
  /// Finds the git repository of a directory.
  package var findRepository: @Sendable (String) throws(UsageError) -> GitLocation = {
    (_) throws(UsageError) in throw UsageError("git is not available here")
  }
  /// Logs, which are read in parts.
  package var logs: any LogStore
  /// The commit that the program was built from, for `--version`; empty if it isn't known.
  package var commit = ""
  package var access = InputAccess.standard
  /// Waits up to this many milliseconds for standard input; true if a read would not block.
  package var waitForInput: @Sendable (Int) -> Bool = { _ in true }
  /// A monotonic clock in milliseconds.
  package var milliseconds: @Sendable () -> Int = { 0 }
  /// Whether the parent process has ended.
  package var isOrphan: @Sendable () -> Bool = { false }
  /// Whether a process runs; true if that can't be determined.
  package var isRunning: @Sendable (Int) -> Bool = { _ in true }
  /// Size, modification time and inode of a file; nil if it doesn't exist.
  package var stamp: @Sendable (String) -> [Int]? = { _ in nil }
  /// Sleeps for this many milliseconds.
  package var pause: @Sendable (Int) -> Void = { _ in }
  /// The width of the terminal on standard output or standard error, if it is known.
  package var terminalColumns: @Sendable () -> Int? = { nil }
  /// The path of this program.
  package var executable: @Sendable () -> String? = { nil }
  /// Replaces this process by another program; returns the reason if that fails.
  package var replaceProcess: @Sendable (String, [String]) -> String = { _, _ in
    "processes are not available here"
  }
  /// Limits the writable bytes of this process, on systems with such a limit.
  package var limitMemory: @Sendable (Int) -> Void = { _ in }

  package init(
    fileSystem: any FileSystem, read: @escaping @Sendable (Int) -> [UInt8],
    write: @escaping @Sendable (String) -> Void,
    writeError: @escaping @Sendable (String) -> Void,
    variable: @escaping @Sendable (String) -> String?, isTerminal: Bool, isErrorTerminal: Bool,
    workingDirectory: String? = nil, writeBytes: (@Sendable ([UInt8]) -> Void)? = nil,
    processes: any ProcessRunner = NoProcesses(), logs: (any LogStore)? = nil
  ) {
    self.fileSystem = fileSystem
    self.read = read
    let isRead = CICommands.areRead(variable)
    let isASCII = (isTerminal || isErrorTerminal) && Self.isASCII(variable)
    @Sendable func prepared(_ text: String, _ syntax: OutputSyntax, isTerminal: Bool) -> String {
      let text = isRead ? CICommands.neutralized(text, as: syntax) : text
      return isASCII && isTerminal && syntax == .text ? Self.asciiDrawings(text) : text
    }
    writeOutput = { write(prepared($0, $1, isTerminal: isTerminal)) }
    writeErrorOutput = { writeError(prepared($0, $1, isTerminal: isErrorTerminal)) }
    self.writeBytes = writeBytes ?? { write(String(decoding: $0, as: UTF8.self)) }
    let writeBytes = self.writeBytes
    writeMessage = { bytes, _ in
      writeBytes(bytes)
      return true
    }
    self.variable = variable
    self.isTerminal = isTerminal
    self.isErrorTerminal = isErrorTerminal
    self.workingDirectory = workingDirectory
    self.processes = processes
    self.logs = logs ?? InMemoryLogs(fileSystem, input: read)
  }

  /// Writes to standard output. The text must start at the start of a line, or contain no workflow command there.
  package func write(_ text: String, as syntax: OutputSyntax = .text) { writeOutput(text, syntax) }

  /// Writes to standard error, as `write` does.
  package func writeError(_ text: String, as syntax: OutputSyntax = .text) {
    writeErrorOutput(text, syntax)
  }

  /// Reads standard input, up to one byte more than the limit.
  package func readInput() -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= access.fileBytes {
      let chunk = read(min(1 << 16, access.fileBytes + 1 - bytes.count))
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Reads a complete file; `-` is standard input.
  package func content(of path: String) throws(FileSystemError) -> [UInt8] {
    guard path == "-" else { return try fileSystem.read(path, within: access) }
    let bytes = readInput()
    guard bytes.count <= access.fileBytes else {
      throw FileSystemError(path: "-", reason: "has more than \(access.fileBytes) bytes")
    }
    return bytes
  }

  /// Calls a closure with the non-blank lines of a file, `-` for standard input; with nil for a line above the limit.
  ///
  /// - Parameter pausing: called before each read, which may block, and at the end.
  package func forEachLine(
    of path: String, pausing: () -> Void = {}, _ body: ([UInt8]?) -> Void
  ) throws(FileSystemError) {
    defer { pausing() }
    var lines = LineSplitter(limit: access.lineBytes)
    func take(_ line: [UInt8]?) {
      if let line, line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
      body(line)
    }
    let file = path == "-" ? nil : try logs.open(path)
    var offset = 0
    while true {
      pausing()
      let chunk =
        try file.map { (log) throws(FileSystemError) in try log.read(Self.chunk, at: offset) }
        ?? read(Self.chunk)
      if chunk.isEmpty { break }
      offset += chunk.count
      lines.add(chunk, take)
      guard lines.length <= access.fileBytes else {
        // A device or binary file may never end.
        throw FileSystemError(
          path: path, reason: "a line has more than \(access.fileBytes) bytes")
      }
    }
    lines.end(take)
    try file?.finish()
  }

  /// Rewrites files, or none if one of them can't be rewritten.
  func rewrite(_ files: [(name: String, old: [UInt8], new: [UInt8])]) throws {
    for file in files {
      guard !fileSystem.isSymbolicLink(file.name) else {
        throw UsageError("\(DisplayText.visible(file.name)) is a symbolic link; name its target")
      }
      try fileSystem.checkRewriting(file.name)
    }
    for file in files { try fileSystem.rewrite(file.name, from: file.old, to: file.new) }
  }

  private static let chunk = 1 << 16
}

/// The exit status of a command; the numbers are part of the contract.
package enum ExitStatus: Int32, Sendable {
  case clean = 0
  /// Findings, a denied request, a failed test or outdated files.
  case findings = 1
  /// Invalid usage or unreadable input.
  case usage = 2
  /// An internal error.
  case fault = 3
}

/// Invalid usage, or input that can't be read.
package struct UsageError: Error, Sendable {
  /// One line, lowercase, without a period.
  package var message: String
  package init(_ message: String) { self.message = message }
}

/// Reports an error of the library as invalid usage.
func usage<Value, Failure: LinkPolicyError>(
  _ body: () throws(Failure) -> Value
) throws(UsageError) -> Value {
  do throws(Failure) {
    return try body()
  } catch {
    throw UsageError(error.message)
  }
}
