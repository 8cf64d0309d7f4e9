#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How many processors the system has in use.
package var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Calls a function for each number below a count, several at a time.
///
/// - Parameter workers: how many calls run at a time, even if they only wait; by default as many as there are
///   processors. If the system can't start so many threads, fewer calls run at a time.
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

/// Hands out the numbers below a count, each once.
private final class NumberQueue: @unchecked Sendable {
  private let lock = Lock()
  private var rest: Range<Int>

  init(_ count: Int) { rest = 0..<count }

  func next() -> Int? { lock.withLock { rest.popFirst() } }
}
