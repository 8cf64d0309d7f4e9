import LinkPolicy
import PolicyText

/// Requires the token of this run for the API, because other users of the machine and other pages
/// in the browser can connect to the port.
///
/// The token is in the fragment of the URL, which browsers don't send; requests have it in a
/// header. A cookie would be sent to every port of the host.
package final class TokenGate: @unchecked Sendable {
  /// The number of wrong tokens before a pause.
  package static let maximumFailures = 10
  /// The length of that pause in milliseconds.
  package static let pause = 5_000
  /// The number of milliseconds in which the code of `--open` can be exchanged for the token.
  package static let codeLifetime = 30_000

  private let token: Secret
  private let clock: @Sendable () -> Int
  private let lock = Lock()
  // Guarded by the lock.
  private var failures = 0
  private var closedUntil = Int.min
  private var code: (secret: Secret, expires: Int)?

  /// - Parameter clock: a monotonic clock in milliseconds.
  package init(token: Secret = Secret(), clock: @escaping @Sendable () -> Int) {
    self.token = token
    self.clock = clock
  }

  /// The token, for the printed URL.
  package var text: String { token.text }

  /// Creates a code that can be exchanged for the token once within half a minute. A file redirects
  /// the browser to a URL with it, and a later reader of that file gets nothing of value.
  package func makeCode() -> String {
    let secret = Secret()
    lock.withLock { code = (secret, clock() + Self.codeLifetime) }
    return secret.text
  }

  /// Invalidates the code.
  package func endCode() { lock.withLock { code = nil } }

  /// Exchanges the code for the token, once. Wrong codes don't invalidate it, but guesses are slowed down.
  package func redeem(_ text: String) throws(WebError) -> String {
    let isRight = lock.withLock {
      guard let held = code, clock() < held.expires, held.secret.isEqual(text.utf8) else {
        return false
      }
      code = nil
      return true
    }
    guard isRight else { throw wrong(WebError(401, "code", "the code is used up, old or wrong")) }
    return token.text
  }

  /// nil if the request has the token.
  package func refusal(of head: WebHead) -> WebError? {
    guard !head.values("authorization").isEmpty else {
      return WebError(401, "token", "missing token; open the URL that `linkpolicy serve` printed")
    }
    guard holdsToken(head) else {
      return wrong(WebError(401, "token", "the token is not that of this start"))
    }
    return nil
  }

  /// Returns true for a request of the owner, without counting wrong tokens.
  package func holdsToken(_ head: WebHead) -> Bool {
    let values = head.values("authorization")
    let scheme = "Bearer "
    return values.count == 1 && values[0].utf8.starts(with: scheme.utf8)
      && token.isEqual(values[0].utf8.dropFirst(scheme.utf8.count))
  }

  /// Counts a wrong guess. After ten, there is a pause in which wrong guesses are rejected at once.
  /// The correct token is always accepted, so an attacker can't lock out the page.
  private func wrong(_ error: WebError) -> WebError {
    lock.withLock {
      let now = clock()
      guard now >= closedUntil else {
        return WebError(429, "pause", "too many wrong tokens: wait a few seconds")
      }
      failures += 1
      if failures >= Self.maximumFailures {
        failures = 0
        closedUntil = now + Self.pause
      }
      return error
    }
  }
}

/// 128 random bits as a string for URLs and headers.
package struct Secret: Sendable {
  /// 32 hex digits.
  package let text: String

  /// Creates a random secret with the system's generator.
  package init() {
    var source = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    text = String((0..<32).map { _ in digits[Int(source.next(upperBound: UInt8(16)))] })
  }

  /// Compares a string with the secret in constant time.
  package func isEqual(_ other: some Sequence<UInt8>) -> Bool {
    let other = Array(other)
    let own = Array(text.utf8)
    var difference: UInt8 = other.count == own.count ? 0 : 1
    for (index, byte) in own.enumerated() {
      difference |= byte ^ (other.isEmpty ? 0 : other[index % other.count])
    }
    return difference == 0
  }
}
