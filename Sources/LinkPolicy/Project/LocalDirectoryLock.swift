#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyText

/// A lock on the directory itself: it needs no file, and the system releases it when the process
/// ends.
final class LocalDirectoryLock: DirectoryLock {
  private let descriptor: CInt
  private let directory: String
  private let isNew: Bool
  /// The timeout in seconds.
  private static let timeout = 60
  /// The pause between two attempts in nanoseconds.
  private static let pause = 20_000_000

  /// Waits for the lock; nil if the file system doesn't support locks, as some network file
  /// systems.
  ///
  /// - Parameters:
  ///   - isNew: whether to remove the directory again if it is empty at the end.
  ///   - make: creates the directory.
  init?(
    _ directory: String, isNew: Bool, make: () throws(FileSystemError) -> Void,
    waiting: () -> Void
  ) throws(FileSystemError) {
    var hasWaited = false
    let deadline = Self.now + Self.timeout
    while true {
      try make()
      let descriptor = SystemCall.openFile(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      // A directory that can't be read may still be writable.
      if descriptor < 0, errno == EACCES { return nil }
      if descriptor < 0, errno == ENOENT, Self.now < deadline { continue }
      guard descriptor >= 0 else { throw SystemCall.failure(directory) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        if Self.isUnchanged(directory, descriptor) {
          self.descriptor = descriptor
          self.directory = directory
          self.isNew = isNew
          return
        }
        // Another process removed the directory meanwhile, and may have created it again.
        close(descriptor)
        guard Self.now < deadline else { throw SystemCall.failure(directory) }
        continue
      }
      let code = errno
      close(descriptor)
      if code == EINTR { continue }
      guard code == EWOULDBLOCK else { return nil }
      guard Self.now < deadline else {
        throw FileSystemError(
          path: directory,
          reason: "another run has been writing there for \(Self.timeout) seconds")
      }
      if !hasWaited { waiting() }
      hasWaited = true
      var pause = timespec(tv_sec: 0, tv_nsec: Self.pause)
      unsafe nanosleep(&pause, nil)
    }
  }

  deinit {
    // Fails if the directory isn't empty.
    if isNew { unsafe rmdir(directory) }
    close(descriptor)
  }

  private static func isUnchanged(_ directory: String, _ descriptor: CInt) -> Bool {
    var open = stat()
    var there = stat()
    return unsafe fstat(descriptor, &open) == 0
      && stat(directory, &there) == 0 && open.st_ino == there.st_ino
      && open.st_dev == there.st_dev
  }

  private static var now: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec)
  }
}
