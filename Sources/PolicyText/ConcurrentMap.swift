import Dispatch

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
/// - Parameter workers: how many calls run at a time, also while they only wait; by default as many as there are
///   processors.
/// - Returns: the results in the order of the numbers.
package func concurrentMap<Value: Sendable>(
  _ count: Int, workers: Int? = nil, _ body: @escaping @Sendable (Int) -> Value
) -> [Value] {
  guard count > 1, workers != 1 else {
    var results: [Value] = []
    for number in 0..<count { results.append(body(number)) }
    return results
  }
  return unsafe [Value](unsafeUninitializedCapacity: count) { results, initializedCount in
    // Each element is initialized by one call.
    nonisolated(unsafe) let results = unsafe results
    let call: @Sendable (Int) -> Void = { unsafe results.initializeElement(at: $0, to: body($0)) }
    if let workers {
      run(count, workers, call)
    } else {
      DispatchQueue.concurrentPerform(iterations: count, execute: call)
    }
    initializedCount = count
  }
}

/// Calls a function for each number below a count from a number of threads, of which the caller's is one.
private func run(_ count: Int, _ workers: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let queue = NumberQueue(count)
  let work: @Sendable () -> Void = { while let number = queue.next() { body(number) } }
  let group = DispatchGroup()
  for _ in 1..<min(workers, count) {
    // Serial queues have a thread each; a concurrent queue has as many threads as there are processors.
    DispatchQueue(label: "worker").async(group: group, execute: work)
  }
  work()
  group.wait()
}

/// Hands out the numbers below a count, each once.
private final class NumberQueue: @unchecked Sendable {
  private let lock = Lock()
  private var rest: Range<Int>

  init(_ count: Int) { rest = 0..<count }

  func next() -> Int? { lock.withLock { rest.popFirst() } }
}
