import AssociationFiles
package import PolicyText
import PolicyModel

/// An intent that our Android app receives, which may be an App Flip request.
public struct AppFlipAndroidRequest: Sendable {
  /// What happens in our app after it accepts the request.
  public enum Outcome: String, Sendable, CaseIterable {
    case approve, deny, offline, timeout, back
    case signInFailed = "sign_in_failed"
    case accountDisabled = "account_disabled"
  }

  /// The app that sent the intent.
  package struct Caller: Sendable {
    package var package: ExactString
    /// The SHA-256 fingerprints of its current signers, as received.
    package var certificates: [ExactString]
    package init(package: ExactString, certificates: [ExactString]) {
      self.package = package
      self.certificates = certificates
    }
  }

  package var context: RequestContext
  package var action: ExactString
  /// nil if the activity wasn't started for a result, so the caller is unknown.
  package var caller: Caller?
  package var clientID: ExactString?
  package var scopes: [ExactString]
  package var redirectURI: ExactString?
  package var outcome: Outcome

  package init(
    context: RequestContext, action: ExactString, caller: Caller?, clientID: ExactString?,
    scopes: [ExactString], redirectURI: ExactString?, outcome: Outcome = .approve
  ) {
    self.context = context
    self.action = action
    self.caller = caller
    self.clientID = clientID
    self.scopes = scopes
    self.redirectURI = redirectURI
    self.outcome = outcome
  }
}

extension CompiledPolicy {
  /// Decides what our activity returns for an intent.
  ///
  /// Source: App Flip for Android. The caller is checked first. Result codes, `ERROR_TYPE` and
  /// `ERROR_CODE` 13 are documented; the other error codes are inferred.
  package func decide(_ request: AppFlipAndroidRequest) -> Decision {
    let candidates = clients(in: request.context) { $0.flipIntentAction?.value == request.action }
    var recorder = TraceRecorder(request.context)
    guard !candidates.isEmpty else {
      return recorder.end(
        .ignore, .link, .linkNotConfigured, channel: .nothing,
        message: "\(request.action.quoted) is not an App Flip action "
          + "in \(request.context.environment.rawValue)",
        remark: "no client has this intent action")
    }
    recorder.pass(
      .link, "the action is our App Flip action", at: candidates.first?.flipIntentAction?.anchor)
    let named = request.clientID.flatMap { id in candidates.first { $0.clientID.value == id } }
    var flip = AndroidFlip(
      policy: self, request: request, candidates: named.map { [$0] } ?? candidates, named: named,
      recorder: recorder)
    return flip.decide()
  }
}

/// An App Flip request on Android with one of our actions.
private struct AndroidFlip {
  let policy: CompiledPolicy
  let request: AppFlipAndroidRequest
  /// The client in the request, or all clients with this action if the request has none of them.
  let candidates: [CompiledClient]
  let named: CompiledClient?

  var recorder: TraceRecorder

  mutating func decide() -> Decision {
    let callers = candidates.flatMap(\.flipCallers)
    guard let asking = request.caller else {
      return answer(
        .callerUnknown,
        "no calling activity: the intent was not started for a result",
        .unheard, source: candidates.first?.flipIntentAction?.anchor ?? candidates.first?.anchor)
    }
    guard let caller = callers.first(where: { isCaller($0, asking) }) else {
      let near = callers.first { $0.package.value == asking.package }
      return answer(
        .callerUnknown, callerMessage(near, asking), .cancelled,
        source: near?.package.anchor ?? candidates.first?.anchor)
    }
    recorder.pass(
      .caller, "package and its one certificate are configured", at: caller.package.anchor)
    let requested = request.redirectURI ?? ""
    let match = candidates.lazy.compactMap { $0.flipRedirectURI(matching: requested) }.first
    guard let match else { return mismatched(requested) }
    recorder.pass(.redirectURI, "registered, byte for byte", at: match.entry.anchor)
    guard let named else {
      let id = request.clientID ?? ""
      let isElsewhere = policy.client(id, in: request.context.environment.other) != nil
      return answer(
        id.isEmpty ? .clientIDMissing : isElsewhere ? .clientOtherEnvironment : .clientUnknown,
        id.isEmpty
          ? "the intent has no `CLIENT_ID`"
          : "\(id.quoted) is not the client of this action",
        .invalid("Invalid client"), source: candidates.first?.anchor)
    }
    let refusedScope = request.scopes.first { asked in
      !named.scopes.contains { $0.value == asked }
    }
    if let problem = named.flipProblem(AuthorizationParameters(), refusing: refusedScope) {
      let isScope = problem.reason == .scopeNotAllowed
      return answer(
        problem.reason, problem.message, .invalid(isScope ? "Invalid scope" : "Invalid request"),
        source: named.anchor)
    }
    let reason = request.outcome.reason
    return answer(
      reason,
      reason == .allowed
        ? "client `\(named.key.string)` returns a code" : reason.summary,
      Answer(request.outcome, code: request.context.code), source: match.entry.anchor)
  }

