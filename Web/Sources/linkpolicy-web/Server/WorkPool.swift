import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import WebApp

/// Threads for commands, which block: four at a time, and no more in line than connections.
final class WorkPool: Sendable {
  /// At a time.
  static let workers = 4
  /// Those that work and those that wait.
  static let maximum = 32
  /// From the request to its answer.
  static let patience = TimeAmount.seconds(10)

  private let pool = NIOThreadPool(numberOfThreads: WorkPool.workers)
  private let pending = NIOLockedValueBox(0)

  func start() { pool.start() }

  /// Runs work; 503 where too much is waiting, or where it takes too long.
  ///
  /// - Parameter isLong: it may take as long as it wants.
  func answer(isLong: Bool = false, _ work: @escaping @Sendable () -> WebAnswer) async -> WebAnswer
  {
    let isAdmitted = pending.withLockedValue { count in
      guard count < Self.maximum else { return false }
      count += 1
      return true
    }
    guard isAdmitted else { return .busy }
    return await withCheckedContinuation { continuation in
      let once = OneAnswer(continuation)
      if !isLong {
        MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: Self.patience) {
          once.give(.late)
        }
      }
      pool.submit { [pending] _ in
        // Nobody waits for it any more.
        if !once.isGiven { once.give(work()) }
        pending.withLockedValue { $0 -= 1 }
      }
    }
  }
}

/// A continuation that the first of two resumes.
private final class OneAnswer: Sendable {
  private let continuation: NIOLockedValueBox<CheckedContinuation<WebAnswer, Never>?>

  init(_ continuation: CheckedContinuation<WebAnswer, Never>) {
    self.continuation = NIOLockedValueBox(continuation)
  }

  var isGiven: Bool { continuation.withLockedValue { $0 == nil } }

  func give(_ answer: WebAnswer) {
    let waiting = continuation.withLockedValue { value in
      defer { value = nil }
      return value
    }
    waiting?.resume(returning: answer)
  }
}
