// `environ` is a global variable of C; nothing in this program changes it.
#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  @unsafe @preconcurrency import Darwin
#endif
import LinkPolicy

/// A compressed log, read through `gzip -dc` or `zstd -dc`.
///
/// A program and not a library: nothing more is linked into the static binary, and it decompresses on
/// another processor while lines are counted here.
final class CompressedLog: LogFile {
  /// The programs that are known, by the names of their files.
  enum Program: String, CaseIterable {
    case gzip, zstd

    /// The end of names.
    var ending: String {
      switch self {
      case .gzip: ".gz"
      case .zstd: ".zst"
      }
    }

    /// The program for a file; nil for one that is not compressed.
    init?(path: String) {
      guard
        let program = Self.allCases.first(where: { program in
          path.utf8.suffix(program.ending.utf8.count).elementsEqual(program.ending.utf8)
        })
      else { return nil }
      self = program
    }
  }

  private let path: String
  private let program: Program
  private let output: DescriptorLog
  private let errors: DescriptorLog
  private let process: pid_t
  private var isRunning = true

  /// Starts the program with the file as its standard input.
  ///
  /// - Parameter starting: held meanwhile: a program started by another worker would inherit the pipes,
  ///   and an end that is open somewhere else hides the end of the log.
  init(
    _ input: CInt, _ program: Program, path: String, starting: Lock
  ) throws(FileSystemError) {
    self.path = path
    self.program = program
    let started = starting.withLock { Self.start(program, input, path) }
    let (process, output, errors) = try started.get()
    self.process = process
    self.output = output
    self.errors = errors
  }

  deinit { if isRunning { _ = wait() } }

  func read(_ count: Int, at offset: Int) throws(FileSystemError) -> [UInt8] {
    try output.read(count, at: offset)
  }

  /// Whatever the program complains of means that lines are missing, or might be.
  func finish() throws(FileSystemError) {
    let complaint = firstComplaint()
    guard wait() != 0 else { return }
    throw FileSystemError(
      path: path, reason: complaint.isEmpty ? "\(program.rawValue) failed" : complaint)
  }

  /// The status of the program; a signal counts as failure.
  private func wait() -> CInt {
    isRunning = false
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return status
  }

  /// The last clause of the first line: `gzip: stdin: unexpected end of file`.
  private func firstComplaint() -> String {
    let bytes = (try? errors.read(1_024, at: 0)) ?? []
    let line = bytes.split(separator: 0x0A).first { !$0.isEmpty } ?? []
    let clause = line.split(separator: UInt8(ascii: ":")).last ?? []
    let text = String(decoding: clause.drop { $0 == 0x20 }, as: UTF8.self)
    return text.isEmpty ? "" : "\(program.rawValue): \(text)"
  }

  private static func start(
    _ program: Program, _ input: CInt, _ path: String
  ) -> Result<(pid_t, DescriptorLog, DescriptorLog), FileSystemError> {
    do throws(FileSystemError) {
      let (output, outputEnd) = try pipe(path)
      defer { close(outputEnd) }
      let outputLog = DescriptorLog(output, path: path, isOwned: true)
      let (errors, errorsEnd) = try pipe(path)
      defer { close(errorsEnd) }
      let errorsLog = DescriptorLog(errors, path: path, isOwned: true)
      return .success(
        (
          try spawn(program, [input, outputEnd, errorsEnd], path), outputLog, errorsLog
        ))
    } catch {
      return .failure(error)
    }
  }

  private static func pipe(_ path: String) throws(FileSystemError) -> (read: CInt, write: CInt) {
    var ends: [CInt] = [0, 0]
    guard unsafe makePipe(&ends) == 0 else { throw SystemError.file(path) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ program: Program, _ streams: [CInt], _ path: String
  ) throws(FileSystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      let variables = unsafe _NSGetEnviron().pointee
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      let variables = unsafe environ
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else {
      throw SystemError.file(path)
    }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, stream, CInt(number))
    }
    let words = [program.rawValue, "-dc"]
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code =
      ProgramSearch.path(of: program.rawValue).map { path in
        unsafe posix_spawn(&process, path, &actions, nil, arguments, variables)
      } ?? ENOENT
    guard code == 0 else {
      throw FileSystemError(
        path: path, reason: "\(program.rawValue) cannot be run: \(SystemError.text(code))")
    }
    return process
  }
}

/// `pipe(2)`; the method hides it within the type.
private func makePipe(_ ends: UnsafeMutablePointer<CInt>) -> CInt { unsafe pipe(ends) }
