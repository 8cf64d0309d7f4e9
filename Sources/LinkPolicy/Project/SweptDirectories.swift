import PolicyText

/// Directories that were looked at once in this run.
final class SweptDirectories: @unchecked Sendable {
  private let lock = Lock()
  // Guarded by the lock.
  private var directories: Set<ExactString> = []

  /// True the first time.
  func insert(_ directory: String) -> Bool {
    lock.withLock { directories.insert(ExactString(directory)).inserted }
  }
}
