import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import WebApp

/// Threads for commands, which block. At most four run at the same time, and at most as many as
/// connections wait.
final class WorkPool: Sendable {
  /// The maximum number of running commands.
  static let workers = 4
  /// The maximum number of running and waiting commands.
  static let maximum = 32
  private struct State {
    var pending = 0
    /// Running work whose client is gone, by name.
    var abandoned: [String: Int] = [:]
  }

  private let pool = NIOThreadPool(numberOfThreads: WorkPool.workers)
  private let state = NIOLockedValueBox(State())
  /// The maximum time from a request to its response.
  private let timeout: TimeAmount

  init(timeout: TimeAmount) { self.timeout = timeout }

  func start() { pool.start() }

  /// Starts work that reports its own result; returns false if the queue is full.
  func begin(_ work: @escaping @Sendable () -> Void) -> Bool {
    let isFree = state.withLockedValue { state in
      guard state.pending < Self.maximum else { return false }
      state.pending += 1
      return true
    }
    guard isFree else { return false }
    let state = state
    pool.submit { _ in
      work()
      state.withLockedValue { $0.pending -= 1 }
    }
    return true
  }

  /// Runs work. Returns status 503 if the queue is full or if the work takes too long.
  ///
  /// A command can't be cancelled. While one runs whose client is gone, others with its name fail
  /// at once, so one page can't use all threads.
  ///
  /// - Parameter name: the name of the work, and the response if it takes too long; nil for no time
  ///   limit.
  func answer(
    _ name: (name: String, late: WebAnswer)?, _ work: @escaping @Sendable () -> WebAnswer
  ) async -> WebAnswer {
    let refusal = state.withLockedValue { state -> WebAnswer? in
      if let name, state.abandoned[name.name] != nil { return name.late }
      guard state.pending < Self.maximum else { return .busy }
      state.pending += 1
      return nil
    }
    if let refusal { return refusal }
    return await withCheckedContinuation { continuation in
      let once = OneAnswer(continuation)
      let state = state
      let timer = name.map { name in
        MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: timeout) {
          // Both changes need the lock: work that ends now must see that it was abandoned.
          state.withLockedValue { state in
            if once.give(name.late) { state.abandoned[name.name, default: 0] += 1 }
          }
        }
      }
      pool.submit { _ in
        // Don't start work whose client is gone.
        let isAbandoned = once.isGiven || !once.give(work())
        timer?.cancel()
        state.withLockedValue { state in
          state.pending -= 1
          guard isAbandoned, let name = name?.name, let count = state.abandoned[name] else {
            return
          }
          state.abandoned[name] = count > 1 ? count - 1 : nil
        }
      }
    }
  }
}

/// A continuation that is resumed only once.
private final class OneAnswer: Sendable {
  private let continuation: NIOLockedValueBox<CheckedContinuation<WebAnswer, Never>?>

  init(_ continuation: CheckedContinuation<WebAnswer, Never>) {
    self.continuation = NIOLockedValueBox(continuation)
  }

  var isGiven: Bool { continuation.withLockedValue { $0 == nil } }

  /// Returns false if a response has already been given.
  func give(_ answer: WebAnswer) -> Bool {
    let waiting = continuation.withLockedValue { value in
      defer { value = nil }
      return value
    }
    waiting?.resume(returning: answer)
    return waiting != nil
  }
}
