#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import LinkPolicy
import PolicyText

/// A progress line on a terminal, updated a few times per second.
final class ProgressLine: @unchecked Sendable {
  private let lock = Lock()
  private let total: Int?
  private let write: @Sendable (String) -> Void
  private var done = 0
  private var last: Double
  private let start: Double
  private var isShown = false
  /// Seconds between updates.
  private static let interval = 0.2

  /// - Parameter total: bytes of all logs, if known.
  init(total: Int?, write: @escaping @Sendable (String) -> Void) {
    self.total = total
    self.write = write
    start = Self.now
    last = start
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Adds bytes that were read.
  func add(_ bytes: Int) {
    lock.withLock {
      done += bytes
      let now = Self.now
      guard now - last >= Self.interval else { return }
      last = now
      isShown = true
      let speed = Int(Double(done) / (now - start) / 1e6)
      let share = total.map { $0 > 0 ? " of \($0 >> 20) MiB, \(min(100, done * 100 / $0)) %" : "" }
      write("\r\u{1B}[K\(done >> 20) MiB\(share ?? ""), \(speed) MB/s")
    }
  }

  /// Clears the line.
  func end() { lock.withLock { if isShown { write("\r\u{1B}[K") } } }
}
