import Dispatch

/// Calls a function for each number below a count, several at a time.
///
/// - Returns: the results in the order of the numbers.
package func concurrentMap<Value: Sendable>(
  _ count: Int, _ body: @Sendable (Int) -> Value
) -> [Value] {
  guard count > 1 else { return count == 1 ? [body(0)] : [] }
  return unsafe [Value](unsafeUninitializedCapacity: count) { results, initializedCount in
    // Each element is initialized by one call.
    nonisolated(unsafe) let results = unsafe results
    DispatchQueue.concurrentPerform(iterations: count) { number in
      unsafe results.initializeElement(at: number, to: body(number))
    }
    initializedCount = count
  }
}
