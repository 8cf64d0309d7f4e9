import NIOConcurrencyHelpers
import NIOCore

/// The time of the last request.
final class Activity: Sendable {
  private let last = NIOLockedValueBox(NIODeadline.now())

  func note() { last.withLockedValue { $0 = .now() } }

  /// The time since the last request.
  var silence: TimeAmount { NIODeadline.now() - last.withLockedValue { $0 } }
}
