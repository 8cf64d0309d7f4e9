import PolicyDecision
import PolicyText

/// Which client of the new policies is which of the old ones, within one environment.
struct ClientPairing {
  /// A client on one side or on both.
  enum Pair {
    case added(CompiledClient)
    case removed(CompiledClient)
    case both(old: CompiledClient, new: CompiledClient)
  }

  /// In the order of the old clients, then the added ones.
  let pairs: [Pair]

  private struct Name: Hashable {
    var policy: ExactString
    var key: ExactString
  }

  private struct Identity: Hashable {
    var policy: ExactString?
    var clientID: ExactString
  }

  /// Pairs by policy and key; what is left by policy and client ID (the key was renamed), then by
  /// client ID alone (the policy was renamed or the client moved).
  init(old: [CompiledClient], new: [CompiledClient]) {
    var partners: [Int?] = Array(repeating: nil, count: old.count)
    var isTaken = Array(repeating: false, count: new.count)
    func pair<Key: Hashable>(by key: (CompiledClient) -> Key) {
      var free: [Key: Int] = [:]
      for (index, client) in new.enumerated() where !isTaken[index] {
        if free[key(client)] == nil { free[key(client)] = index }
      }
      for (index, client) in old.enumerated() where partners[index] == nil {
        guard let partner = free.removeValue(forKey: key(client)) else { continue }
        partners[index] = partner
        isTaken[partner] = true
      }
    }
    pair { Name(policy: $0.policy, key: $0.key) }
    pair { Identity(policy: $0.policy, clientID: $0.clientID.value) }
    pair { Identity(policy: nil, clientID: $0.clientID.value) }
    pairs =
      zip(old, partners).map { client, partner in
        partner.map { .both(old: client, new: new[$0]) } ?? .removed(client)
      } + zip(new, isTaken).filter { !$0.1 }.map { .added($0.0) }
  }
}
