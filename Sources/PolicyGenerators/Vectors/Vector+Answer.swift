package import PolicyDecision
package import PolicyText

extension Vector {
  /// Creates a vector with the decision of the engine.
  ///
  /// The decision is one line: `allow URL`, `redirect URL` (an error response to the client),
  /// `local ERROR` (a page of the server), `not-handled`, `ignore`, `cancelled`, `error TYPE CODE
  /// DESCRIPTION` or `deny`; for the URL functions, the URL. At the token endpoint, it is `allow`
  /// or `error STATUS ERROR`, followed by ` basic` if the response has `WWW-Authenticate`.
  package init(
    id: String, environment: Environment, question: Question, answeredBy policy: CompiledPolicy
  ) {
    var reason: DecisionReason?
    let answer = Self.answer(question, environment, policy, &reason)
    // Servers may check a code in any order, so several reasons can be correct.
    if answer == "error 400 invalid_grant" { reason = nil }
    self.init(
      id: id, environment: environment, question: question, expect: answer,
      reason: reason.map(Self.reasonOfRuntime)?.rawValue)
  }

  /// The reason in the runtimes, which have one environment and don't search for similar values.
  private static func reasonOfRuntime(_ reason: DecisionReason) -> DecisionReason {
    switch reason {
    case .clientOtherEnvironment: .clientUnknown
    case .redirectURIOtherEnvironment, .redirectURICase, .redirectURITrailingSlash,
      .redirectURISameForBrowsers:
      .redirectURINotRegistered
    default: reason
    }
  }

  /// - Parameter reason: set if the runtime's function returns one.
  private static func answer(
    _ question: Question, _ environment: Environment, _ policy: CompiledPolicy,
    _ reason: inout DecisionReason?
  ) -> String {
    let context = RequestContext(environment: environment)
    switch question {
    case .redirectURI(let clientID, let redirectURI):
      let client = policy.client(ExactString(clientID), in: environment)
      return client?.redirectURI(matching: ExactString(redirectURI)) == nil ? "deny" : "allow"
    case .postLogoutRedirectURI(let clientID, let redirectURI):
      return policy.decide(
        PostLogoutRequest(
          context: context,
          parameters: .success(
            .init(
              clientID: .value(ExactString(clientID)), redirectURI: .value(ExactString(redirectURI))
            ))
        )
      ).outcome.rawValue
    case .corsOrigin(let clientID, let origin):
      return policy.decide(
        CrossOriginRequest(
          context: context, clientID: ExactString(clientID), page: .origin(ExactString(origin)))
      ).outcome.rawValue
    case .grantType(let clientID, let grantType):
      let client = policy.client(ExactString(clientID), in: environment)
      return client?.grantTypes.contains(ExactString(grantType)) ?? false ? "allow" : "deny"
    case .authorize(let query):
      let parameters = read(query)
      let decision = policy.decide(AuthorizeRequest(context: context, parameters: parameters))
      reason = decision.reason
      guard decision.outcome == .allow, decision.target == nil else {
        return browserAnswer(decision)
      }
      return "allow " + successURL(parameters, context, policy)
    case .appFlipIOS(let url):
      let decision = policy.decide(AppFlipIOSRequest(context: context, url: ExactString(url)))
      reason = decision.reason
      return browserAnswer(decision)
    case .appFlipAndroid(let intent):
      let decision = policy.decide(
        AppFlipAndroidRequest(
          context: context, action: ExactString(intent.action),
          caller: .init(
            package: ExactString(intent.package),
            certificates: intent.certificates.map { ExactString($0) }),
          clientID: intent.clientID.map { ExactString($0) },
          scopes: intent.scopes.map { ExactString($0) },
          redirectURI: intent.redirectURI.map { ExactString($0) }))
      reason = decision.reason
      return intentAnswer(decision, intent)
    case .successURL(let redirectURI, let code, let state):
      return ResponseURL.build(
        ExactString(redirectURI),
        [("code", ExactString(code)), ("state", state.map { ExactString($0) })]
      ).string
    case .errorURL(let redirectURI, let error, let description, let state):
      return ResponseURL.build(
        ExactString(redirectURI),
        [
          ("error", ExactString(error)),
          ("error_description", description.map { ExactString($0) }),
          ("state", state.map { ExactString($0) }),
        ]
      ).string
    case .token(let token): return tokenAnswer(token, environment, policy, &reason)
    }
  }

  /// Assumes that secrets and assertions are valid.
  private static func tokenAnswer(
    _ token: Token, _ environment: Environment, _ policy: CompiledPolicy,
    _ reason: inout DecisionReason?
  ) -> String {
    let code = token.issued.map { issued -> JSONValue in
      [
        "client": .string(issued.clientID), "redirect_uri": .optional(issued.redirectURI),
        "challenge": .optional(issued.challenge),
        "challenge_method": .string(issued.challengeMethod),
      ]
    }
    func decision(account: JSONValue) -> Decision {
      policy.decide(
        TokenRequest(
          context: RequestContext(
            environment: environment,
            facts: ["code": code ?? .null, "secret_matches": true, "account": account]),
          form: ExactString(token.form), authorization: token.authorization.map { ExactString($0) })
      )
    }
    let decision = [decision(account: "known"), decision(account: "unknown")]
      .max { $0.outcome != .allow && $1.outcome == .allow }
    reason = decision?.reason
    guard let decision, decision.outcome != .allow else { return "allow" }
    guard case .int(let status)? = decision.result?["status"] else { return "no status" }
    let asks = decision.result?["headers"]?["WWW-Authenticate"] != nil
    return "error \(status) \(decision.error ?? "")" + (asks ? " basic" : "")
  }

  private static func read(_ query: String) -> Result<AuthorizationParameters, UnreadableRequest> {
    do throws(UnreadableRequest) {
      return .success(try QueryReader.read(ExactString(query), mode: .form))
    } catch {
      return .failure(error)
    }
  }

  /// The success URL of an allowed request. The engine builds it only for the response type `code`;
  /// generated code builds it for all response types.
  private static func successURL(
    _ parameters: Result<AuthorizationParameters, UnreadableRequest>, _ context: RequestContext,
    _ policy: CompiledPolicy
  ) -> String {
    let verdict = policy.judge(parameters, context)
    guard let match = verdict.match, let parameters = try? parameters.get() else { return "" }
    return ResponseURL.build(
      match.target(parameters),
      [
        ("code", context.code), ("state", parameters.state.text),
        ("iss", verdict.client?.issuer?.value),
      ]
    ).string
  }

  private static func browserAnswer(_ decision: Decision) -> String {
    switch (decision.outcome, decision.target) {
    case (.ignore, _): "ignore"
    case (.allow, let target): "allow " + (target?.string ?? "")
    case (.deny, let target?): "redirect " + target.string
    case (.deny, nil):
      decision.channel == .localError ? "local " + (decision.error ?? "") : "not-handled"
    }
  }

  private static func intentAnswer(_ decision: Decision, _ intent: Intent) -> String {
    switch decision.outcome {
    case .ignore: return "ignore"
    // The registered URI has the same bytes, apart from the port of a loopback URI.
    case .allow: return "allow " + (intent.redirectURI ?? "")
    case .deny: break
    }
    guard let extras = decision.result?["extras"], case .int(let type)? = extras["ERROR_TYPE"],
      case .int(let code)? = extras["ERROR_CODE"]
    else { return "cancelled" }
    guard case .string(let description)? = extras["ERROR_DESCRIPTION"] else {
      return "error \(type) \(code)"
    }
    return "error \(type) \(code) \(description)"
  }
}
