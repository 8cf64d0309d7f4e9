import PolicyDiagnostics
import PolicyModel
package import PolicyText

/// A request to the authorization endpoint.
package struct AuthorizeRequest: Sendable {
  /// What the user and the server do once the request is accepted.
  package enum Outcome: String, Sendable, CaseIterable {
    case approve, deny
    case serverError = "server_error"
    case temporarilyUnavailable = "temporarily_unavailable"
  }

  package var context: RequestContext
  /// The parameters, or why the query cannot be read.
  package var parameters: Result<AuthorizationParameters, UnreadableRequest>
  /// Origin and path where the whole URL was given; only remarked, never decided by.
  package var endpoint: ExactString?
  package var outcome: Outcome

  package init(
    context: RequestContext, parameters: Result<AuthorizationParameters, UnreadableRequest>,
    endpoint: ExactString? = nil, outcome: Outcome = .approve
  ) {
    self.context = context
    self.parameters = parameters
    self.endpoint = endpoint
    self.outcome = outcome
  }
}

extension CompiledPolicy {
  /// Decides a request to the authorization endpoint and explains it.
  package func decide(_ request: AuthorizeRequest) -> Decision {
    var recorder = TraceRecorder(request.context)
    noteEndpoint(of: request, to: &recorder)
    let verdict = judge(
      request.parameters, request.context, outcome: request.outcome, to: &recorder)
    return AuthorizationAnswer(
      policy: self, request: request, verdict: verdict, recorder: recorder
    ).decision
  }

  /// Whether the URL is that of the client's endpoint; decides nothing.
  private func noteEndpoint(of request: AuthorizeRequest, to recorder: inout TraceRecorder) {
    let context = request.context
    guard let endpoint = request.endpoint, case .success(let parameters) = request.parameters,
      let id = parameters.clientID.text,
      let client = client(id, in: context.environment, policy: context.policy)
        ?? client(id, in: context.environment.other, policy: context.policy)
    else { return }
    let known = client.authorizationEndpoint
    recorder.note(
      .link,
      known?.value == endpoint
        ? "\(endpoint.quoted) is the authorization endpoint"
        : "\(endpoint.quoted) is no authorization endpoint of the client; only the query decides",
      at: known?.anchor)
  }
}
