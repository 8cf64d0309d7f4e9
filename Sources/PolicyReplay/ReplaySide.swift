import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Policies that requests of a log are put to.
struct ReplaySide: Sendable {
  let policy: CompiledPolicy
  private let workspace: Workspace
  /// What is asked about clients again and again.
  private struct Prepared {
    var registered: RegisteredURIs
    /// Index of the requirements.
    var requirements: UInt32
  }
  private let prepared: [ObjectIdentifier: Prepared]
  /// A client for each of the different requirements.
  private let representatives: [CompiledClient]

  init(_ policy: CompiledPolicy, in workspace: Workspace) {
    self.policy = policy
    self.workspace = workspace
    var prepared: [ObjectIdentifier: Prepared] = [:]
    var known: [ClientRequirements: UInt32] = [:]
    var representatives: [CompiledClient] = []
    var redirectURIs: [Environment: [SourceAnchor: [Entry]]] = [:]
    for environment in Environment.allCases {
      for client in policy.clients[environment] ?? [] {
        redirectURIs[environment, default: [:]][client.anchor] = client.redirectURIs
      }
    }
    for environment in Environment.allCases {
      for client in policy.clients[environment] ?? [] {
        let requirements = client.requirements
        if known[requirements] == nil {
          known[requirements] = UInt32(representatives.count)
          representatives.append(client)
        }
        prepared[ObjectIdentifier(client)] = Prepared(
          registered: RegisteredURIs(
            here: client.redirectURIs,
            elsewhere: redirectURIs[environment.other]?[client.anchor] ?? []),
          requirements: known[requirements] ?? 0)
      }
    }
    self.prepared = prepared
    self.representatives = representatives
  }

  /// Client and redirect URI, with the reason that `simulate` would give.
  func identify(
    _ clientID: Parameter, _ redirectURI: Parameter, _ context: RequestContext
  ) -> (verdict: AuthorizationVerdict, reason: Reason) {
    let verdict = policy.identify(clientID, redirectURI, context)
    return (verdict, reason(of: verdict, redirectURI))
  }

  /// The whole request.
  func judge(
    _ parameters: Result<AuthorizationParameters, UnreadableRequest>, _ context: RequestContext
  ) -> (verdict: AuthorizationVerdict, reason: Reason) {
    let verdict = policy.judge(parameters, context)
    return (verdict, reason(of: verdict, (try? parameters.get())?.redirectURI ?? .missing))
  }

  private func reason(of verdict: AuthorizationVerdict, _ redirectURI: Parameter) -> Reason {
    guard verdict.reason == .redirectURINotRegistered, let client = verdict.client,
      let registered = prepared[ObjectIdentifier(client)]?.registered
    else { return verdict.reason }
    return policy.reason(of: verdict, redirectURI, registered: registered)
  }

  /// Which of the different requirements a client has.
  func requirements(of client: CompiledClient) -> UInt32 {
    prepared[ObjectIdentifier(client)]?.requirements ?? 0
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
    guard verdict.client != nil else {
      // No line of the policies is behind it; the search for a similar client would be for nothing.
      return ["decision": "deny", "reason": .string(verdict.reason.rawValue), "source": .null]
    }
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
