import PolicyText

/// A request to decide whether Google Sign-In refreshes its tokens.
public struct TokenRefreshRequest: Sendable {
  /// Calls that may refresh tokens.
  public enum Operation: String, Sendable, CaseIterable {
    case refreshTokensIfNeeded, restorePreviousSignIn
  }

  package var context: RequestContext
  package var operation: Operation
}

extension CompiledPolicy {
  /// The minimum remaining lifetime of a token in seconds.
  private static let leastSeconds = 60.0
  /// The minimum remaining lifetime of an access token from the keychain.
  private static let leastSecondsAfterRestore = 600.0

  /// Decides by the remaining lifetimes of the tokens.
  ///
  /// Source: GoogleSignIn-iOS `GIDGoogleUser.m`, `GIDSignIn.m`.
  package func decide(_ request: TokenRefreshRequest) -> Decision {
    let facts = Facts(request.context.facts)
    let access = facts.value("access_seconds_left")?.numberValue
    let id = facts.value("id_token_seconds_left")?.numberValue
    let refresh = facts.value("refresh_token_seconds_left")?.numberValue
    let isRestored =
      request.operation == .restorePreviousSignIn && !facts.flag("current_user", or: false)
    var recorder = TraceRecorder(request.context)
    if isRestored, facts.value("keychain") == "empty" || facts.value("keychain") == false {
      return recorder.end(
        .deny, "keychain", .notSignedIn, channel: .clientError, error: "-4",
        message: "the keychain contains no sign-in", result: ["error": -4])
    }
    let isNeeded: Bool
    if isRestored {
      isNeeded = !(access.map { $0 > Self.leastSecondsAfterRestore } ?? false)
      recorder.pass(
        "access_token", "a token from the keychain must be valid for more than 600 seconds")
    } else {
      isNeeded =
        access.map { $0 < Self.leastSeconds } ?? true
        || id.map { $0 < Self.leastSeconds } ?? false
      recorder.pass(
        "access_token", "the access token and the ID token must be valid for at least 60 seconds")
    }
    guard isNeeded else {
      return recorder.end(
        .allow, "expiry", .tokenFresh, channel: .result,
        message: "the tokens are valid long enough, so nothing is refreshed",
        result: ["refresh": false])
    }
    if !isRestored, let refresh, refresh <= 0 {
      return recorder.end(
        .deny, "refresh_token", .refreshTokenExpired, channel: .clientError, error: "-11",
        message: "the refresh token has expired: the user must sign in again",
        result: ["error": -11])
    }
    return recorder.end(
      .allow, "expiry", .tokenRefreshed, channel: .result,
      message: "the tokens are refreshed once for all waiting callers",
      result: ["refresh": true])
  }
}
