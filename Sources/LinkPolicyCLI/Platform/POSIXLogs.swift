#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
package import LinkPolicy
import PolicyDecision

/// Logs in files, on standard input, and in files that `gzip` and `zstd` decompress.
package struct POSIXLogs: LogStore {
  package init() {}

  package func size(of path: String) throws(FileSystemError) -> Int? {
    guard path != "-" else { return nil }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemCall.failure(path) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw FileSystemError(path: path, reason: "is a directory")
    }
    let isPlain = status.st_mode & S_IFMT == S_IFREG && CompressedLog.Program(path: path) == nil
    return isPlain ? Int(status.st_size) : nil
  }

  package func open(_ path: String) throws(FileSystemError) -> any LogFile {
    guard path != "-" else { return DescriptorLog(STDIN_FILENO, path: "-", isOwned: false) }
    let descriptor = try LocalFileSystem.open(reading: path)
    if let program = CompressedLog.Program(path: path) {
      defer { close(descriptor) }
      return try CompressedLog(descriptor, program, path: path)
    }
    return DescriptorLog(descriptor, path: path, isOwned: true)
  }
}

/// A log with a file descriptor.
final class DescriptorLog: LogFile {
  private let descriptor: CInt
  private let path: String
  private let isOwned: Bool
  private let isSeekable: Bool

  init(_ descriptor: CInt, path: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.path = path
    self.isOwned = isOwned
    var status = stat()
    // Standard input is read from its current position, even if it is a file.
    let isKnown = unsafe fstat(descriptor, &status) == 0
    isSeekable = isOwned && isKnown && status.st_mode & S_IFMT == S_IFREG
  }

  deinit { if isOwned { close(descriptor) } }

  func read(_ count: Int, at offset: Int) throws(FileSystemError) -> [UInt8] {
    while true {
      var result = 0
      var code: CInt = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
        result =
          isSeekable
          ? unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
          : unsafe posixRead(descriptor, buffer.baseAddress, count)
        code = errno
        length = max(0, result)
      }
      if result >= 0 { return bytes }
      guard code == EINTR else {
        throw FileSystemError(path: path, reason: SystemCall.words(code))
      }
    }
  }

  func finish() {}
}

/// A compressed log, decompressed by `gzip -dc` or `zstd -dc` while it is evaluated.
final class CompressedLog: LogFile {
  enum Program: String, CaseIterable {
    case gzip, zstd

    private var pathExtension: String {
      switch self {
      case .gzip: ".gz"
      case .zstd: ".zst"
      }
    }

    /// The program for a file; nil if the file is not compressed.
    init?(path: String) {
      let program = Self.allCases.first { program in
        let suffix = program.pathExtension.utf8
        return path.utf8.suffix(suffix.count).elementsEqual(suffix)
      }
      guard let program else { return nil }
      self = program
    }
  }

  private let path: String
  private let program: Program
  private let pipes: (output: OutputPipe, errors: OutputPipe)
  private let output: DescriptorLog
  private let process: ChildProcess
  private var isRunning = true

  /// Starts the program with the file as its standard input.
  init(_ input: CInt, _ program: Program, path: String) throws(FileSystemError) {
    do throws(ProcessFailure) {
      pipes = (try OutputPipe(), try OutputPipe())
      process = try ChildProcess(
        ExternalProgram(program.rawValue, ["-dc"]),
        streams: [input, pipes.output.writer, pipes.errors.writer])
    } catch {
      throw FileSystemError(path: path, reason: error.message)
    }
    pipes.output.closeWriter()
    pipes.errors.closeWriter()
    output = DescriptorLog(pipes.output.reader, path: path, isOwned: false)
    self.path = path
    self.program = program
  }

  deinit {
    pipes.output.close()
    pipes.errors.close()
    if isRunning { _ = try? process.wait() }
  }

  func read(_ count: Int, at offset: Int) throws(FileSystemError) -> [UInt8] {
    try output.read(count, at: offset)
  }

  /// Throws if the program failed: lines may be missing then.
  func finish() throws(FileSystemError) {
    let message = errorMessage()
    isRunning = false
    guard (try? process.wait()) != 0 else { return }
    throw FileSystemError(
      path: path, reason: message.isEmpty ? "\(program.rawValue) failed" : message)
  }

  /// The last clause of the first line: `gzip: stdin: unexpected end of file`.
  private func errorMessage() -> String {
    let log = DescriptorLog(pipes.errors.reader, path: path, isOwned: false)
    let bytes = (try? log.read(1_024, at: 0)) ?? []
    let line = bytes.split(separator: 0x0A).first { !$0.isEmpty } ?? []
    let clause = line.split(separator: UInt8(ascii: ":")).last ?? []
    let text = String(decoding: clause.drop { $0 == 0x20 }, as: UTF8.self)
    return text.isEmpty ? "" : "\(program.rawValue): \(text)"
  }
}

/// Logs from the files and the input of a console without a system.
package struct InMemoryLogs: LogStore {
  private let fileSystem: any FileSystem
  private let input: @Sendable (Int) -> [UInt8]

  package init(_ fileSystem: any FileSystem, input: @escaping @Sendable (Int) -> [UInt8]) {
    self.fileSystem = fileSystem
    self.input = input
  }

  package func size(of path: String) throws(FileSystemError) -> Int? {
    path == "-" ? nil : try fileSystem.read(path).count
  }

  package func open(_ path: String) throws(FileSystemError) -> any LogFile {
    path == "-" ? InputLog(input) : BytesLog(try fileSystem.read(path)).open(path)
  }
}

private final class InputLog: LogFile {
  private let input: @Sendable (Int) -> [UInt8]

  init(_ input: @escaping @Sendable (Int) -> [UInt8]) { self.input = input }

  func read(_ count: Int, at offset: Int) -> [UInt8] { input(count) }

  func finish() {}
}
