import PolicyText
import PolicyModel

/// The policies of one side, which decide the requests of a log.
final class ReplaySide: Sendable {
  let policy: CompiledPolicy
  private let workspace: Workspace
  private let ranks: RegisteredRanks

  init(_ policy: CompiledPolicy, in workspace: Workspace, redacts: Bool) {
    self.policy = policy
    self.workspace = workspace
    ranks = RegisteredRanks(policy, redacts: redacts)
  }

  /// The outcome of a request, for counting.
  struct Outcome {
    var reason: DecisionReason
    /// The client's number.
    var client: Int?
    /// The rank of the request, if already known.
    var rank: UInt64?

    var isAllowed: Bool { reason == .allowed || reason == .loopbackPort }
  }

  /// Decides a request.
  func outcome(of request: LoggedRequest) -> Outcome {
    if let problem = request.problem {
      return Outcome(reason: problem.reason)
    }
    let verdict = policy.judge(request.fields, in: request.environment)
    var outcome = Outcome(
      reason: policy.reason(of: verdict, request.fields), client: verdict.client?.number)
    if let match = verdict.match, !match.isLoopback, request.fields.range(of: .redirectURI) != nil {
      outcome.rank = ranks[match]
    }
    return outcome
  }

  /// The decision in samples, without the message, which may contain secrets.
  func json(_ request: AuthorizeRequest) -> JSONValue {
    let verdict = policy.judge(request.parameters, request.context)
    guard verdict.client != nil || isElsewhere(request) else {
      // No line of the policies decides, and searching for a similar client would be wasted.
      return ["decision": "deny", "reason": .string(verdict.plainReason.rawValue), "source": .null]
    }
    let decision = policy.decide(request)
    return [
      "decision": .string(decision.outcome.rawValue), "reason": .string(decision.reason.rawValue),
      "source": decision.source.flatMap { workspace.source(of: $0) }?.json ?? .null,
    ]
  }

  private func isElsewhere(_ request: AuthorizeRequest) -> Bool {
    guard let place = request.endpoint else { return false }
    let clientID = (try? request.parameters.get())?.clientID ?? .missing
    return policy.isElsewhere(place, clientID: clientID, request.context)
  }

  /// The clients by number, with their names in summaries.
  ///
  /// If two policies have the same key, it is prefixed with the policy's name.
  var clients: [(number: Int, name: ExactString)] {
    var all: [(number: Int, policy: ExactString, key: ExactString)] = []
    var known: Set<Int> = []
    for environment in Environment.allCases {
      for client in policy.clients[environment] ?? [] where known.insert(client.number).inserted {
        all.append((client.number, client.policy, client.key))
      }
    }
    let owners = Dictionary(grouping: all, by: \.key).mapValues(\.count)
    return all.map { client in
      owners[client.key] == 1
        ? (client.number, client.key)
        : (client.number, ExactString("\(client.policy)/\(client.key)"))
    }
  }
}
