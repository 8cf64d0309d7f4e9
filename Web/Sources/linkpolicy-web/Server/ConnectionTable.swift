import NIOConcurrencyHelpers
import NIOCore

/// The connections that are open, no more than a limit.
///
/// Everybody on the machine can connect, so a connection is only safe in its place once a request on it had the token:
/// when there are too many, the oldest one without is closed. Nobody can keep the owner out that way.
final class ConnectionTable: Sendable {
  private struct State {
    var next = 0
    /// Those on which no request had the token, oldest first.
    var strangers: [(number: Int, channel: any Channel)] = []
    /// The numbers of the others.
    var owners: Set<Int> = []
  }

  private let state = NIOLockedValueBox(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Takes a connection, and closes another if there are too many.
  ///
  /// - Returns: its number; nil if the owner has all places.
  func enter(_ channel: any Channel) -> Int? {
    let (number, leaving) = state.withLockedValue { state -> (Int?, (any Channel)?) in
      guard state.owners.count < limit else { return (nil, nil) }
      let number = state.next
      state.next += 1
      state.strangers.append((number, channel))
      guard state.owners.count + state.strangers.count > limit else { return (number, nil) }
      return (number, state.strangers.removeFirst().channel)
    }
    leaving?.close(promise: nil)
    return number
  }

  /// A request on the connection had the token.
  func isOwner(_ number: Int) {
    state.withLockedValue { state in
      guard let index = state.strangers.firstIndex(where: { $0.number == number }) else { return }
      state.strangers.remove(at: index)
      state.owners.insert(number)
    }
  }

  func leave(_ number: Int) {
    state.withLockedValue { state in
      state.owners.remove(number)
      state.strangers.removeAll { $0.number == number }
    }
  }
}
