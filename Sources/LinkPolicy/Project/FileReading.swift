#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyText

/// Opens and reads files. Checks apply to the open descriptor, so the file can't be replaced in
/// between.
enum FileReading {
  /// The number of bytes of one read from a pipe or device.
  private static let chunk = 1 << 16

  /// Returns the first bytes of a file.
  ///
  /// - Parameters:
  ///   - directory: the descriptor that the name is relative to.
  ///   - isFound: whether a search found the file, so it must be a regular file and not a link.
  static func read(
    _ name: String, in directory: CInt, upTo limit: Int, isFound: Bool, named path: String
  ) throws(FileSystemError) -> [UInt8] {
    let (descriptor, size) = try open(name, in: directory, isFound: isFound, named: path)
    defer { close(descriptor) }
    return try read(descriptor, size, upTo: limit, path)
  }

  /// Opens a file; the size is 0 for anything but regular files.
  ///
  /// Only regular files are opened, because others can block the run. The exception is a stream
  /// that the caller of the program opened and names by its descriptor (`/dev/stdin`, `/dev/fd/63`
  /// of `<(…)`), if the user may name files.
  static func open(
    _ name: String, in directory: CInt, isFound: Bool, named path: String
  ) throws(FileSystemError) -> (descriptor: CInt, size: Int) {
    // Opening a pipe without a writer would block forever.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isFound ? O_NOFOLLOW : 0)
    let descriptor = unsafe openat(directory, name, flags)
    guard descriptor >= 0 else {
      throw isFound && errno == ELOOP ? .link(path) : SystemCall.failure(path)
    }
    var status = stat()
    var problem: FileSystemError?
    if unsafe fstat(descriptor, &status) != 0 {
      problem = SystemCall.failure(path)
    } else if status.st_mode & S_IFMT == S_IFDIR {
      problem = FileSystemError(path: path, reason: "is a directory")
    } else if status.st_mode & S_IFMT != S_IFREG {
      if isFound {
        problem = FileSystemError(path: path, reason: FileSystemError.notRegular)
      } else if isOpenStream(path) {
        SystemCall.makeBlocking(descriptor)
      } else {
        problem = FileSystemError(
          path: path, reason: "\(FileSystemError.notRegular); pass a pipe as `/dev/stdin`")
      }
    }
    if let problem {
      close(descriptor)
      throw problem
    }
    return (descriptor, status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0)
  }

  /// Returns true for the name of a descriptor that this process inherited.
  private static func isOpenStream(_ path: String) -> Bool {
    let path = ExactString(path)
    if path == "/dev/stdin" { return true }
    return ["/dev/fd/", "/proc/self/fd/"].contains { prefix in
      let digits = path.utf8.dropFirst(prefix.utf8.count)
      return path.hasPrefix(prefix) && !digits.isEmpty
        && digits.allSatisfy(\.isDigit)
    }
  }

  /// - Parameter size: the reported size. It is 0 for pipes, devices and some file systems, so the
  ///   file is read to its end in any case.
  private static func read(
    _ descriptor: CInt, _ size: Int, upTo limit: Int, _ path: String
  ) throws(FileSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than the file has, so a short read means its end.
    var capacity = min(max(size + 1, 4_096), limit)
    while capacity > 0 {
      let (next, count) = SystemCall.readOnce(descriptor, capacity)
      guard count >= 0 else { throw SystemCall.failure(path) }
      if count == 0 { return bytes }
      if bytes.isEmpty { bytes = next } else { bytes += next }
      if size > 0, count < capacity { return bytes }
      capacity = min(chunk, limit - bytes.count)
    }
    return bytes
  }
}

/// System calls, for types whose methods have the same names.
package enum SystemCall {
  /// Opens an existing file.
  static func openFile(_ path: String, _ flags: CInt) -> CInt { unsafe open(path, flags) }

  /// Clears `O_NONBLOCK`.
  static func makeBlocking(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }

  /// Reads once, and retries after a signal.
  static func readOnce(_ descriptor: CInt, _ capacity: Int) -> ([UInt8], Int) {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      repeat {
        unsafe count = read(descriptor, buffer.baseAddress, capacity)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    return (bytes, count)
  }

  /// The first bytes of an open file; fewer if it ends or can't be read.
  static func content(_ descriptor: CInt, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let (next, read) = readOnce(descriptor, count - bytes.count)
      guard read > 0 else { break }
      bytes += next
    }
    return bytes
  }

  /// Writes all bytes; false if a write fails.
  static func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes[written...].withUnsafeBytes { buffer in
        unsafe write(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// The error of the last system call.
  package static func failure(_ path: String) -> FileSystemError {
    FileSystemError(path: path, reason: words(errno))
  }

  /// The description of an error number, in lower case.
  package static func words(_ code: CInt) -> String {
    let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
