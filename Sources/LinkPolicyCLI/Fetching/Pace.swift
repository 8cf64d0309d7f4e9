import LinkPolicy

/// Knows whether a request to a host that is asked slowly is the first of its run.
final class Pace: @unchecked Sendable {
  private let lock = Lock()
  private var hasStarted = false

  /// False the first time.
  func isFollowing() -> Bool {
    lock.withLock {
      defer { hasStarted = true }
      return hasStarted
    }
  }
}
