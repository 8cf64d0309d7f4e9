import NIOConcurrencyHelpers
import NIOCore

/// The open connections, up to a limit.
///
/// Every user of the machine can connect, so only connections with a request that had the token are
/// protected. If there are too many, the oldest other one is closed, so the owner can always
/// connect.
final class ConnectionTable: Sendable {
  private struct State {
    var next = 0
    /// Connections without the token, oldest first.
    var others: [(number: Int, channel: any Channel)] = []
    /// Connections with the token.
    var owners: Set<Int> = []
  }

  private let state = NIOLockedValueBox(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a connection, and closes another if there are too many.
  ///
  /// - Returns: its number; nil if all others have the token.
  func enter(_ channel: any Channel) -> Int? {
    let (number, leaving) = state.withLockedValue { state -> (Int?, (any Channel)?) in
      guard state.owners.count < limit else { return (nil, nil) }
      let number = state.next
      state.next += 1
      state.others.append((number, channel))
      guard state.owners.count + state.others.count > limit else { return (number, nil) }
      return (number, state.others.removeFirst().channel)
    }
    leaving?.close(promise: nil)
    return number
  }

  /// Call this once a request on the connection had the token.
  func isOwner(_ number: Int) {
    state.withLockedValue { state in
      guard let index = state.others.firstIndex(where: { $0.number == number }) else { return }
      state.others.remove(at: index)
      state.owners.insert(number)
    }
  }

  func leave(_ number: Int) {
    state.withLockedValue { state in
      state.owners.remove(number)
      state.others.removeAll { $0.number == number }
    }
  }
}
