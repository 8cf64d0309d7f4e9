/// Work on many files.
struct Workers {
  let pool: any WorkerPool

  /// What a function makes of each index, in order, whichever worker made it.
  ///
  /// Few are done here: a thread takes as long to start as dozens of policies to read.
  func map<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    map(count, atATime: .max) { $0.map(body) }
  }

  /// The same for a function that takes some indices at a time, at most a number of them, and makes a value of each.
  func map<Value: Sendable>(
    _ count: Int, atATime: Int, _ body: @escaping @Sendable (Range<Int>) -> [Value]
  ) -> [Value] {
    let workers =
      count < 2 * Self.minimumPerWorker
      ? 1 : min(pool.processors, count / Self.minimumPerWorker, Self.maximum)
    let parts = Self.parts(count, workers)
    let make: @Sendable (Range<Int>) -> [Value] = { part in
      guard part.count > atATime else { return body(part) }
      return stride(from: part.lowerBound, to: part.upperBound, by: atATime).flatMap {
        body($0..<min($0 + atATime, part.upperBound))
      }
    }
    guard workers > 1 else { return parts.first.map(make) ?? [] }
    let slots = parts.map { _ in MapSlot<Value>() }
    pool.run(tasks: slots.count, workers: workers) { _, task in
      slots[task].values = make(parts[task])
    }
    return slots.flatMap(\.values)
  }

  /// Several parts for each worker: files differ in length, and processors are busy otherwise. The last are small: who
  /// is done first waits for nobody long.
  private static func parts(_ count: Int, _ workers: Int) -> [Range<Int>] {
    guard workers > 1 else { return count > 0 ? [0..<count] : [] }
    // Two at least, as each worker has sixteen.
    let most = count / (workers * 8)
    var parts: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = min(start + min(most, max((count - start) / (workers * 2), 4)), count)
      parts.append(start..<end)
      start = end
    }
    return parts
  }

  static var maximum: Int { 16 }
  /// The least that is worth a worker of its own.
  static var minimumPerWorker: Int { 16 }
}

/// Where one task leaves its results.
///
/// Unchecked: only one worker writes it, and it is read when all workers have ended.
private final class MapSlot<Value: Sendable>: @unchecked Sendable {
  var values: [Value] = []
}
