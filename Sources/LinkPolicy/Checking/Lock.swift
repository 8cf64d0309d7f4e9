#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A mutex of the system, and those who wait under it: that of the standard library needs macOS 15.
@safe package final class Lock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let waiting: UnsafeMutablePointer<pthread_cond_t>

  /// An open one.
  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe waiting = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(waiting, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(waiting)
    unsafe mutex.deallocate()
    unsafe waiting.deallocate()
  }

  /// Runs a function while nobody else runs one.
  package func withLock<Value>(_ body: () -> Value) -> Value {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Within `withLock`: lets others run theirs until one of them calls `wake`, or for no reason at all.
  func wait() { unsafe pthread_cond_wait(waiting, mutex) }

  /// Wakes all who wait.
  func wake() { unsafe pthread_cond_broadcast(waiting) }
}
