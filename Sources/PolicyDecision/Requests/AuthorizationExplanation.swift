import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Turns a verdict on an authorization request into the answer that people and programs read.
struct AuthorizationExplanation {
  let policy: CompiledPolicy
  let request: AuthorizeRequest
  let verdict: AuthorizationVerdict

  private var parameters: AuthorizationParameters {
    (try? request.parameters.get()) ?? AuthorizationParameters()
  }
  private var environment: Environment { request.context.environment }

  var decision: Decision {
    if let client = verdict.client, let match = verdict.match {
      return answered(client, match)
    }
    return localError()
  }

  // MARK: errors that never redirect

  /// RFC 6749 section 4.1.2.1: a wrong client or redirect URI is told to the user, never redirected.
  private func localError() -> Decision {
    var decision = Decision(
      .deny, channel: "local_error", error: localErrorCode, reason: verdict.reason,
      message: localMessage, next: nil)
    decision.source = verdict.client?.anchor
    switch verdict.reason {
    case .redirectURINotRegistered:
      if let client = verdict.client, let requested = parameters.redirectURI.text {
        explainMismatch(of: requested, client, &decision)
      }
    case .clientOtherEnvironment: decision.source = verdict.client?.clientID.anchor
    case .clientUnknown: decision.nearest = nearestClient()
    default: break
    }
    decision.trace = trace(decision)
    return decision
  }

  private var localErrorCode: String {
    switch verdict.reason {
    case .clientUnknown, .clientOtherEnvironment: "invalid_client"
    default: "invalid_request"
    }
  }

  private var localMessage: String {
    let id = UTF8Text.quoted(parameters.clientID.text?.string ?? "")
    switch verdict.reason {
    case .malformedRequest:
      if case .failure(.malformed(let piece)) = request.parameters {
        return "\(UTF8Text.quoted(piece.string)) has a malformed escape or is no UTF-8: "
          + "nothing of the request is trusted"
      }
      return verdict.reason.summary
    case .duplicateParameter:
      if case .failure(.duplicate(let name)) = request.parameters {
        return "`\(name)` stands twice in the request"
      }
      return verdict.reason.summary
    case .clientIDMissing: return "the request has no `client_id`"
    case .clientUnknown: return "no client has the ID \(id) in \(environment.rawValue)"
    case .clientOtherEnvironment:
      return "\(id) is a client of \(environment.other.rawValue), not of \(environment.rawValue)"
    case .redirectURIMissing:
      return "the request has no `redirect_uri`, and \(clientName) may not leave it out"
    default: return verdict.reason.summary
    }
  }

  private var clientName: String { "client `\(verdict.client?.key.string ?? "")`" }

  private func explainMismatch(
    of requested: ExactString, _ client: CompiledClient, _ decision: inout Decision
  ) {
    let near = NearMiss(
      requested, here: client.redirectURIs, elsewhere: policy.redirectURIsElsewhere(client))
    let uri = UTF8Text.quoted(requested.string)
    decision.reason = near.reason
    decision.nearest = near.nearest
    decision.source = near.entry?.anchor ?? client.anchor
    let registered = near.entry.map { UTF8Text.quoted($0.value.string) } ?? ""
    switch near.reason {
    case .redirectURIOtherEnvironment:
      decision.message =
        "\(uri) is registered for \(environment.other.rawValue), not for \(environment.rawValue)"
    case .redirectURICase: decision.message = "\(uri) differs from \(registered) by case"
    case .redirectURITrailingSlash:
      decision.message = "\(uri) differs from \(registered) by a final slash"
    case .redirectURISameForBrowsers:
      decision.message =
        "\(uri) is the same for a browser as \(registered), but not byte for byte"
    default:
      decision.message = "\(uri) is not registered for \(clientName) in \(environment.rawValue)"
    }
  }

  private func nearestClient() -> Decision.Nearest? {
    guard let asked = parameters.clientID.text, let clients = policy.clients[environment],
      let near = Nearest.name(
        to: asked.string, among: clients.lazy.map { $0.clientID.value.string }),
      let client = policy.client(ExactString(near), in: environment)
    else { return nil }
    return Decision.Nearest(
      entry: client.clientID,
      difference: FirstDifference.describe(asked, against: client.clientID.value)
        .replacing("URI", with: "client_id"))
  }

  // MARK: answers that go back to the redirect URI

  private func answered(_ client: CompiledClient, _ match: RedirectURIMatch) -> Decision {
    let code = errorCode
    var decision = Decision(
      verdict.isAllowed ? .allow : .deny, channel: "redirect", error: code,
      reason: verdict.reason, message: message(client, match))
    let state = parameters.state.text
    let issuer = request.context.issuer ?? client.issuer?.value
    if verdict.isAllowed, parameters.responseType.text.map({ $0 != "code" }) ?? false {
      // RFC 6749 section 4.2.2: tokens travel in the fragment; linkpolicy issues none.
      decision.message += "; the answer to this response type is not built here"
      decision.confidence = .inferred
    } else {
      decision.target = ResponseURL.build(
        match.target,
        [
          ("code", code == nil ? request.context.code : nil),
          ("error", code.map { ExactString($0) }), ("state", state), ("iss", issuer),
        ])
    }
    switch verdict.reason {
    case .scopeNotAllowed: decision.source = client.scopes.first?.anchor ?? client.anchor
    case .allowed, .loopbackPort, .userDenied, .serverError, .temporarilyUnavailable:
      decision.source = match.entry.anchor
    default: decision.source = client.anchor
    }
    decision.trace = trace(decision)
    return decision
  }

