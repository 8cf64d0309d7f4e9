import PolicyDecision
import PolicyText
import PolicyModel

/// The changes of one client in one environment.
struct ClientComparison {
  private let old: ComparedSide
  private let new: ComparedSide
  private let pair: ClientPairing.Pair

  init(_ pair: ClientPairing.Pair, old: ComparedSide, new: ComparedSide) {
    self.pair = pair
    self.old = old
    self.new = new
  }

  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    switch pair {
    case .added(let client): [existence(client, isAdded: true)]
    case .removed(let client): [existence(client, isAdded: false)]
    case .both(let before, let after):
      ClientPair(before: before, after: after, old: old, new: new).changes
    }
  }

  /// A client that only one side has: one change, whatever it holds.
  private func existence(_ client: CompiledClient, isAdded: Bool) -> PolicyChange {
    let requests = WitnessRequests(environment: client.environment, granting: client, other: nil)
    let lines =
      client.redirectURIs.prefix(8).flatMap { requests.requests(.redirectURI($0.value)) }
      + requests.requests(.client)
    let witness = Witnesses(old: old, new: new).first(lines, allowedByNew: isAdded)
    return PolicyChange(
      effect: witness == nil ? .neutral : isAdded ? .widening : .narrowing,
      policy: client.policy, client: client.key, environment: client.environment, kind: .client,
      message: isAdded
        ? "client \(client.key) added with the client ID \(client.clientID.value)"
        : "client \(client.key) removed with the client ID \(client.clientID.value)",
      old: isAdded ? nil : old.source(client.anchor),
      new: isAdded ? new.source(client.anchor) : nil,
      witness: witness)
  }
}
