#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import LinkPolicy

/// Programs of the machine, through `posix_spawn`.
///
/// The streams are unnamed temporary files: there is no pipe that could fill up, and no signal when a program
/// does not read its input. Where output is passed on while a program runs, it comes through a pipe.
package struct POSIXProcessRunner: ProcessRunner {
  package init() {}

  package func run(
    _ program: String, _ arguments: [String], input: [UInt8]
  ) throws(ProcessFailure) -> ProcessResult {
    let words = try Self.words(program, arguments)
    let streams = [try Stream(), try Stream(), try Stream()]
    defer { for stream in streams { stream.close() } }
    try streams[0].fill(input)
    let process = try Self.spawn(words, streams.map(\.descriptor))
    return ProcessResult(
      status: try Self.wait(for: process, program), output: try streams[1].content(),
      errors: try streams[2].content())
  }

  package func run(
    _ program: String, _ arguments: [String], input: [UInt8], until deadline: Int,
    output: (ArraySlice<UInt8>) -> Void
  ) throws(ProcessFailure) -> Int32 {
    let words = try Self.words(program, arguments)
    let source = try Stream()
    defer { source.close() }
    try source.fill(input)
    let pipe = try OutputPipe()
    defer { pipe.close() }
    let process = try Self.spawn(words, [source.descriptor, pipe.writer, nil])
    pipe.closeWriter()
    if !pipe.read(until: deadline, output) { kill(process, SIGKILL) }
    return try Self.wait(for: process, program)
  }

  package func run(_ program: BoundedProgram) throws(ProcessFailure) -> ProcessResult {
    let words = try Self.words(program.name, program.arguments)
    let source = try Stream()
    defer { source.close() }
    try source.fill(program.input)
    let pipes = [try OutputPipe(), try OutputPipe()]
    defer { for pipe in pipes { pipe.close() } }
    let process = try Self.spawn(
      words, [source.descriptor, pipes[0].writer, pipes[1].writer],
      environment: ProgramEnvironment.variables(of: program))
    for pipe in pipes { pipe.closeWriter() }
    let deadline = SystemClock.now() + program.seconds
    var result = ProcessResult(status: 0, output: [], errors: [])
    var isTooLong = false
    let isRead = OutputPipe.read(pipes, until: deadline) { index, bytes in
      if index == 0 {
        isTooLong = bytes.count > program.outputLimit - result.output.count
        result.output += bytes
      } else {
        // The first lines say what is wrong.
        result.errors += bytes.prefix(max(0, Self.errorLimit - result.errors.count))
      }
      return !isTooLong
    }
    if isRead, let status = try Self.wait(for: process, program.name, until: deadline) {
      result.status = status
      return result
    }
    kill(process, SIGKILL)
    _ = try Self.wait(for: process, program.name)
    throw ProcessFailure(
      isTooLong
        ? "`\(program.name)` wrote more than \(program.outputLimit) bytes"
        : "`\(program.name)` took more than \(program.seconds) seconds")
  }

  /// Bytes of standard error that are kept.
  private static let errorLimit = 1 << 16

  private static func words(
    _ program: String, _ arguments: [String]
  ) throws(ProcessFailure) -> [String] {
    let words = [program] + arguments
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw ProcessFailure("an argument of `\(program)` holds a zero byte")
    }
    return words
  }

  private static func wait(
    for process: pid_t, _ program: String
  ) throws(ProcessFailure) -> Int32 {
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw ProcessFailure(problem(program, errno)) }
    }
    return self.status(status)
  }

  /// The same until a time; nil if the program, which has closed its output, still runs then.
  private static func wait(
    for process: pid_t, _ program: String, until deadline: Int
  ) throws(ProcessFailure) -> Int32? {
    var status: CInt = 0
    while true {
      let ended = unsafe waitpid(process, &status, WNOHANG)
      if ended == process { return self.status(status) }
      guard ended == 0 || errno == EINTR else { throw ProcessFailure(problem(program, errno)) }
      guard SystemClock.now() < deadline else { return nil }
      usleep(200)
    }
  }

  private static func status(_ status: CInt) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// - Parameters:
  ///   - descriptors: the three streams; nil leads nowhere.
  ///   - environment: its variables, `NAME=value` each; nil passes on those of this process.
  private static func spawn(
    _ words: [String], _ descriptors: [CInt?], environment: [String]? = nil
  ) throws(ProcessFailure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else {
      throw ProcessFailure(problem(words[0], errno))
    }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      if let descriptor {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
      } else {
        unsafe posix_spawn_file_actions_addopen(
          &actions, CInt(number), "/dev/null", O_WRONLY, 0)
      }
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var variables: [UnsafeMutablePointer<CChar>?] = unsafe (environment ?? []).map {
      unsafe strdup($0)
    }
    unsafe variables.append(nil)
    defer { unsafe variables.forEach { unsafe free($0) } }
    var process: pid_t = 0
    guard let program = ProgramSearch.path(of: words[0]) else {
      throw ProcessFailure(problem(words[0], ENOENT))
    }
    let code = OutputPipe.startLock.withLock {
      if environment == nil {
        unsafe posix_spawn(
          &process, program, &actions, nil, arguments, ProgramEnvironment.inherited)
      } else {
        unsafe posix_spawn(&process, program, &actions, nil, arguments, variables)
      }
    }
    guard code == 0 else { throw ProcessFailure(problem(words[0], code)) }
    return process
  }

  private static func problem(_ program: String, _ code: CInt) -> String {
    let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return "`\(program)` cannot be run: \(text.prefix(1).lowercased() + text.dropFirst())"
  }

  /// An unnamed temporary file.
  @safe private struct Stream {
    private let file: UnsafeMutablePointer<FILE>
    var descriptor: CInt { unsafe fileno(file) }

    init() throws(ProcessFailure) {
      guard let file = unsafe tmpfile() else {
        throw ProcessFailure("no temporary file can be made")
      }
      unsafe self.file = unsafe file
    }

    func close() { unsafe fclose(file) }

    /// Writes all bytes and goes back to the start.
    func fill(_ bytes: [UInt8]) throws(ProcessFailure) {
      let count = unsafe fwrite(bytes, 1, bytes.count, file)
      guard count == bytes.count, unsafe fflush(file) == 0, lseek(descriptor, 0, SEEK_SET) == 0
      else { throw ProcessFailure("a temporary file cannot be written") }
    }

    /// All that was written to the file.
    func content() throws(ProcessFailure) -> [UInt8] {
      let size = lseek(descriptor, 0, SEEK_END)
      guard size >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw ProcessFailure("a temporary file cannot be read")
      }
      unsafe clearerr(file)
      var read = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, initialized in
        if let start = buffer.baseAddress { read = unsafe fread(start, 1, Int(size), file) }
        initialized = read
      }
      guard read == Int(size) else { throw ProcessFailure("a temporary file cannot be read") }
      return bytes
    }
  }
}
