#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyDiagnostics
import PolicyText

/// The files of the machine, through POSIX calls: Foundation would cost more start-up time than the
/// work itself.
public struct LocalFileSystem: FileSystem {
  /// The files of the machine.
  public init() {}

  /// The absolute path of the working directory; nil where the system does not tell.
  public static var workingDirectory: String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_097) { buffer in
      guard let start = buffer.baseAddress, let path = unsafe getcwd(start, buffer.count - 1) else {
        return nil
      }
      return unsafe String(cString: path)
    }
  }

  /// What a path leads to.
  public func kind(of path: String) -> FileKind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
  }

  /// True when the last component is a symbolic link.
  public func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The content of a file.
  public func read(_ path: String) throws(FileSystemError) -> [UInt8] {
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
      // There was room for more than the file holds: it ends here.
      if status.st_mode & S_IFMT == S_IFREG, status.st_size > 0, count < capacity { return bytes }
      capacity = 1 << 16
    }
  }

  /// Reads once, again after an interrupting signal.
  private static func read(_ descriptor: CInt, _ capacity: Int) -> ([UInt8], Int) {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      repeat {
        unsafe count = SystemCall.read(descriptor, buffer.baseAddress, capacity)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    return (bytes, count)
  }

  /// The names in a directory, in byte order.
  public func list(_ directory: String) throws(FileSystemError) -> [String] {
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

  /// Writes a file whole or not at all; pipes and devices are written through.
  public func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try makeDirectories(above: path)
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
    else {
      return try writeThrough(bytes, to: path)
    }
    // The process number keeps two runs apart; the rename makes the file appear whole.
    let temporary = TemporaryName.of(getpid(), beside: path)
    var descriptor = Self.create(temporary)
    if descriptor < 0, errno == EEXIST {
      // A killed process had our number.
      unsafe unlink(temporary)
      descriptor = Self.create(temporary)
    }
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

  private static func create(_ path: String) -> CInt {
    unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
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
        unsafe SystemCall.write(descriptor, buffer.baseAddress, buffer.count)
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

  /// Removes a file, and the directories that are empty then.
  public func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
    removeEmptyDirectories(above: path, upTo: root)
  }

  private func removeEmptyDirectories(above path: String, upTo root: String) {
    var directory = path
    while let slash = directory.lastIndex(of: "/") {
      directory = String(directory[..<slash])
      // rmdir refuses a directory that holds something: that ends the climb.
      guard directory.utf8.count > root.utf8.count,
        unsafe rmdir(directory) == 0 || errno == ENOENT
      else { return }
    }
  }

  /// Removes temporary files of processes that have ended.
  public func removeLeftovers(beside paths: [String], upTo root: String) {
    var seen: Set<ExactString> = []
    for path in paths {
      let directory = TemporaryName.directory(of: path)
      guard seen.insert(ExactString(directory)).inserted else { continue }
      let names = (try? list(directory.isEmpty ? "." : directory)) ?? []
      for name in names where TemporaryName.isLeftover(name) {
        unsafe unlink(directory + name)
      }
      if names.isEmpty || names.contains(where: TemporaryName.isLeftover) {
        removeEmptyDirectories(above: path, upTo: root)
      }
    }
  }

  private func failure(_ path: String) -> FileSystemError {
    let code = errno
    let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return FileSystemError(path: path, reason: text.prefix(1).lowercased() + text.dropFirst())
  }
}

/// `read(2)` and `write(2)`; the names of the protocol hide them within the type.
private enum SystemCall {
  static func read(
    _ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, buffer, count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, buffer, count)
    #else
      unsafe Darwin.read(descriptor, buffer, count)
    #endif
  }

  static func write(_ descriptor: CInt, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, buffer, count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, buffer, count)
    #else
      unsafe Darwin.write(descriptor, buffer, count)
    #endif
  }
}
