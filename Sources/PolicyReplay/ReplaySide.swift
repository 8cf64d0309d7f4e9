import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Policies that requests of a log are put to.
struct ReplaySide: Sendable {
  let policy: CompiledPolicy
  private let workspace: Workspace

  init(_ policy: CompiledPolicy, in workspace: Workspace) {
    self.policy = policy
    self.workspace = workspace
  }

  /// What decides about a request.
  func verdict(on request: LoggedRequest) -> AuthorizationVerdict {
    if let problem = request.problem { return AuthorizationVerdict(problem) }
    return policy.judge(request.fields, in: request.environment)
  }

  /// The decision as samples show it. Without the message, which may hold what is not to be shown.
  func json(_ request: AuthorizeRequest) -> JSONValue {
    let verdict = policy.judge(request.parameters, request.context)
    guard verdict.client != nil || isElsewhere(request) else {
      // No line of the policies is behind it; the search for a similar client would be for nothing.
      return ["decision": "deny", "reason": .string(verdict.reason.rawValue), "source": .null]
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

  /// The clients by their numbers, and their names in summaries.
  ///
  /// A key that two policies have is written with the name of its policy.
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
