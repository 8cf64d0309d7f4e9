#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyText

/// A file that holds what is being written, until it gets the name that it is for.
///
/// Its name is random: process numbers are the same in two containers that share a volume. Its writer
/// holds a lock on it, so that what a killed process left can be told from what another is writing.
struct TemporaryFile: ~Copyable {
  private static let prefix = ".linkpolicy-"
  private static let suffix = ".tmp"
  /// Attempts at a name that nobody has.
  private static let attempts = 16

  let path: String
  let descriptor: CInt
  /// Who owns it, and its mode.
  private(set) var status = stat()

  /// Makes a file beside another.
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
      // Another run may have taken it for a leftover before it was locked.
      if unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.path = path
        self.descriptor = descriptor
        self.status = status
        return
      }
      close(descriptor)
    }
    throw FileSystemError(path: target, reason: "no temporary file can be made beside it")
  }

  /// Writes the content, of which it asks for one piece after the other, and takes the place of another file.
  consuming func become(
    _ target: String, with next: () throws(FileSystemError) -> [UInt8]?
  ) throws(FileSystemError) {
    do throws(FileSystemError) {
      while let piece = try next() {
        guard SystemCall.write(piece, to: descriptor) else { throw SystemCall.failure(target) }
      }
      guard unsafe rename(path, target) == 0 else { throw SystemCall.failure(target) }
    } catch {
      unsafe unlink(path)
      close(descriptor)
      throw error
    }
    // The content is there; a file system that only now says that it is full says so of this file.
    guard close(descriptor) == 0 else { throw SystemCall.failure(target) }
  }

  /// Leaves nothing.
  consuming func discard() {
    unsafe unlink(path)
    close(descriptor)
  }

  // MARK: leftovers

  /// The directory of a file with its slash; empty for the working directory.
  static func directory(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// True for the names of such files: hexadecimal digits between prefix and suffix.
  static func isName(_ name: String) -> Bool {
    let text = ExactString(name)
    guard text.hasPrefix(prefix), text.hasSuffix(suffix) else { return false }
    let digits = text.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return (1...16).contains(digits.count)
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Removes a file that nobody writes any more; true where one was.
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