  /// The `error` that is sent (RFC 6749 section 4.1.2.1); nil for a code.
  private var errorCode: String? {
    switch verdict.reason {
    case .allowed, .loopbackPort: nil
    case .responseTypeUnsupported: "unsupported_response_type"
    case .scopeNotAllowed: "invalid_scope"
    case .userDenied: "access_denied"
    case .serverError: "server_error"
    case .temporarilyUnavailable: "temporarily_unavailable"
    default: "invalid_request"
    }
  }

  private func message(_ client: CompiledClient, _ match: RedirectURIMatch) -> String {
    switch verdict.reason {
    case .allowed:
      return "\(clientName) may send the user to \(UTF8Text.quoted(match.target.string)) "
        + "in \(environment.rawValue)"
    case .loopbackPort:
      return "\(clientName) registered \(UTF8Text.quoted(match.entry.value.string)); "
        + "the port of a loopback redirect URI is free"
    case .responseTypeMissing: return "the request has no `response_type`"
    case .responseTypeUnsupported:
      let asked = parameters.responseType.text?.string ?? ""
      return "\(clientName) may not use the response type \(UTF8Text.quoted(asked))"
    case .stateMissing: return "the request has no `state`, and \(clientName) needs one"
    case .scopeNotAllowed:
      let scope = client.firstRefusedScope(parameters.scope) ?? ""
      return scope.isEmpty
        ? "`scope` has an empty element: separate scopes by one space"
        : "\(clientName) may not ask for the scope \(UTF8Text.quoted(scope.string))"
    case .pkceMissing:
      return parameters.codeChallengeMethod.text == nil
        ? "the request has no `code_challenge`, and \(clientName) needs one"
        : "the request has a `code_challenge_method` without `code_challenge`"
    case .pkceMethod:
      let method = parameters.codeChallengeMethod.text.map { UTF8Text.quoted($0.string) }
      return "the code challenge method \(method ?? "`plain` (none was given)") is not accepted"
    default: return verdict.reason.summary
    }
  }

  // MARK: the way to the decision

  private func trace(_ decision: Decision) -> [Decision.TraceStep] {
    var steps: [Decision.TraceStep] = []
    let end = decision.reason.step
    func pass(_ step: Step, _ message: String, _ source: SourceAnchor? = nil) -> Bool {
      if step == end { return false }
      steps.append(.init(step: step, outcome: .pass, message: message, source: source))
      return true
    }
    if let endpoint = request.endpoint, let client = verdict.client {
      let known = client.authorizationEndpoint?.value
      steps.append(
        .init(
          step: .link, outcome: .note,
          message: known == endpoint
            ? "\(UTF8Text.quoted(endpoint.string)) is the authorization endpoint"
            : "\(UTF8Text.quoted(endpoint.string)) is no authorization endpoint of the client; "
              + "only the query decides",
          source: client.authorizationEndpoint?.anchor))
    }
    let client = verdict.client
    let checks: [(Step, String, SourceAnchor?)] = [
      (.request, "every piece of the query can be read, no parameter stands twice", nil),
      (
        .clientID,
        "\(UTF8Text.quoted(parameters.clientID.text?.string ?? "")) is \(clientName) "
          + "in \(environment.rawValue)", client?.clientID.anchor
      ),
      (
        .redirectURI,
        parameters.redirectURI.text == nil
          ? "left out; the client has exactly one"
          : verdict.match?.isLoopback == true
            ? "registered without port, and the port of a loopback URI is free"
            : "registered, byte for byte", verdict.match?.entry.anchor
      ),
      (.responseType, described(parameters.responseType), nil),
      (.state, described(parameters.state, isSecret: true), nil),
      (.scope, described(parameters.scope), nil),
      (.codeChallenge, described(parameters.codeChallenge), nil),
    ]
    for (step, message, source) in checks where !pass(step, message, source) { break }
    steps.append(
      .init(
        step: end, outcome: verdict.isAllowed ? .pass : .fail, message: decision.message,
        source: decision.source))
    return steps
  }

  private func described(_ parameter: Parameter, isSecret: Bool = false) -> String {
    switch parameter {
    case .missing: "not given, not needed"
    case .notRecorded: "not recorded, not checked"
    case .value(let text): isSecret ? "given" : "\(UTF8Text.quoted(text.string)) is allowed"
    }
  }
}

extension String {
  /// The text with a leading word exchanged.
  fileprivate func replacing(_ word: String, with other: String) -> String {
    utf8.starts(with: word.utf8) ? other + dropFirst(word.count) : self
  }
}
