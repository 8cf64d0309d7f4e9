#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyText

/// A lock on a directory itself: nothing is written for it, nothing is left, and the system takes it from
/// a process that ends.
final class LocalDirectoryLock: DirectoryLock {
  private let descriptor: CInt
  private let directory: String
  private let isNew: Bool
  /// Seconds until a run gives up.
  private static let patience = 60
  /// Nanoseconds between two attempts.
  private static let pause = 20_000_000

  /// Waits for the lock; nil where the file system knows none (some network file systems).
  ///
  /// - Parameters:
  ///   - isNew: the directory is removed again where nothing was written to it.
  ///   - make: makes the directory.
  init?(
    _ directory: String, isNew: Bool, make: () throws(FileSystemError) -> Void,
    waiting: () -> Void
  ) throws(FileSystemError) {
    var hasWaited = false
    let deadline = Self.now + Self.patience
    while true {
      try make()
      let descriptor = SystemCall.openFile(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      // A directory that cannot be read may still be written to.
      if descriptor < 0, errno == EACCES { return nil }
      if descriptor < 0, errno == ENOENT, Self.now < deadline { continue }
      guard descriptor >= 0 else { throw SystemCall.failure(directory) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        if Self.isStill(directory, descriptor) {
          self.descriptor = descriptor
          self.directory = directory
          self.isNew = isNew
          return
        }
        // Somebody removed the directory meanwhile, and it may be there again.
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
          reason: "another run has been writing there for \(Self.patience) seconds")
      }
      if !hasWaited { waiting() }
      hasWaited = true
      var pause = timespec(tv_sec: 0, tv_nsec: Self.pause)
      unsafe nanosleep(&pause, nil)
    }
  }

  deinit {
    // Refused where it holds something.
    if isNew { unsafe rmdir(directory) }
    close(descriptor)
  }

  private static func isStill(_ directory: String, _ descriptor: CInt) -> Bool {
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
