// `environ` is a global variable of C; nothing in this program changes it.
#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  @unsafe @preconcurrency import Darwin
#endif
import LinkPolicy
import PolicyText

/// Runs programs with `posix_spawn`.
///
/// Input comes from an unnamed temporary file, because a pipe would raise a signal if the program
/// doesn't read it.
package struct POSIXProcessRunner: ProcessRunner {
  package init() {}

  /// The number of bytes of standard error to keep.
  private static let errorLimit = 1 << 16

  package func run(
    _ program: ExternalProgram, output: ((ArraySlice<UInt8>) -> Void)?
  ) throws(ProcessFailure) -> ProcessResult {
    let start = SystemClock.now()
    let input = try unsafe Self.temporaryFile(program.input)
    defer { unsafe fclose(input) }
    let pipes = [try OutputPipe(), try OutputPipe()]
    defer { for pipe in pipes { pipe.close() } }
    let process = try ChildProcess(
      program, streams: [unsafe fileno(input), pipes[0].writer, pipes[1].writer])
    for pipe in pipes { pipe.closeWriter() }
    var result = ProcessResult(status: 0)
    var outputBytes = 0
    let isRead = OutputPipe.read(pipes, until: program.deadline) { index, bytes in
      guard index == 0 else {
        result.errors += bytes.prefix(max(0, Self.errorLimit - result.errors.count))
        return true
      }
      outputBytes += bytes.count
      if let output { output(bytes) } else { result.output += bytes }
      return outputBytes <= program.outputLimit
    }
    if isRead, let status = try process.wait(until: program.deadline) {
      result.status = status
      return result
    }
    process.end()
    _ = try process.wait()
    throw ProcessFailure(
      outputBytes > program.outputLimit
        ? "`\(program.name)` wrote more than \(program.outputLimit) bytes"
        : "`\(program.name)` took more than \(program.deadline - start) seconds")
  }

  /// An unnamed temporary file with these contents, at its start.
  private static func temporaryFile(
    _ bytes: [UInt8]
  ) throws(ProcessFailure) -> UnsafeMutablePointer<FILE> {
    guard let file = unsafe tmpfile() else {
      throw ProcessFailure("can't create a temporary file: \(SystemCall.words(errno))")
    }
    guard unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count, unsafe fflush(file) == 0,
      lseek(unsafe fileno(file), 0, SEEK_SET) == 0
    else {
      unsafe fclose(file)
      throw ProcessFailure("can't write a temporary file")
    }
    return unsafe file
  }
}

/// A started program.
struct ChildProcess {
  private let id: pid_t
  private let name: String

  /// Starts a program.
  ///
  /// - Parameter streams: descriptors for its standard input, output and error.
  init(_ program: ExternalProgram, streams: [CInt]) throws(ProcessFailure) {
    let words = [program.name] + program.arguments
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw ProcessFailure("an argument of `\(program.name)` contains a zero byte")
    }
    guard let path = ProgramSearch.path(of: program.name) else {
      throw Self.failure(program.name, ENOENT)
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else {
      throw Self.failure(program.name, errno)
    }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, stream, CInt(number))
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      unsafe Self.variables(of: program).map { unsafe strdup($0) } + [nil]
    defer {
      unsafe arguments.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var process: pid_t = 0
    let code = OutputPipe.startLock.withLock {
      unsafe posix_spawn(&process, path, &actions, nil, &arguments, &variables)
    }
    guard code == 0 else { throw Self.failure(program.name, code) }
    (id, name) = (process, program.name)
  }

  private static func failure(_ program: String, _ code: CInt) -> ProcessFailure {
    ProcessFailure("can't run `\(program)`: \(SystemCall.words(code))")
  }

