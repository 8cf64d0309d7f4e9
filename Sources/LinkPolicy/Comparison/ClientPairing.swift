import PolicyDecision
import PolicyText

/// Which client of the new policies is which of the old ones, within one environment.
struct ClientPairing {
  /// In the order of the old clients, then the added ones; nil where a side lacks the client.
  private(set) var pairs: [(old: CompiledClient?, new: CompiledClient?)]

  /// Pairs by policy and key; what is left by policy and client ID (the key was renamed), then by
  /// client ID alone (the policy was renamed or the client moved).
  init(old: [CompiledClient], new: [CompiledClient]) {
    pairs = old.map { ($0, nil) }
    var left = new
    for key: (CompiledClient) -> [ExactString] in [
      { [$0.policy, $0.key] }, { [$0.policy, $0.clientID.value] }, { [$0.clientID.value] },
    ] {
      var free = Dictionary(
        left.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
      for (index, pair) in pairs.enumerated() where pair.new == nil {
        pairs[index].new = pair.old.flatMap { free.removeValue(forKey: key($0)) }
      }
      let taken = Set(pairs.compactMap { $0.new?.number })
      left.removeAll { taken.contains($0.number) }
    }
    pairs += left.map { (nil, $0) }
  }
}
