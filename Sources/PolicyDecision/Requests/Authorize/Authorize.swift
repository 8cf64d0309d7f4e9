package import PolicyText

/// A request to the authorization endpoint.
public struct AuthorizeRequest: Sendable {
  /// What the user and the server do once the request is accepted.
  public enum Outcome: String, Sendable, CaseIterable {
    case approve, deny
    case serverError = "server_error"
    case temporarilyUnavailable = "temporarily_unavailable"
  }

  package var context: RequestContext
  /// The parameters, or why the query cannot be read.
  package var parameters: Result<AuthorizationParameters, UnreadableRequest>
  /// Origin and path where the whole URL was given.
  package var endpoint: ExactString?
  package var outcome: Outcome
  /// What the server answers along with an error; nil where it explains nothing.
  package var errorDescription: ExactString?

  package init(
    context: RequestContext, parameters: Result<AuthorizationParameters, UnreadableRequest>,
    endpoint: ExactString? = nil, outcome: Outcome = .approve,
    errorDescription: ExactString? = nil
  ) {
    self.context = context
    self.parameters = parameters
    self.endpoint = endpoint
    self.outcome = outcome
    self.errorDescription = errorDescription
  }
}

extension CompiledPolicy {
  /// Decides a request to the authorization endpoint and explains it.
  package func decide(_ request: AuthorizeRequest) -> Decision {
    var recorder = TraceRecorder(request.context)
    if let endpoint = request.endpoint {
      let context = request.context
      let id = (try? request.parameters.get())?.clientID.text
      let client = id.flatMap { self.client($0, in: context.environment, policy: context.policy) }
      let asked = ServerEndpoint(endpoint, .authorization, of: client, in: self, context)
      if let elsewhere = asked.refusal(&recorder) { return elsewhere }
    }
    let verdict = judge(
      request.parameters, request.context, outcome: request.outcome, to: &recorder)
    return AuthorizationAnswer(
      policy: self, request: request, verdict: verdict, recorder: recorder
    ).decision
  }
}
