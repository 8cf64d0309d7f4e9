import PolicyModel
import PolicyText

/// The result of applying the code of an email link.
///
/// Sources: the reference of the SDKs (`applyActionCode`, `confirmPasswordReset`,
/// `signInWithEmailLink`), the Auth emulator. The lifetime of codes isn't documented.
struct EmailActionCode {
  let sdk: EmailActionRequest.SDK
  /// nil if the request doesn't contain the purpose of the link.
  let requestType: ExactString?
  let facts: Facts

  /// The values of the fact `code`.
  private enum State: String {
    case valid, expired, used
    case userDisabled = "user_disabled"
  }

  private var state: State { facts.text("code").flatMap { State(rawValue: $0.string) } ?? .valid }

  /// The SDK function that applies the code.
  private var call: String {
    switch requestType {
    case "EMAIL_SIGNIN": "signInWithEmailLink"
    case "PASSWORD_RESET": "confirmPasswordReset"
    default: "applyActionCode"
    }
  }

  func decision(_ recorder: TraceRecorder) -> Decision {
    var recorder = recorder
    func refused(
      _ message: ExactString, _ step: Step, _ confidence: Decision.Confidence = .certain,
      source: SourceAnchor? = nil, because known: DecisionReason? = nil
    ) -> Decision {
      let error = FirebaseServerError(message: message)
      var decision = error.decision(
        recorder, sdk: sdk, step: step, confidence: confidence, source: source, because: known)
      decision.message = "\(call) fails with `auth/\(error.error(for: .js))`: \(decision.message)"
      return decision
    }
    if facts.flag("project_disabled", or: false) { return refused("PROJECT_DISABLED", "project") }
    if requestType == "EMAIL_SIGNIN", sdk != .emulator || facts.text("tenant") != nil,
      !facts.flag("email_link_enabled", or: true)
    {
      return refused(
        "OPERATION_NOT_ALLOWED", "sign_in", source: facts.source("email_link_enabled"))
    }
    switch state {
    case .expired:
      recorder.note(
        "code", "the server often returns INVALID_OOB_CODE for an expired code, too")
      return refused("EXPIRED_OOB_CODE", "code", .inferred, because: .codeExpired)
    case .used: return refused("INVALID_OOB_CODE", "code", because: .codeUsed)
    case .userDisabled, .valid: recorder.pass("code", "the code is known, unused and not expired")
    }
    // Signing in creates a missing account.
    if requestType != "EMAIL_SIGNIN", !facts.flag("user_exists", or: true) {
      return refused("USER_NOT_FOUND", "user", .inferred)
    }
    if state == .userDisabled { return refused("USER_DISABLED", "user") }
    if requestType == "VERIFY_AND_CHANGE_EMAIL", facts.flag("email_exists", or: false) {
      return refused("EMAIL_EXISTS", "new_email")
    }
    return recorder.end(
      .allow, "code", .allowed, channel: .result,
      message: "\(call) succeeds\(effect.map { ": \($0)" } ?? "")",
      result: [
        "call": .string(call), "effects": .array([effect].compactMap { $0.map(JSONValue.string) }),
      ])
  }

  private var effect: String? {
    switch requestType {
    case "EMAIL_SIGNIN":
      "the user is signed in if the link was sent to their email"
    case "PASSWORD_RESET": "the password is replaced, if the new one is strong enough"
    case "VERIFY_EMAIL": "the email is verified"
    case "VERIFY_AND_CHANGE_EMAIL": "the new email is verified and replaces the old one"
    case "RECOVER_EMAIL": "the previous email is restored"
    case "REVERT_SECOND_FACTOR_ADDITION": "the second factor is removed"
    default: nil
    }
  }
}
