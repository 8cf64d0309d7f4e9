import NIOConcurrencyHelpers

/// The listeners for events.
final class EventHub: Sendable {
  /// The maximum number of listeners.
  static let maximum = 16

  private struct State {
    var next = 0
    var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    var isOver = false
  }

  private let state = NIOLockedValueBox(State())

  var count: Int { state.withLockedValue { $0.listeners.count } }

  /// A stream of future events; nil if there are too many listeners.
  func listen() -> AsyncStream<String>? {
    state.withLockedValue { state in
      guard !state.isOver, state.listeners.count < Self.maximum else { return nil }
      let number = state.next
      state.next += 1
      let (stream, continuation) = AsyncStream.makeStream(
        of: String.self, bufferingPolicy: .bufferingNewest(16))
      state.listeners[number] = continuation
      continuation.onTermination = { [weak self] _ in
        self?.state.withLockedValue { _ = $0.listeners.removeValue(forKey: number) }
      }
      return stream
    }
  }

  func send(_ event: String) {
    for listener in state.withLockedValue({ Array($0.listeners.values) }) { listener.yield(event) }
  }

  /// Sends `bye` and ends all streams.
  func end() {
    let listeners = state.withLockedValue { state in
      state.isOver = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners {
      listener.yield("bye")
      listener.finish()
    }
  }
}
