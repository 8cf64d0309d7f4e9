package import LinkPolicy

/// Everything outside of the program: files, streams, terminal, environment. Commands get it as a
/// value, so that tests run them whole without a process.
package struct Console: Sendable {
  /// Files and directories.
  package var fileSystem: any FileSystem
  /// Reads up to a number of bytes of standard input; empty at the end.
  package var read: @Sendable (Int) -> [UInt8]
  /// Writes to standard output.
  package var write: @Sendable (String) -> Void
  /// Writes to standard output what may not be UTF-8.
  package var writeBytes: @Sendable ([UInt8]) -> Void
  /// Writes to standard error.
  package var writeError: @Sendable (String) -> Void
  /// An environment variable; nil where it is not set.
  package var variable: @Sendable (String) -> String?
  /// Standard output is a terminal.
  package var isTerminal: Bool
  /// Standard error is a terminal.
  package var isErrorTerminal: Bool
  /// The absolute path of the working directory; nil where it is not known.
  package var workingDirectory: String?
  /// Runs other programs: git, for the revisions of `diff`.
  package var processes: any ProcessRunner
  /// Logs, which are too long to be read whole.
  package var logs: any LogStore
  /// Runs parts of a command at the same time.
  package var workers: any WorkerPool
  /// What may be opened, and how much of it is read.
  package var access = InputAccess.standard
  /// Bounds the memory of the process, where the system can.
  package var limitMemory: @Sendable (Int) -> Void = { _ in }

  /// A console.
  package init(
    fileSystem: any FileSystem, read: @escaping @Sendable (Int) -> [UInt8],
    write: @escaping @Sendable (String) -> Void,
    writeError: @escaping @Sendable (String) -> Void,
    variable: @escaping @Sendable (String) -> String?, isTerminal: Bool, isErrorTerminal: Bool,
    workingDirectory: String? = nil, writeBytes: (@Sendable ([UInt8]) -> Void)? = nil,
    processes: any ProcessRunner = NoProcesses(), logs: (any LogStore)? = nil,
    workers: any WorkerPool = SerialPool()
  ) {
    self.fileSystem = fileSystem
    self.read = read
    self.write = write
    self.writeError = writeError
    self.writeBytes = writeBytes ?? { write(String(decoding: $0, as: UTF8.self)) }
    self.variable = variable
    self.isTerminal = isTerminal
    self.isErrorTerminal = isErrorTerminal
    self.workingDirectory = workingDirectory
    self.processes = processes
    self.logs = logs ?? InMemoryLogs(fileSystem, input: read)
    self.workers = workers
  }

  /// All of standard input.
  package func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let chunk = read(1 << 16)
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
  }
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
