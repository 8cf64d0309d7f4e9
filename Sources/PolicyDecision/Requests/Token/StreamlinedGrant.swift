import PolicyModel
import PolicyText

/// Google's streamlined linking, with an ID token of Google instead of a code.
struct StreamlinedGrant {
  let form: TokenForm
  let client: CompiledClient
  /// `known`, `unknown` or `exists`; nil if absent.
  let account: ExactString?

  func decision(_ recorder: TraceRecorder) -> Decision {
    var recorder = recorder
    guard let intents = client.streamlinedIntents else {
      return recorder.refused(
        "grant_type", .grantTypeUnsupported, TokenError(400, "unsupported_grant_type"),
        "client `\(client.key.string)` does not use streamlined linking", source: client.anchor)
    }
    guard let intent = form["intent"] else {
      return recorder.refused(
        "intent", .parameterMissing, TokenError(400, "invalid_request"),
        "the form has no `intent`", source: client.anchor)
    }
    guard StreamlinedIntent.names.contains(intent), intents.isEmpty || intents.contains(intent)
    else {
      return recorder.refused(
        "intent", .intentUnsupported, TokenError(400, "invalid_request"),
        "client `\(client.key.string)` may not send the intent \(intent.quoted)",
        source: client.anchor)
    }
    guard form["assertion"] != nil else {
      return recorder.refused(
        "assertion", .parameterMissing, TokenError(400, "invalid_request"),
        "the form has no `assertion`", source: client.anchor)
    }
    recorder.note("assertion", "the signature of the assertion is not checked here")
    let isKnown = account.map { $0 == "known" || $0 == "exists" } ?? (intent != "create")
    switch intent {
    case "check": return check(recorder, isKnown: isKnown)
    case "get":
      return isKnown
        ? recorder.tokens(
          "account", "the account is found and linked", withRefreshToken: client.refreshes,
          source: client.anchor, confidence: .inferred)
        : recorder.refused(
          "account", .accountUnknown, TokenError(401, "linking_error"),
          "the account does not exist", source: client.anchor)
    default:
      return isKnown
        ? recorder.refused(
          "account", .accountExists, TokenError(401, "linking_error"),
          "the account already exists, so Google asks the user to link it", source: client.anchor,
          more: [("login_hint", "...")])
        : recorder.tokens(
          "account", "an account is created and linked", withRefreshToken: client.refreshes,
          source: client.anchor, confidence: .inferred)
    }
  }

  private func check(_ recorder: TraceRecorder, isKnown: Bool) -> Decision {
    recorder.end(
      isKnown ? .allow : .deny, "account", isKnown ? .allowed : .accountUnknown,
      channel: .tokenResponse,
      message: isKnown ? "the account exists" : "the account does not exist",
      confidence: .inferred, source: client.anchor,
      result: [
        "status": isKnown ? 200 : 404, "body": ["account_found": isKnown ? "true" : "false"],
      ])
  }
}