  /// Waits for the end of the program and returns its status, as in `ProcessResult`.
  func wait() throws(ProcessFailure) -> Int32 {
    var status: CInt = 0
    while unsafe waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { throw Self.failure(name, errno) }
    }
    return Self.status(status)
  }

  /// Waits until a time in Unix seconds; nil if the program still runs then.
  func wait(until deadline: Int) throws(ProcessFailure) -> Int32? {
    var status: CInt = 0
    while true {
      let ended = unsafe waitpid(id, &status, WNOHANG)
      if ended == id { return Self.status(status) }
      guard ended == 0 || errno == EINTR else { throw Self.failure(name, errno) }
      guard SystemClock.now() < deadline else { return nil }
      usleep(200)
    }
  }

  func end() { _ = kill(id, SIGKILL) }

  private static func status(_ status: CInt) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// The environment of a program, `NAME=value` each.
  private static func variables(of program: ExternalProgram) -> [String] {
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    #if canImport(Darwin)
      unsafe next = unsafe _NSGetEnviron().pointee
    #else
      unsafe next = unsafe environ
    #endif
    var variables: [String] = []
    while let entry = unsafe next?.pointee {
      let variable = unsafe String(cString: entry)
      let name = variable.utf8.prefix { $0 != UInt8(ascii: "=") }
      let isLeftOut =
        program.withoutVariables.map { name.starts(with: $0.utf8) } ?? false
        || program.variables.keys.contains { $0.utf8.elementsEqual(name) }
      if !isLeftOut { variables.append(variable) }
      unsafe next = unsafe next?.advanced(by: 1)
    }
    return variables + program.variables.map { "\($0.key)=\($0.value)" }.sorted()
  }

}

/// Searches `PATH`.
package enum ProgramSearch {
  /// The path of a program in `PATH`.
  ///
  /// Only absolute directories are searched: an empty or relative one depends on the working directory, which may
  /// contain an attacker's program.
  package static func path(of name: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return name }
    let list = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return list.utf8.split(separator: UInt8(ascii: ":"))
      .filter { $0.first == UInt8(ascii: "/") }
      .map { "\(Substring($0))/\(name)" }
      .first { isProgram($0) }
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}

/// A pipe for the output of a program, inherited by no other program.
final class OutputPipe {
  /// Held while a pipe is created and while a program starts: a program that another thread starts in between would
  /// inherit the pipe and keep it open.
  static let startLock = Lock()
  let reader: CInt
  let writer: CInt
  private var isWriterOpen = true
  private var isReaderOpen = true

  init() throws(ProcessFailure) {
    var ends: [CInt] = [-1, -1]
    let result = Self.startLock.withLock {
      let result = unsafe pipe(&ends)
      for end in ends where result == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return result
    }
    guard result == 0 else {
      throw ProcessFailure("can't create a pipe: \(SystemCall.words(errno))")
    }
    (reader, writer) = (ends[0], ends[1])
  }

  /// Call this once the program has started.
  func closeWriter() {
    guard isWriterOpen else { return }
    isWriterOpen = false
    posixClose(writer)
  }

  func close() {
    closeWriter()
    guard isReaderOpen else { return }
    isReaderOpen = false
    posixClose(reader)
  }

  deinit { close() }

  /// Reads pipes to their ends; returns false at the deadline, or once `output` returns false.
  ///
  /// - Parameter output: receives the index of the pipe and bytes.
  static func read(
    _ pipes: [OutputPipe], until deadline: Int, _ output: (Int, ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let size = buffer.count
    var open = Array(pipes.indices)
    while !open.isEmpty {
      let left = deadline - SystemClock.now()
      guard left > 0 else { return false }
      var requests = open.map {
        pollfd(fd: pipes[$0].reader, events: Int16(POLLIN), revents: 0)
      }
      let count = nfds_t(open.count)
      guard unsafe poll(&requests, count, CInt(clamping: 1_000 * min(left, 3_600))) > 0 else {
        continue
      }
      for (index, request) in zip(open, requests) where request.revents != 0 {
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe posixRead(request.fd, $0.baseAddress, size)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          open.removeAll { $0 == index }
          continue
        }
        guard output(index, buffer[..<count]) else { return false }
      }
    }
    return true
  }
}
