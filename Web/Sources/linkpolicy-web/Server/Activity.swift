import NIOConcurrencyHelpers
import NIOCore

/// When somebody asked something last.
final class Activity: Sendable {
  private let last = NIOLockedValueBox(NIODeadline.now())

  func note() { last.withLockedValue { $0 = .now() } }

  /// Since then.
  var silence: TimeAmount { NIODeadline.now() - last.withLockedValue { $0 } }
}
