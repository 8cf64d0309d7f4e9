/// Work on many files.
struct Workers {
  let pool: any WorkerPool

  /// What a function makes of each index, in order, whichever worker made it.
  ///
  /// Few are done here: a thread takes as long to start as dozens of policies to read.
  func map<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let workers =
      count < 2 * Self.minimumPerWorker
      ? 1 : min(pool.processors, count / Self.minimumPerWorker, 16)
    guard workers > 1 else {
      var values: [Value] = []
      values.reserveCapacity(count)
      for index in 0..<count { values.append(body(index)) }
      return values
    }
    // Several parts for each worker: files differ in length, and processors are busy otherwise.
    let length = max(1, count / (workers * 8))
    let slots = (0..<(count + length - 1) / length).map { _ in MapSlot<Value>() }
    pool.run(tasks: slots.count, workers: workers) { _, task in
      let start = task * length
      slots[task].values = (start..<min(start + length, count)).map(body)
    }
    return slots.flatMap(\.values)
  }

  /// The least that is worth a worker of its own.
  private static var minimumPerWorker: Int { 16 }
}

/// Where one task leaves its results.
///
/// Unchecked: only one worker writes it, and it is read when all workers have ended.
private final class MapSlot<Value: Sendable>: @unchecked Sendable {
  var values: [Value] = []
}
