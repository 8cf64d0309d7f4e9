import PolicyText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyText

/// A file that is being written, before it gets its final name.
///
/// Its name is random, because processes in two containers that share a volume can have the same
/// ID. The writer locks it, so other runs can tell it from files that killed processes left.
struct TemporaryFile: ~Copyable {
  private static let prefix = ".linkpolicy-"
  private static let suffix = ".tmp"
  /// The maximum number of attempts to find an unused name.
  private static let attempts = 16

  let path: String
  let descriptor: CInt
  /// The owner and mode.
  private(set) var status = stat()

  /// Creates a temporary file next to another file.
  init(beside target: String) throws(FileSystemError) {
    for _ in 0..<Self.attempts {
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      let path = "\(Self.directory(of: target))\(Self.prefix)\(digits)\(Self.suffix)"
      let descriptor = unsafe open(
        path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw SystemCall.failure(target) }
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      var status = stat()
      // Another run may have removed it as a leftover before it was locked.
      if unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.path = path
        self.descriptor = descriptor
        self.status = status
        return
      }
      close(descriptor)
    }
    throw FileSystemError(path: target, reason: "can't create a temporary file next to it")
  }

  /// Writes contents piece by piece, then replaces another file.
  consuming func replace(
    _ target: String, with next: () throws(FileSystemError) -> [UInt8]?
  ) throws(FileSystemError) {
    do throws(FileSystemError) {
      while let piece = try next() {
        guard SystemCall.writeAll(piece, to: descriptor) else { throw SystemCall.failure(target) }
      }
      guard unsafe rename(path, target) == 0 else { throw SystemCall.failure(target) }
    } catch {
      unsafe unlink(path)
      close(descriptor)
      throw error
    }
    // The file is already complete. An error on closing, such as a full file system, is about this
    // file.
    guard close(descriptor) == 0 else { throw SystemCall.failure(target) }
  }

  /// Removes the file.
  consuming func discard() {
    unsafe unlink(path)
    close(descriptor)
  }

  // MARK: cleanup

  /// The directory of a file with a trailing slash; empty for the working directory.
  static func directory(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// Returns true for names of temporary files: hexadecimal digits between prefix and suffix.
  static func isName(_ name: String) -> Bool {
    let text = ExactString(name)
    guard text.hasPrefix(prefix), text.hasSuffix(suffix) else { return false }
    let digits = text.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return (1...16).contains(digits.count)
      && digits.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
  }

  /// Removes a file whose process has ended; returns true if there was one.
  static func removeLeftover(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_nlink == 1,
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return false }
    return unsafe unlink(path) == 0
  }
}

/// Directories that this run has already cleaned.
final class SweptDirectories: @unchecked Sendable {
  private let lock = Lock()
  // Guarded by the lock.
  private var directories: Set<ExactString> = []

  /// Returns true the first time.
  func insert(_ directory: String) -> Bool {
    lock.withLock { directories.insert(ExactString(directory)).inserted }
  }
}
