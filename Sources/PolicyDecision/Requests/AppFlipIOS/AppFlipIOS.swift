package import PolicyText
import PolicyModel

/// A universal link that our iOS app receives, which may be an App Flip request.
public struct AppFlipIOSRequest: Sendable {
  /// What happens in our app after it accepts the request.
  public enum Outcome: String, Sendable, CaseIterable {
    case approve, deny, offline, timeout
    case signInFailed = "sign_in_failed"
    case accountDisabled = "account_disabled"

    /// The `error` of the response (App Flip for iOS, error table); nil for a code.
    var error: String? {
      switch self {
      case .approve: nil
      case .deny: "access_denied"
      case .signInFailed, .offline, .timeout: "cancelled"
      case .accountDisabled: "unrecoverable"
      }
    }

    var reason: DecisionReason {
      switch self {
      case .approve: .allowed
      case .deny: .userDenied
      case .signInFailed, .offline, .timeout: .userCancelled
      case .accountDisabled: .accountDisabled
      }
    }
  }

  package var context: RequestContext
  package var url: ExactString
  package var outcome: Outcome
  /// The `error_description` of our app; nil if it sends none.
  package var errorDescription: ExactString?

  package init(
    context: RequestContext, url: ExactString, outcome: Outcome = .approve,
    errorDescription: ExactString? = nil
  ) {
    self.context = context
    self.url = url
    self.outcome = outcome
    self.errorDescription = errorDescription
  }
}

extension CompiledPolicy {
  /// Decides what our app does with a universal link.
  ///
  /// Source: App Flip for iOS. A redirect URI that isn't registered is never opened. All other
  /// errors are sent to Google at the redirect URI (`invalid_request`, recoverable).
  package func decide(_ request: AppFlipIOSRequest) -> Decision {
    let bytes = request.url.utf8
    let question = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
    let link = ExactString(decoding: bytes[..<question])
    let candidates = clients(in: request.context) { $0.flipUniversalLink?.value == link }
    var recorder = TraceRecorder(request.context)
    guard !candidates.isEmpty else {
      return recorder.end(
        .ignore, .link, .linkNotConfigured, channel: .nothing,
        message: "\(link.quoted) is not an App Flip universal link "
          + "in \(request.context.environment.rawValue)",
        remark: "no client has this universal link")
    }
    let linkAnchor = candidates.first?.flipUniversalLink?.anchor
    recorder.pass(.link, "the link is our App Flip universal link", at: linkAnchor)
    let query =
      question == bytes.endIndex ? bytes[question...] : bytes[bytes.index(after: question)...]
    var flip = IOSFlip(
      policy: self, request: request, candidates: candidates, linkAnchor: linkAnchor,
      recorder: recorder)
    do throws(UnreadableRequest) {
      let parameters = try QueryReader.read(ExactString(decoding: query), mode: .universalLink)
      return flip.decide(parameters)
    } catch {
      return flip.unreadable(error)
    }
  }

  /// The clients of the request's environment and policy that fit.
  func clients(
    in context: RequestContext, where fits: (CompiledClient) -> Bool
  ) -> [CompiledClient] {
    (clients[context.environment] ?? []).filter {
      (context.policy == nil || $0.policy == context.policy) && fits($0)
    }
  }
}

/// An App Flip request on iOS with one of our universal links.
private struct IOSFlip {
  let policy: CompiledPolicy
  let request: AppFlipIOSRequest
  let candidates: [CompiledClient]
  let linkAnchor: SourceAnchor?
  var recorder: TraceRecorder

  private var context: RequestContext { request.context }

  func unreadable(_ problem: UnreadableRequest) -> Decision {
    notHandled(
      problem.reason, problem.words(in: "link") + ": nothing is opened", source: linkAnchor)
  }

