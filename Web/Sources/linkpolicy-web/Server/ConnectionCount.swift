import NIOConcurrencyHelpers

/// How many connections there are.
final class ConnectionCount: Sendable {
  private let count = NIOLockedValueBox(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// False where there are too many already; it is counted all the same.
  func enter() -> Bool {
    count.withLockedValue {
      $0 += 1
      return $0 <= limit
    }
  }

  func leave() { count.withLockedValue { $0 -= 1 } }
}
