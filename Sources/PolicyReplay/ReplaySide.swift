import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Policies that requests of a log are put to.
struct ReplaySide: Sendable {
  let policy: CompiledPolicy
  private let workspace: Workspace
  /// Which of the different requirements each client has.
  private let requirements: [ObjectIdentifier: UInt32]
  /// A client for each of the different requirements.
  private let representatives: [CompiledClient]

  init(_ policy: CompiledPolicy, in workspace: Workspace) {
    self.policy = policy
    self.workspace = workspace
    var requirements: [ObjectIdentifier: UInt32] = [:]
    var known: [ClientRequirements: UInt32] = [:]
    var representatives: [CompiledClient] = []
    for environment in Environment.allCases {
      for client in policy.clients[environment] ?? [] {
        let needed = client.requirements
        let index = known[needed] ?? UInt32(representatives.count)
        if index == representatives.count {
          known[needed] = index
          representatives.append(client)
        }
        requirements[ObjectIdentifier(client)] = index
      }
    }
    self.requirements = requirements
    self.representatives = representatives
  }

  /// Which of the different requirements a client has.
  func requirements(of client: CompiledClient) -> UInt32 {
    requirements[ObjectIdentifier(client)] ?? 0
  }

  /// What is wrong with the parameters behind client and redirect URI, for all clients with the same
  /// requirements.
  func problem(with parameters: AuthorizationParameters, requirements: UInt32) -> Reason? {
    guard representatives.indices.contains(Int(requirements)) else { return nil }
    return representatives[Int(requirements)].problem(with: parameters)
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

  /// The clients by the place of their keys, and their names in summaries.
  ///
  /// A key that two policies have is written with the name of its policy.
  var clients: [(anchor: SourceAnchor, name: ExactString)] {
    var all: [(anchor: SourceAnchor, policy: ExactString, key: ExactString)] = []
    var known: Set<SourceAnchor> = []
    for environment in Environment.allCases {
      for client in policy.clients[environment] ?? [] where known.insert(client.anchor).inserted {
        all.append((client.anchor, client.policy, client.key))
      }
    }
    let owners = Dictionary(grouping: all, by: \.key).mapValues(\.count)
    return all.map { client in
      owners[client.key] == 1
        ? (client.anchor, client.key)
        : (client.anchor, ExactString("\(client.policy)/\(client.key)"))
    }
  }
}
