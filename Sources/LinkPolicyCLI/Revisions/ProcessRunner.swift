/// Runs other programs, without a shell; tests inject their own.
package protocol ProcessRunner: Sendable {
  /// Runs a program, found by `PATH`, to its end.
  ///
  /// - Parameter input: all of its standard input.
  func run(
    _ program: String, _ arguments: [String], input: [UInt8]
  ) throws(ProcessFailure) -> ProcessResult

  /// Runs a program, found by `PATH`, and passes on what it writes while it runs.
  ///
  /// - Parameters:
  ///   - deadline: Unix seconds; a program that still runs then is ended.
  ///   - output: takes its standard output, piece by piece; what it writes elsewhere is lost.
  /// - Returns: the status, as in `ProcessResult`.
  func run(
    _ program: String, _ arguments: [String], input: [UInt8], until deadline: Int,
    output: (ArraySlice<UInt8>) -> Void
  ) throws(ProcessFailure) -> Int32

  /// Runs a program within bounds.
  func run(_ program: BoundedProgram) throws(ProcessFailure) -> ProcessResult
}

extension ProcessRunner {
  package func run(_ program: BoundedProgram) throws(ProcessFailure) -> ProcessResult {
    try run(program.name, program.arguments, input: program.input)
  }

  package func run(
    _ program: String, _ arguments: [String], input: [UInt8], until deadline: Int,
    output: (ArraySlice<UInt8>) -> Void
  ) throws(ProcessFailure) -> Int32 {
    let result = try run(program, arguments, input: input)
    output(result.output[...])
    return result.status
  }
}

/// A program that others may have an influence on, and its bounds.
package struct BoundedProgram: Sendable {
  /// Looked for in the absolute directories of `PATH`: a relative one is a place that others write to.
  package var name: String
  package var arguments: [String]
  /// All of its standard input.
  package var input: [UInt8]
  /// Variables whose names start like this are not passed on.
  package var withoutVariables: String
  /// Variables that are set, whatever they were.
  package var variables: [String: String]
  /// Bytes of its standard output; a program that writes more is ended, and the run fails.
  package var outputLimit: Int
  /// A program that takes longer is ended, and the run fails.
  package var seconds: Int

  package init(
    name: String, arguments: [String], input: [UInt8], withoutVariables: String,
    variables: [String: String], outputLimit: Int, seconds: Int
  ) {
    self.name = name
    self.arguments = arguments
    self.input = input
    self.withoutVariables = withoutVariables
    self.variables = variables
    self.outputLimit = outputLimit
    self.seconds = seconds
  }
}

/// What a program did.
package struct ProcessResult: Sendable {
  /// 0 is success; a program that a signal ended has 128 and its number.
  package var status: Int32
  package var output: [UInt8]
  package var errors: [UInt8]

  package init(status: Int32, output: [UInt8], errors: [UInt8]) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// Why a program could not be run; one line for people.
package struct ProcessFailure: Error, Sendable {
  package var message: String
  package init(_ message: String) { self.message = message }
}

/// No programs can be run: the console of tests.
package struct NoProcesses: ProcessRunner {
  package init() {}

  package func run(
    _ program: String, _ arguments: [String], input: [UInt8]
  ) throws(ProcessFailure) -> ProcessResult {
    throw ProcessFailure("`\(program)` cannot be run here")
  }
}
