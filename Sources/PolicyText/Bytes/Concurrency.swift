#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The number of online processors.
package var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Calls a function for each number in `0..<count`, several calls in parallel.
///
/// - Parameter workers: the number of parallel calls; by default the number of processors. If the system can't start
///   enough threads, fewer calls run in parallel.
/// - Returns: the results in the order of the numbers.
package func concurrentMap<Value: Sendable>(
  _ count: Int, workers: Int? = nil, _ body: @escaping @Sendable (Int) -> Value
) -> [Value] {
  guard count > 1, case let workers = min(count, workers ?? processorCount), workers > 1 else {
    var results: [Value] = []
    for number in 0..<count { results.append(body(number)) }
    return results
  }
  return unsafe [Value](unsafeUninitializedCapacity: count) { results, initializedCount in
    // Each element is initialized by one call.
    nonisolated(unsafe) let results = unsafe results
    let queue = NumberQueue(count)
    let work: @Sendable () -> Void = {
      while let number = queue.next() {
        unsafe results.initializeElement(at: number, to: body(number))
      }
    }
    let threads = (1..<workers).compactMap { _ in WorkThread(work) }
    work()
    for thread in threads { thread.join() }
    initializedCount = count
  }
}

/// Returns each number in `0..<count` once.
private final class NumberQueue: @unchecked Sendable {
  private let lock = Lock()
  private var rest: Range<Int>

  init(_ count: Int) { rest = 0..<count }

  func next() -> Int? { lock.withLock { rest.popFirst() } }
}

/// A thread of the system. Unlike a Dispatch queue, it reports if no thread can be started.
struct WorkThread {
  /// Waits for the end of the thread.
  let join: () -> Void

  /// Starts a thread; nil if the system has none left.
  init?(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    // A thread is a pointer on macOS and a number on Linux.
    #if canImport(Darwin)
      var started: pthread_t?
      let code = unsafe pthread_create(
        &started, nil,
        { argument in
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
      guard code == 0, let thread = unsafe started else {
        unsafe work.release()
        return nil
      }
      join = { unsafe pthread_join(thread, nil) }
    #else
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread, nil,
        { argument in
          if let argument = unsafe argument {
            unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          }
          return nil
        }, work.toOpaque())
      guard code == 0 else {
        unsafe work.release()
        return nil
      }
      join = { [thread] in pthread_join(thread, nil) }
    #endif
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// A system mutex, because that of the standard library needs macOS 15.
@safe package final class Lock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Creates an unlocked mutex.
  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  package func withLock<Value>(_ body: () -> Value) -> Value {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }
}

/// The system clock.
package enum SystemClock {
  /// The current time in Unix seconds.
  @Sendable package static func now() -> Int { time(nil) }
}