  mutating func decide(_ parameters: AuthorizationParameters) -> Decision {
    recorder.pass(.request, "the query is readable and has no duplicate parameter")
    guard let requested = parameters.redirectURI.text else {
      return notHandled(
        .redirectURIMissing, "the link has no `redirect_uri`, so nothing can be opened",
        source: linkAnchor)
    }
    let named = parameters.clientID.text.flatMap { id in
      candidates.first { $0.clientID.value == id }
    }
    let lists = named.map { [$0] } ?? candidates
    guard
      let (owner, match) = lists.lazy.compactMap({ client in
        client.flipRedirectURI(matching: requested).map { (client, $0) }
      }).first
    else { return mismatched(requested, lists) }
    recorder.pass(.redirectURI, "registered, byte for byte", at: match.entry.anchor)
    return answer(parameters, owner, named, match)
  }

  private func answer(
    _ parameters: AuthorizationParameters, _ owner: CompiledClient, _ named: CompiledClient?,
    _ match: RedirectURIMatch
  ) -> Decision {
    let outcome = request.outcome
    let refused = refusal(parameters, named)
    let reason =
      refused?.reason ?? (match.isLoopback && outcome == .approve ? .loopbackPort : outcome.reason)
    let error = refused == nil ? outcome.error : "invalid_request"
    let target = ResponseURL.build(
      match.target(parameters),
      [
        ("code", error == nil ? context.code : nil), ("error", error.map { ExactString($0) }),
        ("error_description", error == nil ? nil : request.errorDescription?.nonEmpty),
        ("state", parameters.state.text), ("iss", context.issuer ?? owner.issuer?.value),
      ])
    let next =
      switch error {
      case nil: "link_completes (server-to-server token exchange)"
      case "access_denied", "unrecoverable": "abort"
      default: "browser_fallback"
      }
    let message =
      refused?.message
      ?? (error == nil
        ? "client `\(owner.key.string)` returns a code at "
          + match.target(parameters).quoted
        : outcome.reason.summary)
    return recorder.end(
      error == nil ? .allow : .deny, reason.step, reason, channel: .openUniversalLink,
      error: error, message: message, target: target, next: next,
      source: refused == nil ? match.entry.anchor : (named?.anchor ?? linkAnchor))
  }

  /// What is wrong other than the redirect URI: state, client, scope, code challenge, in this
  /// order.
  private func refusal(
    _ parameters: AuthorizationParameters, _ named: CompiledClient?
  ) -> (reason: DecisionReason, message: String)? {
    if parameters.state == .missing, named?.requiresState ?? true {
      return (.stateMissing, "the link has no `state`")
    }
    guard let id = parameters.clientID.text else {
      return (.clientIDMissing, "the link has no `client_id`")
    }
    guard let named else {
      let isElsewhere = policy.client(id, in: context.environment.other) != nil
      return (
        isElsewhere ? .clientOtherEnvironment : .clientUnknown,
        "\(id.quoted) is not the client of this universal link"
      )
    }
    return named.flipProblem(
      parameters, refusing: named.firstRefusedScope(parameters.scope))
  }

  private func mismatched(_ requested: ExactString, _ lists: [CompiledClient]) -> Decision {
    if let browser = BrowserOnlyRedirectURI(requested, of: lists) {
      return notHandled(
        .redirectURIBrowserOnly, browser.message, nearest: browser.nearest,
        source: browser.entry.anchor)
    }
    let mismatch = policy.mismatch(of: requested, among: lists)
    let cause = mismatch.cause
    let remark =
      "\(requested.quoted) is not registered: opening it would give the code to an unknown app"
    return notHandled(
      cause.reason,
      cause.reason == .redirectURIOtherEnvironment
        ? "\(requested.quoted) is registered for \(context.environment.other.rawValue), "
          + "not for \(context.environment.rawValue)"
        : remark,
      remark: remark, nearest: mismatch.nearest(cause),
      source: cause.entry?.anchor ?? lists.first?.anchor)
  }

  private func notHandled(
    _ reason: DecisionReason, _ message: String, remark: String? = nil,
    nearest: Decision.Nearest? = nil, source: SourceAnchor?
  ) -> Decision {
    recorder.end(
      .deny, reason.step, reason, channel: .notHandled, message: message, remark: remark,
      next: "google_times_out_or_browser (not documented)", confidence: .inferred,
      nearest: nearest, source: source)
  }
}
