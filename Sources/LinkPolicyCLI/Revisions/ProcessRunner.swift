/// Runs other programs, without a shell.
package protocol ProcessRunner: Sendable {
  /// Runs a program to its end.
  ///
  /// - Parameter output: receives standard output in pieces while the program runs; if nil, the result contains it.
  func run(
    _ program: ExternalProgram, output: ((ArraySlice<UInt8>) -> Void)?
  ) throws(ProcessFailure) -> ProcessResult
}

extension ProcessRunner {
  package func run(_ program: ExternalProgram) throws(ProcessFailure) -> ProcessResult {
    try run(program, output: nil)
  }
}

/// A program to run, and its limits.
package struct ExternalProgram: Sendable {
  /// Searched in the absolute directories of `PATH`, because others may write to a relative one.
  package var name: String
  package var arguments: [String]
  package var input: [UInt8] = []
  /// Environment variables with this prefix are not passed on; nil passes on all.
  package var withoutVariables: String?
  /// Environment variables to set.
  package var variables: [String: String] = [:]
  /// The maximum number of bytes of standard output. A program that writes more is killed, and the
  /// run fails.
  package var outputLimit = Int.max
  /// Unix seconds. A program that still runs then is killed, and the run fails.
  package var deadline = Int.max

  package init(_ name: String, _ arguments: [String]) {
    (self.name, self.arguments) = (name, arguments)
  }
}

package struct ProcessResult: Sendable {
  /// 0 for success; 128 plus the signal number if a signal ended the program.
  package var status: Int32
  package var output: [UInt8]
  package var errors: [UInt8]

  package init(status: Int32, output: [UInt8] = [], errors: [UInt8] = []) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }
}

/// The reason why a program could not be run, on one line.
package struct ProcessFailure: Error, Sendable {
  package var message: String
  package init(_ message: String) { self.message = message }
}

/// Runs no programs, for consoles without a system.
package struct NoProcesses: ProcessRunner {
  package init() {}

  package func run(
    _ program: ExternalProgram, output: ((ArraySlice<UInt8>) -> Void)?
  ) throws(ProcessFailure) -> ProcessResult {
    throw ProcessFailure("can't run `\(program.name)` here")
  }
}
