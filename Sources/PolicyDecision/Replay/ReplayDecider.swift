import PolicyText

/// Decides the requests of a log, and explains decisions for samples.
final class ReplayDecider: Sendable {
  let new: ReplaySide
  let old: ReplaySide?
  let options: Replay.Options
  let clientNames: [ExactString]
  /// The index in `clientNames` by client number; -1 for none.
  private let clientIndex: [Int32]
  private let reasons = Array(DecisionReason.allCases)
  private let otherReason: UInt8

  init(new: ReplaySide, old: ReplaySide?, options: Replay.Options) {
    self.new = new
    self.old = old
    self.options = options
    otherReason = UInt8(
      truncatingIfNeeded: DecisionReason.allCases.firstIndex(of: .notAuthorizationRequest) ?? 0)
    let clients = new.clients
    clientNames = clients.map(\.name)
    var clientIndex = [Int32](repeating: -1, count: (clients.map(\.number).max() ?? -1) + 1)
    for (index, client) in clients.enumerated() { clientIndex[client.number] = Int32(index) }
    self.clientIndex = clientIndex
  }

  /// The decision on a request.
  func answer(_ request: LoggedRequest) -> LineAnswer {
    let outcome = new.outcome(of: request)
    let answer = LineAnswer(
      reason: index(of: outcome.reason), isAllowed: outcome.isAllowed,
      wasAllowed: old?.outcome(of: request).isAllowed ?? outcome.isAllowed,
      client: outcome.client.map { clientIndex[$0] } ?? -1, rank: outcome.rank)
    guard let place = request.place else { return answer }
    return self.answer(answer, elsewhere(place, request))
  }

  /// The sides for which a URL isn't an endpoint of its query's client.
  private func elsewhere(
    _ place: ExactString, _ request: LoggedRequest
  ) -> EndpointMismatch {
    let context = RequestContext(environment: request.environment)
    let clientID = request.fields.clientID
    let isIgnored = new.policy.isElsewhere(place, clientID: clientID, context)
    let wasIgnored = old?.policy.isElsewhere(place, clientID: clientID, context) ?? isIgnored
    var elsewhere: EndpointMismatch = []
    if isIgnored { elsewhere.insert(.isIgnored) }
    if wasIgnored { elsewhere.insert(.wasIgnored) }
    return elsewhere
  }

  /// Changes the decision on a query if its URL isn't an endpoint on one of the sides.
  private func answer(_ answer: LineAnswer, _ elsewhere: EndpointMismatch) -> LineAnswer {
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

  /// The decision on a request that isn't for an authorization endpoint.
  var otherRequest: LineAnswer {
    LineAnswer(
      reason: otherReason, isAllowed: false, wasAllowed: false,
      elsewhere: [.isIgnored, .wasIgnored], client: -1)
  }

  /// The authorization endpoints of the policies and those of `--against`.
  func endpoints(in environment: Environment) -> [ExactString] {
    let context = RequestContext(environment: environment)
    return ([new] + (old.map { [$0] } ?? [])).flatMap { side in
      side.policy.authorizationEndpoints(in: context).map(\.value)
    }
  }

  private func index(of reason: DecisionReason) -> UInt8 {
    UInt8(truncatingIfNeeded: reasons.firstIndex { $0 == reason } ?? 0)
  }

  /// A sample with the decisions of both sides.
  func sample(
    _ request: LoggedRequest, shown: JSONValue, kind: String, reason: DecisionReason, count: Int
  ) -> ReplaySample {
    let asked = AuthorizeRequest(
      context: RequestContext(environment: request.environment), parameters: request.parameters,
      endpoint: request.place)
    return ReplaySample(
      kind: kind, reason: reason.rawValue, count: count, request: shown,
      old: old?.json(asked) ?? .null, new: new.json(asked))
  }
}
