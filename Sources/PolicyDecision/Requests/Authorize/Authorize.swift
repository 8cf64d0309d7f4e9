package import PolicyText

/// A request to the authorization endpoint.
public struct AuthorizeRequest: Sendable {
  /// What the user and the server do after the request is accepted.
  public enum Outcome: String, Sendable, CaseIterable {
    case approve, deny
    case serverError = "server_error"
    case temporarilyUnavailable = "temporarily_unavailable"
  }

  package var context: RequestContext
  /// The parameters, or why the query can't be read.
  package var parameters: Result<AuthorizationParameters, UnreadableRequest>
  /// The origin and path if the request has a whole URL.
  package var endpoint: ExactString?
  package var outcome: Outcome
  /// The `error_description` of the server; nil if it sends none.
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
