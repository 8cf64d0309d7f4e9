#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyText

/// Opening and reading files; what was opened is what is judged, so nothing can change in between.
enum FileReading {
  /// Bytes of one read of a pipe or a device.
  private static let chunk = 1 << 16

  /// The first bytes of a file.
  ///
  /// - Parameters:
  ///   - directory: a descriptor that the name is relative to.
  ///   - isFound: the file was found by a search, so it must be a regular file and not a link.
  static func read(
    _ name: String, in directory: CInt, upTo limit: Int, isFound: Bool, named path: String
  ) throws(FileSystemError) -> [UInt8] {
    let (descriptor, size) = try open(name, in: directory, isFound: isFound, named: path)
    defer { close(descriptor) }
    return try read(descriptor, size, upTo: limit, path)
  }

  /// Opens a file; the size is what the system says of a regular one, and 0 for others.
  ///
  /// Only regular files are opened, and none makes the run wait. The exception is a stream that the caller of the
  /// program opened and names by its descriptor (`/dev/stdin`, `/dev/fd/63` of `<(…)`), where files may be named.
  static func open(
    _ name: String, in directory: CInt, isFound: Bool, named path: String
  ) throws(FileSystemError) -> (descriptor: CInt, size: Int) {
    // Without waiting: a pipe that nobody writes to would stop the run for ever.
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

  /// True for the name of a descriptor that this process was started with.
  private static func isOpenStream(_ path: String) -> Bool {
    let path = ExactString(path)
    if path == "/dev/stdin" { return true }
    return ["/dev/fd/", "/proc/self/fd/"].contains { prefix in
      let digits = path.utf8.dropFirst(prefix.utf8.count)
      return path.hasPrefix(prefix) && !digits.isEmpty
        && digits.allSatisfy(\.isDigit)
    }
  }

  /// - Parameter size: what the system says; pipes, devices and some file systems say 0, so it is read
  ///   until the end in any case.
  private static func read(
    _ descriptor: CInt, _ size: Int, upTo limit: Int, _ path: String
  ) throws(FileSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // There is room for more than the file holds: less than that is its end.
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

/// Calls of the system, for types whose methods hide them.
package enum SystemCall {
  /// Opens a file that is there.
  static func openFile(_ path: String, _ flags: CInt) -> CInt { unsafe open(path, flags) }

  /// Lets reads and writes wait, for a descriptor that was opened without waiting.
  static func makeBlocking(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }

  /// Reads once, again after an interrupting signal.
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

  /// The first bytes of an open file; fewer where it ends or cannot be read.
  static func content(_ descriptor: CInt, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let (next, read) = readOnce(descriptor, count - bytes.count)
      guard read > 0 else { break }
      bytes += next
    }
    return bytes
  }

  /// Writes all bytes; false when the system refused a part.
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

  /// What the system says about the last call.
  package static func failure(_ path: String) -> FileSystemError {
    FileSystemError(path: path, reason: words(errno))
  }

  /// The words for an error number, lower case.
  package static func words(_ code: CInt) -> String {
    let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
