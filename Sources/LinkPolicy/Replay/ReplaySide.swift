import Diagnostics
import PolicyDecision
import PolicyModel
import TextSupport

/// Policies that requests of a log are put to.
struct ReplaySide: Sendable {
  let policy: CompiledPolicy
  private let workspace: Workspace
  /// Redirect URIs of the other environment, by that of a client and the place of its key.
  private let elsewhere: [Environment: [SourceAnchor: [Entry]]]

  init(_ project: Project) {
    policy = project.compiled(.clients)
    workspace = project.workspace
    var elsewhere: [Environment: [SourceAnchor: [Entry]]] = [:]
    for environment in Environment.allCases {
      elsewhere[environment.other] = Dictionary(
        (policy.clients[environment] ?? []).map { ($0.anchor, $0.redirectURIs) },
        uniquingKeysWith: { first, _ in first })
    }
    self.elsewhere = elsewhere
  }

  /// The decision, with the reason that `simulate` would give.
  func decide(
    _ parameters: Result<AuthorizationParameters, UnreadableRequest>, _ context: RequestContext
  ) -> (verdict: AuthorizationVerdict, reason: Reason) {
    let verdict = policy.judge(parameters, context)
    let twin = verdict.client.flatMap { elsewhere[$0.environment]?[$0.anchor] } ?? []
    return (verdict, policy.reason(of: verdict, parameters, elsewhere: twin))
  }

  /// The decision as samples show it. Without the message, which may hold what is not to be shown.
  func json(_ request: AuthorizeRequest) -> JSONValue {
    let decision = policy.decide(request)
    return [
      "decision": .string(decision.outcome.rawValue), "reason": .string(decision.reason.rawValue),
      "source": decision.source.flatMap { workspace.source(of: $0) }?.json ?? .null,
    ]
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
