import PolicyText
import PolicyModel

/// Explains the verdict on an authorization request.
struct AuthorizationAnswer {
  let policy: CompiledPolicy
  let request: AuthorizeRequest
  let verdict: AuthorizationVerdict
  /// The passed steps.
  let recorder: TraceRecorder

  private var parameters: AuthorizationParameters {
    (try? request.parameters.get()) ?? AuthorizationParameters()
  }
  private var environment: Environment { request.context.environment }

  var decision: Decision {
    if let match = verdict.match { return answered(match.client, match) }
    return localError()
  }

  // MARK: errors that never redirect

  /// RFC 6749 section 4.1.2.1: if the client or redirect URI is wrong, the server informs the user
  /// and doesn't redirect.
  private func localError() -> Decision {
    if let client = verdict.client, let mismatch = policy.mismatch(of: verdict, parameters) {
      return localError(client, mismatch)
    }
    let reason = verdict.plainReason
    return recorder.end(
      .deny, reason.step, reason, channel: .localError, error: localErrorCode,
      message: localMessage,
      nearest: reason == .clientUnknown ? nearestClient() : nil,
      source: reason == .clientOtherEnvironment
        ? verdict.client?.clientID.anchor : verdict.client?.anchor)
  }

  private func localError(_ client: CompiledClient, _ mismatch: RedirectURIMismatch) -> Decision {
    let cause = mismatch.cause
    let message = mismatch.words(
      cause, in: environment,
      otherwise: " is not registered for \(clientName) in \(environment.rawValue)")
    return recorder.end(
      .deny, cause.reason.step, cause.reason, channel: .localError, error: localErrorCode,
      message: message, nearest: mismatch.nearest(cause),
      source: cause.entry?.anchor ?? client.anchor)
  }

  private var localErrorCode: String {
    switch verdict.plainReason {
    case .clientUnknown, .clientOtherEnvironment: "invalid_client"
    default: "invalid_request"
    }
  }

  private var localMessage: String {
    if case .failure(let problem) = request.parameters { return problem.words }
    switch verdict.plainReason {
    case .clientIDMissing: return "the request has no `client_id`"
    case .clientUnknown, .clientOtherEnvironment:
      return policy.unknownClient(parameters.clientID.text ?? "", request.context).message
    case .redirectURIMissing:
      return "the request has no `redirect_uri`, and \(clientName) may not leave it out"
    default: return verdict.plainReason.summary
    }
  }

  private var clientName: String { "client `\(verdict.client?.key.string ?? "")`" }

  private func nearestClient() -> Decision.Nearest? {
    guard let asked = parameters.clientID.text,
      let client = policy.client(nearestTo: asked, in: environment)
    else { return nil }
    return Decision.Nearest(
      entry: client.clientID,
      difference: FirstDifference.describe(asked, against: client.clientID.value)
        .replacing("URI", with: "client_id"))
  }

  // MARK: responses to the redirect URI

  private func answered(_ client: CompiledClient, _ match: RedirectURIMatch) -> Decision {
    let code = errorCode
    var message = message(client, match)
    var target: ExactString?
    // RFC 6749 section 4.2.2: tokens are in the fragment; linkpolicy doesn't issue any.
    let isInFragment =
      verdict.isAllowed && parameters.responseType.text.map { $0 != "code" } ?? false
    if isInFragment {
      message += "; the response for this response type is not simulated"
    } else {
      target = ResponseURL.build(
        match.target(parameters),
        [
          ("code", code == nil ? request.context.code : nil),
          ("error", code.map { ExactString($0) }),
          ("error_description", code == nil ? nil : request.errorDescription?.nonEmpty),
          ("state", parameters.state.text),
          ("iss", request.context.issuer ?? client.issuer?.value),
        ])
    }
    return recorder.end(
      verdict.isAllowed ? .allow : .deny, verdict.plainReason.step, verdict.plainReason,
      channel: .redirect, error: code, message: message, target: target,
      confidence: isInFragment ? .inferred : .certain,
      source: source(client, match))
  }

  /// The deciding line.
  private func source(_ client: CompiledClient, _ match: RedirectURIMatch) -> SourceAnchor {
    switch verdict.plainReason {
    case .scopeNotAllowed: client.scopes.first?.anchor ?? client.anchor
    case .allowed, .loopbackPort, .userDenied, .serverError, .temporarilyUnavailable:
      match.entry.anchor
    default: client.anchor
    }
  }

  /// The `error` of the response (RFC 6749 section 4.1.2.1); nil for a code.
  private var errorCode: String? {
    switch verdict.plainReason {
    case .allowed, .loopbackPort: nil
    case .responseTypeUnsupported: "unsupported_response_type"
    case .grantTypeNotAllowed: "unauthorized_client"
    case .scopeNotAllowed: "invalid_scope"
    case .userDenied: "access_denied"
    case .serverError: "server_error"
    case .temporarilyUnavailable: "temporarily_unavailable"
    default: "invalid_request"
    }
  }

  private func message(_ client: CompiledClient, _ match: RedirectURIMatch) -> String {
    switch verdict.plainReason {
    case .allowed:
      return "\(clientName) may send the user to \(match.entry.value.quoted) "
        + "in \(environment.rawValue)"
    case .loopbackPort:
      return "\(clientName) registered \(match.entry.value.quoted); "
        + "any port of a loopback redirect URI matches"
    case .responseTypeMissing: return "the request has no `response_type`"
    case .responseTypeUnsupported:
      let asked = parameters.responseType.text?.string ?? ""
      return "\(clientName) may not use the response type \(DisplayText.quoted(asked))"
    case .grantTypeNotAllowed:
      return "\(clientName) has no grant type for this response type: its `grant_types` lack "
        + "`authorization_code`"
    case .stateMissing: return "the request has no `state`, and \(clientName) needs one"
    case .scopeNotAllowed:
      let scope = client.firstRefusedScope(of: parameters) ?? ""
      return scope.isEmpty
        ? "`scope` has an empty element: separate scopes by one space"
        : "\(clientName) may not request the scope \(scope.quoted)"
    case .pkceMissing:
      return parameters.codeChallengeMethod.text == nil
        ? "the request has no `code_challenge`, and \(clientName) needs one"
        : "the request has a `code_challenge_method` without `code_challenge`"
    case .pkceMethod:
      let method = parameters.codeChallengeMethod.text.map(\.quoted)
      return "the code challenge method \(method ?? "`plain` (none was given)") is not accepted"
    default: return verdict.plainReason.summary
    }
  }
}

extension String {
  /// Replaces a leading word.
  fileprivate func replacing(_ word: String, with other: String) -> String {
    utf8.starts(with: word.utf8) ? other + dropFirst(word.count) : self
  }
}
