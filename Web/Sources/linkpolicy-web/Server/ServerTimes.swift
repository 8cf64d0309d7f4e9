import FoundationEssentials
import NIOConcurrencyHelpers
import NIOCore

/// Timeouts of the server.
struct ServerTimes {
  /// Until the head of the first request is complete.
  private(set) var head = TimeAmount.seconds(5)
  /// From a head to the end of its body.
  private(set) var body = TimeAmount.seconds(30)
  /// Between a response and the next request.
  private(set) var idle = TimeAmount.seconds(60)
  /// From a request to its response.
  private(set) var work = TimeAmount.seconds(10)
  /// Between two keep-alive messages to a listener.
  private(set) var ping = TimeAmount.seconds(10)
  /// The lifetime of the page of `--open` and its code.
  private(set) var code = TimeAmount.seconds(30)
  /// The minimum of `--idle-timeout`, for tests; nil for the default.
  private var away: TimeAmount?

  /// The maximum: an hour, in milliseconds.
  private static let longest: Int64 = 3_600_000

  /// The default timeouts, or shorter ones in milliseconds from `LINKPOLICY_WEB_TIMES`, for tests
  /// (`head=200,work=1`). They can't be longer.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    for pair in (environment["LINKPOLICY_WEB_TIMES"] ?? "").split(separator: ",") {
      let parts = pair.split(separator: "=")
      guard parts.count == 2, let number = Int64(parts[1]), (1...Self.longest).contains(number)
      else { continue }
      let time = TimeAmount.milliseconds(number)
      switch parts[0] {
      case "head": head = min(head, time)
      case "body": body = min(body, time)
      case "idle": idle = min(idle, time)
      case "work": work = min(work, time)
      case "ping": ping = min(ping, time)
      case "code": code = min(code, time)
      case "away": away = time
      default: continue
      }
    }
  }

  /// From the last request to the end of the server, with `--idle-timeout`.
  func away(minutes: Int) -> TimeAmount {
    let time = TimeAmount.minutes(Int64(minutes))
    return away.map { min($0, time) } ?? time
  }
}

/// The time of the last request.
final class Activity: Sendable {
  private let last = NIOLockedValueBox(NIODeadline.now())

  func note() { last.withLockedValue { $0 = .now() } }

  /// The time since the last request.
  var silence: TimeAmount { NIODeadline.now() - last.withLockedValue { $0 } }
}
