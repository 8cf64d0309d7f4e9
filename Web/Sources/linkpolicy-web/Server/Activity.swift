import NIOConcurrencyHelpers
import NIOCore

/// When somebody asked something last.
final class Activity: Sendable {
  private let last = NIOLockedValueBox(NIODeadline.now())

  func note() { last.withLockedValue { $0 = .now() } }

  var seconds: Int {
    Int((NIODeadline.now() - last.withLockedValue { $0 }).nanoseconds / 1_000_000_000)
  }
}
