import PolicyDecision
import PolicyDiagnostics
import PolicyText

/// The pairs of client ID and redirect URI that policies register, found by one hash over both: nearly every request
/// of a log names one.
///
/// What a pair leads to is what the steps of the policies say of it, and a test holds it against them.
struct RegisteredPairs: Sendable {
  /// A registered pair.
  struct Pair: Sendable {
    var environment: Environment
    /// In `bytes`.
    fileprivate var clientID: Range<Int>
    fileprivate var redirectURI: Range<Int>
    fileprivate var hash: UInt64
    /// The rank of requests with this pair, by what samples show.
    fileprivate(set) var rank: UInt64
  }

  /// The client of each pair.
  private(set) var clients: [CompiledClient] = []
  private(set) var pairs: [Pair] = []
  private var bytes: [UInt8] = []
  /// Open addressing with linear probing: indices into `pairs`, -1 for a free slot. At most half are in use.
  private var slots: [Int32] = [-1]

  init(_ policy: CompiledPolicy, redacts: Bool) {
    for environment in Environment.allCases {
      for client in policy.clients[environment] ?? [] {
        // Requests with an ID that two clients have are the first one's.
        guard policy.client(client.clientID.value, in: environment) === client else { continue }
        for entry in client.redirectURIs { add(client, entry, redacts: redacts) }
      }
    }
    var count = 2
    while count < pairs.count * 2 { count *= 2 }
    slots = [Int32](repeating: -1, count: count)
    for (index, pair) in pairs.enumerated() {
      var slot = Int(truncatingIfNeeded: pair.hash) & (count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: index)
    }
  }

  private mutating func add(_ client: CompiledClient, _ entry: Entry, redacts: Bool) {
    let parameters = AuthorizationParameters(
      clientID: .value(client.clientID.value), redirectURI: .value(entry.value))
    guard let clientID = parameters.range(of: .clientID),
      let redirectURI = parameters.range(of: .redirectURI)
    else { return }
    let start = bytes.count
    bytes += parameters.bytes
    clients.append(client)
    pairs.append(
      Pair(
        environment: client.environment, clientID: clientID.shifted(by: start),
        redirectURI: redirectURI.shifted(by: start),
        hash: SampleRank(parameters, client.environment, redacts: false).subject,
        rank: SampleRank(parameters, client.environment, redacts: redacts).subject))
  }

  /// The index of the pair that a request names; nil if it isn't registered in the environment.
  func index(_ parameters: AuthorizationParameters, _ environment: Environment) -> Int? {
    guard let clientID = parameters.range(of: .clientID),
      let redirectURI = parameters.range(of: .redirectURI)
    else { return nil }
    let requested = parameters.bytes.span
    let registered = bytes.span
    let hash = SampleRank(parameters, environment, redacts: false).subject
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      let pair = pairs[index]
      if pair.hash == hash, pair.environment == environment,
        registered.extracting(pair.clientID).hasSameBytes(as: requested.extracting(clientID)),
        registered.extracting(pair.redirectURI).hasSameBytes(as: requested.extracting(redirectURI))
      {
        return index
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}

extension Range<Int> {
  fileprivate func shifted(by offset: Int) -> Range<Int> {
    (lowerBound + offset)..<(upperBound + offset)
  }
}
