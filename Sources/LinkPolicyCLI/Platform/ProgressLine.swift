import LinkPolicy
import PolicyText

/// A progress line on a terminal, updated a few times per second.
final class ProgressLine: @unchecked Sendable {
  private let lock = Lock()
  private let total: Int?
  private let write: @Sendable (String) -> Void
  private var done = 0
  private let clock: @Sendable () -> Int
  private var last: Int
  private let start: Int
  private var isShown = false
  /// Milliseconds between updates.
  private static let interval = 200

  /// - Parameters:
  ///   - total: bytes of all logs, if known.
  ///   - clock: a monotonic clock in milliseconds.
  init(
    total: Int?, clock: @escaping @Sendable () -> Int, write: @escaping @Sendable (String) -> Void
  ) {
    self.total = total
    self.write = write
    self.clock = clock
    start = clock()
    last = start
  }

  /// Adds bytes that were read.
  func add(_ bytes: Int) {
    lock.withLock {
      done += bytes
      let now = clock()
      guard now - last >= Self.interval else { return }
      last = now
      isShown = true
      let speed = done / (now - start) / 1_000
      let share = total.map { $0 > 0 ? " of \($0 >> 20) MiB, \(min(100, done * 100 / $0)) %" : "" }
      write("\r\u{1B}[K\(done >> 20) MiB\(share ?? ""), \(speed) MB/s")
    }
  }

  /// Clears the line.
  func end() { lock.withLock { if isShown { write("\r\u{1B}[K") } } }
}
