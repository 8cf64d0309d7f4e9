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

/// The verdict on an authorization request: what decided, without a word for people.
package struct AuthorizationVerdict: Sendable {
  package var reason: Reason
  /// The client, once it is known.
  package var client: CompiledClient?
  /// The redirect URI, once it is known: errors from here on go back to it.
  package var match: RedirectURIMatch?

  /// True when a code is issued.
  package var isAllowed: Bool { reason == .allowed || reason == .loopbackPort }
}

extension CompiledPolicy {
  /// Steps 1 to 10 of the normative algorithm; the first failure decides.
  ///
  /// Sources: RFC 6749 sections 3.1 and 4.1.2.1, RFC 9700 section 4.1.3, RFC 7636, RFC 8252 section 7.3; the
  /// order is our own (inferred from precedent).
  package func judge(
    _ request: Result<AuthorizationParameters, UnreadableRequest>, _ context: RequestContext,
    outcome: AuthorizeRequest.Outcome = .approve
  ) -> AuthorizationVerdict {
    let parameters: AuthorizationParameters
    switch request {
    case .success(let read): parameters = read
    case .failure(.malformed): return AuthorizationVerdict(reason: .malformedRequest)
    case .failure(.duplicate): return AuthorizationVerdict(reason: .duplicateParameter)
    }
    var verdict = identify(parameters.clientID, parameters.redirectURI, context)
    guard let client = verdict.client, let match = verdict.match else { return verdict }
    verdict.reason =
      client.problem(with: parameters) ?? Self.reason(of: outcome)
      ?? (match.isLoopback ? .loopbackPort : .allowed)
    return verdict
  }

  /// Steps 3 to 5: whose request it is, and where the answer goes. Allowed, as far as that goes, where
  /// the redirect URI matches.
  package func identify(
    _ clientID: Parameter, _ redirectURI: Parameter, _ context: RequestContext
  ) -> AuthorizationVerdict {
    guard let clientID = clientID.text else {
      return AuthorizationVerdict(reason: .clientIDMissing)
    }
    guard let client = client(clientID, in: context.environment, policy: context.policy) else {
      let other = self.client(clientID, in: context.environment.other, policy: context.policy)
      return AuthorizationVerdict(
        reason: other == nil ? .clientUnknown : .clientOtherEnvironment, client: other)
    }
    var verdict = AuthorizationVerdict(reason: .allowed, client: client)
    if let requested = redirectURI.text {
      verdict.match = client.redirectURI(matching: requested)
    } else if let only = client.omittedRedirectURI {
      verdict.match = RedirectURIMatch(entry: only, target: only.value, isLoopback: false)
    } else {
      verdict.reason = .redirectURIMissing
      return verdict
    }
    switch verdict.match {
    // The hint behind this reason is looked up when somebody asks for it.
    case nil: verdict.reason = .redirectURINotRegistered
    case let match?: verdict.reason = match.isLoopback ? .loopbackPort : .allowed
    }
    return verdict
  }

  /// The reason that `decide` gives for a verdict, without the words around it: for many requests
  /// that are only counted.
  ///
  /// - Parameter registered: the redirect URIs of the client of the verdict.
  package func reason(
    of verdict: AuthorizationVerdict, _ redirectURI: Parameter, registered: RegisteredURIs
  ) -> Reason {
    guard verdict.reason == .redirectURINotRegistered, let requested = redirectURI.text else {
      return verdict.reason
    }
    return NearMiss.cause(
      requested, here: registered.here, elsewhere: registered.elsewhere, forms: registered.forms
    ).reason
  }

  /// The redirect URIs of the same client in the other environment.
  func redirectURIsElsewhere(_ client: CompiledClient) -> [Entry] {
    self.client(key: client.key, in: client.environment.other, policy: client.policy)?
      .redirectURIs ?? []
  }

  private static func reason(of outcome: AuthorizeRequest.Outcome) -> Reason? {
    switch outcome {
    case .approve: nil
    case .deny: .userDenied
    case .serverError: .serverError
    case .temporarilyUnavailable: .temporarilyUnavailable
    }
  }
}

extension CompiledClient {
  /// Steps 6 to 9: response type, state, scope, code challenge. Looks at the parameters that follow client
  /// and redirect URI, and of the client at its `requirements` only.
  package func problem(with parameters: AuthorizationParameters) -> Reason? {
    if parameters.responseType != .notRecorded {
      guard let type = parameters.responseType.text else { return .responseTypeMissing }
      guard responseTypes.contains(type) else { return .responseTypeUnsupported }
    }
    if parameters.state == .missing, requiresState { return .stateMissing }
    if firstRefusedScope(parameters.scope) != nil { return .scopeNotAllowed }
    return codeChallengeProblem(parameters)
  }

  /// Clients with equal requirements have the same problems with the same parameters.
  package var requirements: ClientRequirements {
    ClientRequirements(
      responseTypes: responseTypes, scopes: scopes.map(\.value), requiresState: requiresState,
      requiresPKCE: requiresPKCE, codeChallengeMethods: codeChallengeMethods)
  }
}

/// All of a client that steps 6 to 9 look at.
package struct ClientRequirements: Sendable, Hashable {
  fileprivate var responseTypes: [ExactString]
  fileprivate var scopes: [ExactString]
  fileprivate var requiresState: Bool
  fileprivate var requiresPKCE: Bool
  fileprivate var codeChallengeMethods: [ExactString]
}

extension CompiledPolicy {
  /// Decides a request to the authorization endpoint and explains it.
  package func decide(_ request: AuthorizeRequest) -> Decision {
    let verdict = judge(request.parameters, request.context, outcome: request.outcome)
    return AuthorizationExplanation(policy: self, request: request, verdict: verdict).decision
  }
}
