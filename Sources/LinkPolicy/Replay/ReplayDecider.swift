import Diagnostics
import PolicyDecision
import PolicyModel
import TextSupport

/// Puts requests of a log to the decision core, with and without the words around the answer.
struct ReplayDecider: Sendable {
  let new: ReplaySide
  let old: ReplaySide?
  let options: Replay.Options
  /// Names of the clients; answers count here.
  let clientNames: [ExactString]
  private let clientIndex: [SourceAnchor: Int32]
  private let reasonIndex: [Reason: UInt8]

  init(new: ReplaySide, old: ReplaySide?, options: Replay.Options) {
    self.new = new
    self.old = old
    self.options = options
    let clients = new.clients
    clientNames = clients.map(\.name)
    clientIndex = Dictionary(
      uniqueKeysWithValues: clients.enumerated().map { ($1.anchor, Int32($0)) })
    reasonIndex = Dictionary(
      uniqueKeysWithValues: Reason.allCases.enumerated().map { ($1, UInt8($0)) })
  }

  /// All redirect URIs: about as many different requests are allowed.
  var registered: Int {
    new.policy.clients.values.joined().reduce(0) { $0 + $1.redirectURIs.count }
  }

  /// The answer of the core.
  func answer(_ request: LoggedRequest) -> LineAnswer {
    let context = RequestContext(environment: request.environment)
    let (verdict, reason) = new.decide(request.parameters, context)
    return LineAnswer(
      reason: reasonIndex[reason] ?? 0, isAllowed: verdict.isAllowed,
      wasAllowed: old.map { $0.policy.judge(request.parameters, context).isAllowed }
        ?? verdict.isAllowed,
      client: verdict.client.flatMap { clientIndex[$0.anchor] } ?? -1)
  }

  /// A sample of what was answered.
  func sample(
    _ request: LoggedRequest, shown: JSONValue, class kind: String, reason: Reason
  ) -> ReplaySample {
    let asked = AuthorizeRequest(
      context: RequestContext(environment: request.environment), parameters: request.parameters)
    return ReplaySample(
      kind: kind, reason: reason.rawValue, count: 0, request: shown,
      old: old?.json(asked) ?? .null, new: new.json(asked))
  }
}
