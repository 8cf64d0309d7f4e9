import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Puts requests of a log to the decision core, with and without the words around the answer.
struct ReplayDecider: Sendable {
  let new: ReplaySide
  let old: ReplaySide?
  let options: Replay.Options
  /// Names of the clients; answers count here.
  let clientNames: [ExactString]
  private let clientIndex: [SourceAnchor: Int32]
  private let reasons = Array(Reason.allCases)
  private let otherReason: UInt8
  private let prod = RequestContext(environment: .prod)
  private let sandbox = RequestContext(environment: .sandbox)
  /// Of the policies and those of `--against`.
  private let clientIDs: ClientIDFilter
  /// What the core says to an ID that no policy has.
  private var strangers: (prod: LineIdentity, sandbox: LineIdentity)?

  init(new: ReplaySide, old: ReplaySide?, options: Replay.Options) {
    self.new = new
    self.old = old
    self.options = options
    otherReason = UInt8(
      truncatingIfNeeded: Reason.allCases.firstIndex(of: .notAuthorizationRequest) ?? 0)
    let clients = new.clients
    clientNames = clients.map(\.name)
    clientIndex = Dictionary(
      uniqueKeysWithValues: clients.enumerated().map { ($1.anchor, Int32($0)) })
    clientIDs = ClientIDFilter(
      ([new] + (old.map { [$0] } ?? [])).flatMap { side in
        side.policy.clients.values.joined().map(\.clientID.value)
      })
    // One of these is an ID that no policy has.
    for number in 0..<64 {
      let nobody = ExactString("nobody-\(number)")
      guard !LineText.with(nobody.utf8, { clientIDs.mayHold($0) }) else { continue }
      strangers = (
        identify(Parameter(nobody), .missing, .prod),
        identify(Parameter(nobody), .missing, .sandbox)
      )
      break
    }
  }

  /// What the core says to client ID and redirect URI where it is known that no policy has the ID: the same for all such
  /// IDs. nil where a policy may have it, or there is none.
  @inline(__always) func stranger(_ clientID: LineText, isSandbox: Bool) -> LineIdentity? {
    guard clientID.count > 0, !clientIDs.mayHold(clientID) else { return nil }
    return isSandbox ? strangers?.sandbox : strangers?.prod
  }

  /// How many redirect URIs are registered: about as many different requests are allowed.
  var registered: Int {
    new.policy.clients.values.joined().reduce(0) { $0 + $1.redirectURIs.count }
  }

  /// What the core says to client and redirect URI.
  func identify(
    _ clientID: Parameter, _ redirectURI: @autoclosure () -> Parameter, _ environment: Environment
  ) -> LineIdentity {
    let verdict = ask(new, clientID, redirectURI(), environment)
    let isMatched = verdict.match != nil
    var identity = LineIdentity(
      reason: index(of: verdict.reason), isMatched: isMatched, wasMatched: isMatched,
      client: index(of: verdict.client), requirements: 0, oldRequirements: 0)
    if isMatched, let client = verdict.client {
      identity.requirements = new.requirements(of: client)
    }
    if let old {
      let verdict = ask(old, clientID, redirectURI(), environment)
      identity.wasMatched = verdict.match != nil
      if identity.wasMatched, let client = verdict.client {
        identity.oldRequirements = old.requirements(of: client)
      }
    }
    return identity
  }

  /// Without a copy of the context, which is as much work as a look at the table of clients.
  private func ask(
    _ side: ReplaySide, _ clientID: Parameter, _ redirectURI: @autoclosure () -> Parameter,
    _ environment: Environment
  ) -> AuthorizationVerdict {
    switch environment {
    case .prod: side.policy.identify(clientID, redirectURI(), prod)
    case .sandbox: side.policy.identify(clientID, redirectURI(), sandbox)
    }
  }

  /// What the core says to the parameters behind them.
  func check(_ parameters: AuthorizationParameters, _ identity: LineIdentity) -> LineRest {
    let problem =
      identity.isMatched
      ? new.problem(with: parameters, requirements: identity.requirements) : nil
    var rest = LineRest(
      problem: problem.map { index(of: $0) } ?? LineRest.none, wasRefused: problem != nil)
    if let old {
      rest.wasRefused =
        identity.wasMatched
        && old.problem(with: parameters, requirements: identity.oldRequirements) != nil
    }
    return rest
  }

  /// Where a URL is no endpoint.
  func elsewhere(
    _ place: ExactString, _ clientID: Parameter, _ environment: Environment
  ) -> LineElsewhere {
    let context = RequestContext(environment: environment)
    let isIgnored = new.policy.isElsewhere(place, clientID: clientID, context)
    let wasIgnored = old?.policy.isElsewhere(place, clientID: clientID, context) ?? isIgnored
    var elsewhere: LineElsewhere = []
    if isIgnored { elsewhere.insert(.isIgnored) }
    if wasIgnored { elsewhere.insert(.wasIgnored) }
    return elsewhere
  }

  /// The answer where a URL is no endpoint on one of the sides, made of what its query would get.
  func answer(_ answer: LineAnswer, _ elsewhere: LineElsewhere) -> LineAnswer {
    guard !elsewhere.isEmpty else { return answer }
    var answer = answer
    answer.elsewhere = elsewhere
    if elsewhere.contains(.isIgnored) {
      answer.reason = index(of: .endpointUnknown)
      answer.isAllowed = false
    }
    if elsewhere.contains(.wasIgnored) { answer.wasAllowed = false }
    return answer
  }

  /// What is counted where a request of an access log is none to an authorization endpoint.
  var otherRequest: LineAnswer {
    LineAnswer(
      reason: otherReason, isAllowed: false, wasAllowed: false,
      elsewhere: [.isIgnored, .wasIgnored], client: -1)
  }

  /// The authorization endpoints of the policies, and of those of `--against`.
  func endpoints(in environment: Environment) -> [ExactString] {
    let context = RequestContext(environment: environment)
    return ([new] + (old.map { [$0] } ?? [])).flatMap { side in
      side.policy.authorizationEndpoints(in: context).map(\.value)
    }
  }

  /// The answer to the query of a request as a whole.
  func answer(_ request: LoggedRequest) -> LineAnswer {
    let context = RequestContext(environment: request.environment)
    let verdict = new.policy.judge(request.parameters, context)
    return LineAnswer(
      reason: index(of: verdict.reason), isAllowed: verdict.isAllowed,
      wasAllowed: old.map { $0.policy.judge(request.parameters, context).isAllowed }
        ?? verdict.isAllowed,
      client: index(of: verdict.client))
  }

  /// Those that are asked for stand at the start: a dictionary would hash their names.
  private func index(of reason: Reason) -> UInt8 {
    UInt8(truncatingIfNeeded: reasons.firstIndex { $0 == reason } ?? 0)
  }

  private func index(of client: CompiledClient?) -> Int32 {
    client.flatMap { clientIndex[$0.anchor] } ?? -1
  }

  /// A sample of what was answered.
  func sample(
    _ request: LoggedRequest, shown: JSONValue, class kind: String, reason: Reason, count: Int
  ) -> ReplaySample {
    let asked = AuthorizeRequest(
      context: RequestContext(environment: request.environment), parameters: request.parameters,
      endpoint: request.place)
    return ReplaySample(
      kind: kind, reason: reason.rawValue, count: count, request: shown,
      old: old?.json(asked) ?? .null, new: new.json(asked))
  }
}
