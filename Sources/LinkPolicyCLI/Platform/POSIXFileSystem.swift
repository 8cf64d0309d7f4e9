#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import LinkPolicy
import TextSupport

/// The files of the machine, through POSIX calls: Foundation would cost more start-up time than the
/// work itself.
struct POSIXFileSystem: FileSystem {
  func kind(of path: String) -> FileKind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
  }

  func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw FileSystemError(path: path, reason: "is a directory")
    }
    // Pipes and devices say size 0: read until the end in any case.
    var bytes: [UInt8] = []
    var capacity = max(Int(status.st_size) + 1, 4_096)
    while true {
      let start = bytes.count
      let (chunk, count) = Self.read(descriptor, capacity)
      guard count >= 0 else { throw failure(path) }
      if count == 0 { return bytes }
      bytes = start == 0 ? chunk : bytes + chunk
      capacity = 1 << 16
    }
  }

  /// Reads once, again after an interrupting signal.
  private static func read(_ descriptor: CInt, _ capacity: Int) -> ([UInt8], Int) {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      repeat {
        unsafe count = posixRead(descriptor, buffer.baseAddress, capacity)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    return (bytes, count)
  }

  func list(_ directory: String) throws(FileSystemError) -> [String] {
    guard let stream = unsafe opendir(directory) else { throw failure(directory) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { ExactString($0) < ExactString($1) }
  }

  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try makeDirectories(above: path)
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
    else {
      return try writeThrough(bytes, to: path)
    }
    // The process number keeps two runs apart; the rename makes the file appear whole.
    let temporary = "\(path).tmp\(getpid())"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    // A file that is written anew keeps its mode.
    if isThere { fchmod(descriptor, status.st_mode & 0o7777) }
    let isWritten = Self.writeAll(bytes, to: descriptor)
    guard isWritten, close(descriptor) == 0, unsafe rename(temporary, path) == 0 else {
      let error = failure(path)
      if !isWritten { close(descriptor) }
      unsafe unlink(temporary)
      throw error
    }
  }

  /// Devices and pipes (`/dev/stdout`, `>(…)`) are written to, not replaced.
  private func writeThrough(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    guard Self.writeAll(bytes, to: descriptor) else { throw failure(path) }
  }

  /// False when the system refused a part.
  private static func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes[written...].withUnsafeBytes { buffer in
        unsafe posixWrite(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  private func makeDirectories(above path: String) throws(FileSystemError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let parent = String(path[..<slash])
    if kind(of: parent) == .directory { return }
    try makeDirectories(above: parent)
    guard unsafe mkdir(parent, 0o755) == 0 || errno == EEXIST else { throw failure(parent) }
  }

  func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
    var directory = path
    while let slash = directory.lastIndex(of: "/") {
      directory = String(directory[..<slash])
      // rmdir refuses a directory that holds something: that ends the climb.
      guard directory.utf8.count > root.utf8.count, unsafe rmdir(directory) == 0 else { return }
    }
  }

  private func failure(_ path: String) -> FileSystemError {
    let code = errno
    let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return FileSystemError(path: path, reason: text.prefix(1).lowercased() + text.dropFirst())
  }
}

/// `read(2)`; the names of the protocol hide it within the type.
private func posixRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  #if canImport(Glibc)
    unsafe Glibc.read(descriptor, buffer, count)
  #elseif canImport(Musl)
    unsafe Musl.read(descriptor, buffer, count)
  #else
    unsafe Darwin.read(descriptor, buffer, count)
  #endif
}

/// `write(2)`.
private func posixWrite(_ descriptor: CInt, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
    unsafe Glibc.write(descriptor, buffer, count)
  #elseif canImport(Musl)
    unsafe Musl.write(descriptor, buffer, count)
  #else
    unsafe Darwin.write(descriptor, buffer, count)
  #endif
}

extension Console {
  /// The console of this process.
  package static var process: Console {
    Console(
      fileSystem: POSIXFileSystem(), read: { Self.readInput($0) },
      write: { Self.write($0, to: STDOUT_FILENO) },
      writeError: { Self.write($0, to: STDERR_FILENO) },
      variable: { name in unsafe getenv(name).map { unsafe String(cString: $0) } },
      isTerminal: isatty(STDOUT_FILENO) == 1, isErrorTerminal: isatty(STDERR_FILENO) == 1,
      workingDirectory: Self.workingDirectory,
      writeBytes: { Self.write($0, to: STDOUT_FILENO) }, processes: POSIXProcessRunner(),
      workers: POSIXWorkers())
  }

  private static var workingDirectory: String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_097) { buffer in
      guard let start = buffer.baseAddress, let path = unsafe getcwd(start, buffer.count - 1) else {
        return nil
      }
      return unsafe String(cString: path)
    }
  }

  private static func readInput(_ limit: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      var count = 0
      repeat {
        unsafe count = posixRead(STDIN_FILENO, buffer.baseAddress, limit)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
  }

  /// Writes all of a text; a reader that has gone away ends the process quietly, as in `| head`.
  private static func write(_ text: String, to descriptor: CInt) {
    var text = text
    text.withUTF8 { unsafe write($0, to: descriptor) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) {
    unsafe bytes.withUnsafeBufferPointer { unsafe write($0, to: descriptor) }
  }

  private static func write(_ buffer: UnsafeBufferPointer<UInt8>, to descriptor: CInt) {
    var written = 0
    while written < buffer.count {
      let count = unsafe posixWrite(
        descriptor, buffer.baseAddress.map { unsafe UnsafeRawPointer($0) + written },
        buffer.count - written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { exit(descriptor == STDOUT_FILENO ? ExitStatus.usage.rawValue : 1) }
      written += count
    }
  }
}
