package import LinkPolicy

/// Everything outside of the program: files, streams, terminal, environment. Commands get it as a
/// value, so that tests run them whole without a process.
package struct Console: Sendable {
  /// Files and directories.
  package var fileSystem: any FileSystem
  /// Reads up to a number of bytes of standard input; empty at the end.
  package var read: @Sendable (Int) -> [UInt8]
  /// Writes to standard output. In a CI job nothing in it is a command for the runner.
  private let writeOutput: @Sendable (String, OutputSyntax) -> Void
  /// Writes to standard output what may not be UTF-8.
  package var writeBytes: @Sendable ([UInt8]) -> Void
  /// Writes to standard error, with the same care.
  private let writeErrorOutput: @Sendable (String, OutputSyntax) -> Void
  /// Writes a message to standard output; false if nobody reads it any more. While the reader lets it wait, it is asked
  /// now and then whether that one is gone.
  package var writeMessage: @Sendable ([UInt8], _ isGone: () -> Bool) -> Bool
  /// An environment variable; nil where it is not set.
  package var variable: @Sendable (String) -> String?
  /// Standard output is a terminal.
  package var isTerminal: Bool
  /// Standard error is a terminal.
  package var isErrorTerminal: Bool
  /// The absolute path of the working directory; nil where it is not known.
  package var workingDirectory: String?
  /// Runs other programs.
  package var processes: any ProcessRunner
  /// Finds the git repository of a directory.
  package var findRepository: @Sendable (String) throws(UsageError) -> GitLocation = {
    (_) throws(UsageError) in throw UsageError("no git repository can be looked for here")
  }
  /// Logs, which are too long to be read whole.
  package var logs: any LogStore
  /// The commit that the program was built from, for `--version`; empty if it isn't known.
  package var commit = ""
  /// What may be opened, and how much of it is read.
  package var access = InputAccess.standard
  /// Waits a number of milliseconds for standard input; true when there is some, or its end.
  package var waitForInput: @Sendable (Int) -> Bool = { _ in true }
  /// Milliseconds of a clock that never goes back.
  package var milliseconds: @Sendable () -> Int = { 0 }
  /// True when the process that started this one has gone.
  package var isOrphan: @Sendable () -> Bool = { false }
  /// True while a process, which may be nobody's child here, runs, and if processes of others can't be seen from here.
  package var isRunning: @Sendable (Int) -> Bool = { _ in true }
  /// What tells whether a file is another by now: size, time, inode; nil where nothing is.
  package var stamp: @Sendable (String) -> [Int]? = { _ in nil }
  /// Waits a number of milliseconds.
  package var pause: @Sendable (Int) -> Void = { _ in }
  /// The path of this program; nil where it is not known.
  package var executable: @Sendable () -> String? = { nil }
  /// Runs another program in the place of this one; comes back with the reason why that cannot be done.
  package var replaceProcess: @Sendable (String, [String]) -> String = { _, _ in "no processes here"
  }
  /// Bounds the memory of the process, where the system can.
  package var limitMemory: @Sendable (Int) -> Void = { _ in }

  /// A console.
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
    writeOutput = { write(isRead ? CICommands.neutralized($0, as: $1) : $0) }
    writeErrorOutput = { writeError(isRead ? CICommands.neutralized($0, as: $1) : $0) }
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

  /// Writes to standard output; its start counts as the start of a line.
  package func write(_ text: String) { writeOutput(text, .text) }

  /// Writes to standard output what is not text for people.
  package func write(_ text: String, as syntax: OutputSyntax) { writeOutput(text, syntax) }

  /// Writes to standard error; its start counts as the start of a line.
  package func writeError(_ text: String) { writeErrorOutput(text, .text) }

  /// Writes to standard error what is not text for people.
  package func writeError(_ text: String, as syntax: OutputSyntax) {
    writeErrorOutput(text, syntax)
  }

  /// Standard input, and no more than one byte above what may be read.
  package func readInput() -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= access.fileBytes {
      let chunk = read(min(1 << 16, access.fileBytes + 1 - bytes.count))
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// A file that the user names, `-` for standard input, whole.
  package func content(of path: String) throws(FileSystemError) -> [UInt8] {
    guard path == "-" else { return try fileSystem.read(path, within: access) }
    let bytes = readInput()
    guard bytes.count <= access.fileBytes else {
      throw FileSystemError(path: "-", reason: "has more than \(access.fileBytes) bytes")
    }
    return bytes
  }

  /// The lines of a file that the user names, `-` for standard input, in constant memory; nil for a line
  /// that has more bytes than are read. Blank lines are left out.
  ///
  /// - Parameter pausing: called before each read, which may wait for somebody who waits for answers, and at
  ///   the end, also where a read fails.
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
        // Somebody named a device, or a file of another kind: it may never end.
        throw FileSystemError(
          path: path, reason: "a line has more than \(access.fileBytes) bytes")
      }
    }
    lines.end(take)
    try file?.finish()
  }

  /// Bytes of one read.
  private static let chunk = 1 << 16
}

/// How a command ends; the numbers are part of the contract.
package enum ExitStatus: Int32, Sendable {
  /// Done, and nothing to complain about.
  case clean = 0
  /// Findings, a denied request, a failed test, something stale.
  case findings = 1
  /// The command line or the input cannot be used.
  case usage = 2
  /// A fault of linkpolicy itself.
  case fault = 3
}

/// A command line that cannot be used, or input that cannot be read.
package struct UsageError: Error, Sendable {
  /// One line for people, lower case, no period.
  package var message: String
  package init(_ message: String) { self.message = message }
}
