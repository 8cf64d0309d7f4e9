#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
package import LinkPolicy

/// Logs of the machine: files, pipes, standard input, and compressed files through `gzip` and `zstd`.
package struct POSIXLogs: LogStore {
  /// Held while a program is started, so that it does not inherit the pipes of another.
  private let starting = Lock()

  package init() {}

  package func size(of path: String) throws(FileSystemError) -> Int? {
    guard path != "-" else { return nil }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError.file(path) }
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
      return try CompressedLog(descriptor, program, path: path, starting: starting)
    }
    return DescriptorLog(descriptor, path: path, isOwned: true)
  }
}

/// What the system says went wrong.
enum SystemError {
  /// The error of the last call, about a file.
  static func file(_ path: String) -> FileSystemError {
    FileSystemError(path: path, reason: text(errno))
  }

  /// The words for an error number, lower case.
  static func text(_ code: CInt) -> String {
    let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// A log behind a file descriptor.
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
    // Standard input is read on from where it stands, whatever it is.
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
        throw FileSystemError(path: path, reason: SystemError.text(code))
      }
    }
  }

  func finish() {}
}
