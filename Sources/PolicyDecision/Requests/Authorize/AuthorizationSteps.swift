package import PolicyText

extension CompiledPolicy {
  /// Steps 1 to 10 of the authorization algorithm; the first failure decides.
  ///
  /// Sources: RFC 6749 sections 3.1 and 4.1.2.1, RFC 9700 section 4.1.3, RFC 7636, RFC 8252 section
  /// 7.3. The order is our own (inferred from precedent).
  package func judge(
    _ request: Result<AuthorizationParameters, UnreadableRequest>, _ context: RequestContext,
    outcome: AuthorizeRequest.Outcome = .approve
  ) -> AuthorizationVerdict {
    var recorder = TraceRecorder(isRecording: false)
    return judge(request, context, outcome: outcome, to: &recorder)
  }

  /// The same steps for parsed parameters, with all policies.
  package func judge(
    _ parameters: AuthorizationParameters, in environment: Environment
  ) -> AuthorizationVerdict {
    var recorder = TraceRecorder(isRecording: false)
    return judge(parameters, environment, policy: nil, outcome: .approve, to: &recorder)
  }

  /// The same steps with a trace.
  func judge(
    _ request: Result<AuthorizationParameters, UnreadableRequest>, _ context: RequestContext,
    outcome: AuthorizeRequest.Outcome, to recorder: inout TraceRecorder
  ) -> AuthorizationVerdict {
    switch request {
    case .success(let parameters):
      return judge(
        parameters, context.environment, policy: context.policy, outcome: outcome, to: &recorder)
    case .failure(let problem): return AuthorizationVerdict(problem)
    }
  }

  private func judge(
    _ parameters: AuthorizationParameters, _ environment: Environment, policy: ExactString?,
    outcome: AuthorizeRequest.Outcome, to recorder: inout TraceRecorder
  ) -> AuthorizationVerdict {
    recorder.pass(.request, "the query is readable and has no duplicate parameter")
    var verdict = identify(parameters, environment, policy: policy, to: &recorder)
    if let client = verdict.client, verdict.match != nil,
      let reason = client.problem(with: parameters, to: &recorder) ?? outcome.reason
    {
      verdict.end(with: reason)
    }
    return verdict
  }

  /// Steps 3 to 5 find the client and its redirect URI. The verdict is `allowed` so far if the
  /// redirect URI matches.
  private func identify(
    _ parameters: AuthorizationParameters, _ environment: Environment, policy: ExactString?,
    to recorder: inout TraceRecorder
  ) -> AuthorizationVerdict {
    func client(in environment: Environment) -> CompiledClient?? {
      parameters.withBytes(of: .clientID) { self.client($0, in: environment, policy: policy) }
    }
    guard let found = client(in: environment) else { return AuthorizationVerdict(.clientIDMissing) }
    guard let client = found else {
      let elsewhere = client(in: environment.other) ?? nil
      return AuthorizationVerdict(
        elsewhere == nil ? .clientUnknown : .clientOtherEnvironment, client: elsewhere)
    }
    recorder.pass(
      .clientID,
      "\(client.clientID.value.quoted) is client `\(client.key.string)` in \(environment.rawValue)",
      at: client.clientID.anchor)
    let requested = parameters.withBytes(of: .redirectURI) { client.redirectURI(matching: $0) }
    guard let requested else {
      guard let only = client.omittedRedirectURI else {
        return AuthorizationVerdict(.redirectURIMissing, client: client)
      }
      recorder.pass(.redirectURI, "left out; the client has exactly one", at: only.anchor)
      return AuthorizationVerdict(RedirectURIMatch(client: client, index: 0, isLoopback: false))
    }
    guard let match = requested else {
      return AuthorizationVerdict(.redirectURINotRegistered, client: client)
    }
    recorder.pass(
      .redirectURI,
      match.isLoopback
        ? "registered without a port; a loopback URI may have any port"
        : "registered, byte for byte", at: match.entry.anchor)
    return AuthorizationVerdict(match)
  }
}

extension CompiledClient {
  /// The problem of a request whose redirect URI matches, from steps 6 to 9: response type, state,
  /// scope, code challenge; nil if it is allowed.
  fileprivate func problem(
    with parameters: AuthorizationParameters, to recorder: inout TraceRecorder
  ) -> DecisionReason? {
    if parameters[location: .responseType] != .notRecorded {
      let asked = parameters.withBytes(of: .responseType) { bytes in
        responseTypes.first { $0.hasBytes(bytes) }
      }
      guard let asked else { return .responseTypeMissing }
      guard let type = asked else { return .responseTypeUnsupported }
      guard mayReceive(responseType: type) else { return .grantTypeNotAllowed }
    }
    recorder.pass(.responseType, parameters.responseType)
    if parameters[location: .state] == .missing, requiresState { return .stateMissing }
    recorder.pass(.state, parameters.state, isSecret: true)
    if firstRefusedScope(of: parameters) != nil { return .scopeNotAllowed }
    recorder.pass(.scope, parameters.scope)
    if let problem = codeChallengeProblem(parameters) { return problem }
    // If the method isn't recorded, the challenge isn't checked either.
    recorder.pass(
      .codeChallenge,
      parameters[location: .codeChallenge] == .missing
        || parameters[location: .codeChallengeMethod] != .notRecorded
        ? parameters.codeChallenge : .notRecorded)
    return nil
  }
}

extension TraceRecorder {
  /// Records a parameter that its check accepts, if the check was possible.
  @inline(__always) fileprivate mutating func pass(
    _ step: Step, _ parameter: @autoclosure () -> Parameter, isSecret: Bool = false
  ) {
    record(step, at: nil) {
      switch parameter() {
      case .missing: (.pass, "not given, not needed")
      case .notRecorded: (.note, "not recorded, not checked")
      case .value(let text): (.pass, isSecret ? "given" : "\(text.quoted) is allowed")
      }
    }
  }
}

extension AuthorizeRequest.Outcome {
  /// Why the server sends an error instead of a code; nil if the user approves.
  fileprivate var reason: DecisionReason? {
    switch self {
    case .approve: nil
    case .deny: .userDenied
    case .serverError: .serverError
    case .temporarilyUnavailable: .temporarilyUnavailable
    }
  }
}
