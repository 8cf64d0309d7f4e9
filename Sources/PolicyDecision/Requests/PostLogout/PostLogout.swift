package import PolicyText
import PolicyModel

/// A request to the end-session endpoint, with or without a redirect after sign-out.
package struct PostLogoutRequest: Sendable {
  /// The parameters that decide.
  package struct Parameters: Sendable, Equatable {
    package var clientID: Parameter
    package var redirectURI: Parameter
    package var state: Parameter
    package var idTokenHint: Parameter

    package init(
      clientID: Parameter = .missing, redirectURI: Parameter = .missing,
      state: Parameter = .missing, idTokenHint: Parameter = .missing
    ) {
      self.clientID = clientID
      self.redirectURI = redirectURI
      self.state = state
      self.idTokenHint = idTokenHint
    }

    /// Parses the parameters of a query; rejects the whole query if one parameter is malformed.
    package static func reading(query: ExactString) -> Result<Parameters, UnreadableRequest> {
      do throws(UnreadableRequest) {
        return .success(try Parameters(query))
      } catch {
        return .failure(error)
      }
    }

    private init(_ query: ExactString) throws(UnreadableRequest) {
      self.init()
      var seen: [ExactString] = []
      var duplicate: ExactString?
      for (name, value) in try QueryReader.pairs(query, mode: .form) {
        let value = Parameter(value)
        switch name {
        case "client_id": clientID = value
        case "post_logout_redirect_uri": redirectURI = value
        case "state": state = value
        case "id_token_hint": idTokenHint = value
        case "logout_hint", "ui_locales": break
        default: continue
        }
        if seen.contains(name) { duplicate = duplicate ?? name }
        seen.append(name)
      }
      if let duplicate { throw .duplicate(name: duplicate.string) }
    }
  }

  package var context: RequestContext
  /// The parameters, or why the query can't be read.
  package var parameters: Result<Parameters, UnreadableRequest>
  /// The origin and path if the request has a whole URL.
  package var endpoint: ExactString?

  package init(
    context: RequestContext, parameters: Result<Parameters, UnreadableRequest>,
    endpoint: ExactString? = nil
  ) {
    self.context = context
    self.parameters = parameters
    self.endpoint = endpoint
  }
}

extension CompiledPolicy {
  /// Decides where the user is redirected after sign-out. The user is signed out in any case; only
  /// the redirect can be rejected.
  ///
  /// Source: OpenID Connect RP-Initiated Logout 1.0 sections 2 to 4. The order of checks is our own
  /// (inferred): that of the authorization endpoint.
  package func decide(_ request: PostLogoutRequest) -> Decision {
    var recorder = TraceRecorder(request.context)
    let context = request.context
    let id = (try? request.parameters.get())?.clientID.text
    let client = id.flatMap { self.client($0, in: context.environment, policy: context.policy) }
    if let asked = request.endpoint,
      let elsewhere = ServerEndpoint(asked, .endSession, of: client, in: self, context)
        .refusal(&recorder)
    {
      return elsewhere
    }
    let parameters: PostLogoutRequest.Parameters
    switch request.parameters {
    case .success(let read): parameters = read
    case .failure(let problem):
      return recorder.noRedirect(
        .request, problem.reason, "invalid_request", problem.words)
    }
    recorder.pass(.request, "the query is readable and has no duplicate parameter")
    guard let requested = parameters.redirectURI.text else {
      return recorder.end(
        .allow, .postLogoutRedirectURI, .allowed, channel: .localPage,
        message:
          "the request has no redirect: the user is signed out and stays on the server's page",
        source: client?.anchor)
    }
    return SignOut(
      policy: self, context: context, parameters: parameters, client: client, requested: requested
    ).decision(recorder)
  }
}

extension Step {
  static let postLogoutRedirectURI: Step = "post_logout_redirect_uri"
}

/// A request with a redirect.
private struct SignOut {
  let policy: CompiledPolicy
  let context: RequestContext
  let parameters: PostLogoutRequest.Parameters
  let client: CompiledClient?
  let requested: ExactString

  private static let hint: Step = "id_token_hint"

  func decision(_ recorder: TraceRecorder) -> Decision {
    var recorder = recorder
    if let id = parameters.clientID.text {
      guard let client else { return unknown(id, recorder) }
      recorder.pass(
        .clientID,
        "\(id.quoted) is client `\(client.key.string)` in \(context.environment.rawValue)",
        at: client.clientID.anchor)
      recorder.note(
        Self.hint,
        parameters.idTokenHint == .missing
          ? "missing; it is recommended, and without it the server should ask the user"
          : "assumed to be issued to this client, because its contents are not read here")
      return answer([client], recorder)
    }
    // The hint identifies the client; its contents aren't read here.
    guard parameters.idTokenHint != .missing else {
      return recorder.noRedirect(
        .clientID, .clientIDMissing, "invalid_request",
        "the request has neither `client_id` nor `id_token_hint`, so its client is unknown")
    }
    recorder.note(Self.hint, "it names the client, but its contents are not read here")
    return answer(policy.clients(in: context) { _ in true }, recorder)
  }

  private func unknown(_ id: ExactString, _ recorder: TraceRecorder) -> Decision {
    let unknown = policy.unknownClient(id, context)
    return recorder.noRedirect(
      .clientID, unknown.reason, "invalid_client", unknown.message, source: unknown.source)
  }

  private func answer(_ clients: [CompiledClient], _ recorder: TraceRecorder) -> Decision {
    for client in clients {
      guard let entry = client.postLogoutRedirectURI(matching: requested) else { continue }
      return recorder.end(
        .allow, .postLogoutRedirectURI, .allowed, channel: .postLogoutRedirect,
        message: "client `\(client.key.string)` may send the user to \(requested.quoted) after the "
          + "sign-out in \(context.environment.rawValue)",
        target: ResponseURL.build(entry.value, [("state", parameters.state.text)]),
        confidence: self.client == nil ? .inferred : .certain, source: entry.anchor)
    }
    let mismatch = RedirectURIMismatch(
      requested: requested, here: clients.flatMap(\.postLogoutRedirectURIs),
      elsewhere: clients.compactMap(policy.counterpart).flatMap(\.postLogoutRedirectURIs))
    let cause = mismatch.cause
    let whose = client.map { "of client `\($0.key.string)`" } ?? "of any client"
    let message = mismatch.words(
      cause, in: context.environment,
      otherwise: " is not a post-logout redirect URI \(whose) in \(context.environment.rawValue)")
    return recorder.noRedirect(
      .postLogoutRedirectURI, cause.reason, "invalid_request", message,
      nearest: mismatch.nearest(cause),
      source: cause.entry?.anchor ?? (client ?? clients.first)?.anchor)
  }
}

extension TraceRecorder {
  /// The user is signed out and stays on a page of the server.
  fileprivate func noRedirect(
    _ step: Step, _ reason: DecisionReason, _ error: String, _ message: String,
    nearest: Decision.Nearest? = nil, source: SourceAnchor? = nil
  ) -> Decision {
    end(
      .deny, step, reason, channel: .localError, error: error, message: message,
      nearest: nearest, source: source)
  }
}