  private func mismatched(_ requested: ExactString) -> Decision {
    if let browser = BrowserOnlyRedirectURI(requested, of: candidates) {
      return answer(
        .redirectURIBrowserOnly, browser.message, .invalid("Invalid redirect URI"),
        nearest: browser.nearest, source: browser.entry.anchor)
    }
    let mismatch = policy.mismatch(of: requested, among: candidates)
    let cause = mismatch.cause
    let source = cause.entry?.anchor ?? candidates.first?.anchor
    let invalid = Answer.invalid("Invalid redirect URI")
    guard !requested.isEmpty else {
      return answer(
        .redirectURIMissing, "the intent has no `REDIRECT_URI`", invalid, source: source)
    }
    return answer(
      cause.reason,
      "\(requested.quoted) is not registered in \(request.context.environment.rawValue)",
      invalid, nearest: mismatch.nearest(cause), source: source)
  }

  private func answer(
    _ reason: DecisionReason, _ message: String, _ answer: Answer, nearest: Decision.Nearest? = nil,
    source: SourceAnchor?
  ) -> Decision {
    recorder.end(
      answer.isAllowed ? .allow : .deny, reason.step, reason, channel: .intentResult,
      message: message, next: answer.next, confidence: answer.confidence, nearest: nearest,
      source: source, result: answer.json)
  }

  /// Requires an equal package name, and exactly one current signer with a configured certificate.
  private func isCaller(_ caller: CompiledCaller, _ asking: AppFlipAndroidRequest.Caller) -> Bool {
    guard caller.package.value == asking.package, asking.certificates.count == 1,
      let certificate = Fingerprint(asking.certificates[0])
    else { return false }
    return caller.fingerprints.contains(certificate)
  }

  private func callerMessage(
    _ near: CompiledCaller?, _ asking: AppFlipAndroidRequest.Caller
  ) -> String {
    let name = asking.package.quoted
    guard near != nil else { return "\(name) may not send this intent" }
    return asking.certificates.count == 1
      ? "\(name) is signed with a certificate that is not configured"
      : "\(name) has \(asking.certificates.count) current signers; exactly one is accepted"
  }
}

extension AppFlipAndroidRequest.Outcome {
  fileprivate var reason: DecisionReason {
    switch self {
    case .approve: .allowed
    case .deny: .userDenied
    case .offline, .timeout, .back, .signInFailed: .userCancelled
    case .accountDisabled: .accountDisabled
    }
  }
}

/// The result of the activity.
private struct Answer {
  /// Android's RESULT_OK is -1, RESULT_CANCELED 0; App Flip's error is -2.
  var resultCode: Int
  var extras: JSONValue
  var next: String
  var confidence = Decision.Confidence.certain
  var isAllowed: Bool { resultCode == -1 }

  var json: JSONValue { ["resultCode": .int(resultCode), "extras": extras] }

  static let cancelled = Answer(resultCode: 0, extras: .object([]), next: "browser_fallback")

  /// The result if no activity waits for it.
  static let unheard = Answer(
    resultCode: 0, extras: .object([]), next: "none (no activity waits for a result)")

  /// Error type 3: the request is invalid. Google doesn't document what happens next.
  static func invalid(_ description: String) -> Answer {
    Answer(
      resultCode: -2,
      extras: [
        "ERROR_TYPE": 3, "ERROR_CODE": 1, "ERROR_DESCRIPTION": .string(description),
      ], next: "browser_fallback (type 3; inferred)", confidence: .inferred)
  }
}

extension Answer {
  init(_ outcome: AppFlipAndroidRequest.Outcome, code: ExactString) {
    func error(_ type: Int, _ code: Int) -> JSONValue {
      ["ERROR_TYPE": .int(type), "ERROR_CODE": .int(code)]
    }
    switch outcome {
    case .approve:
      self.init(
        resultCode: -1, extras: ["AUTHORIZATION_CODE": .string(code.string)],
        next: "link_completes (server-to-server token exchange)")
    case .back: self = .cancelled
    case .deny: self.init(resultCode: -2, extras: error(2, 13), next: "abort")
    case .offline:
      self.init(resultCode: -2, extras: error(1, 2), next: "browser_fallback")
    case .timeout:
      self.init(
        resultCode: -2, extras: error(1, 4), next: "browser_fallback", confidence: .inferred)
    case .signInFailed:
      self.init(
        resultCode: -2, extras: error(1, 16), next: "browser_fallback", confidence: .inferred)
    case .accountDisabled: self.init(resultCode: -2, extras: error(2, 15), next: "abort")
    }
  }
}
