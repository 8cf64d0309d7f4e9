import PolicyText

/// The registered pairs of client ID and redirect URI, found by a hash of both, because nearly
/// every request of a log has one.
///
/// A test checks that requests with a registered pair get the same decision as from the policies'
/// steps.
struct RegisteredPairs: Sendable {
  /// A registered pair.
  struct Pair: Sendable {
    var environment: Environment
    /// A range of `bytes`.
    fileprivate var clientID: Range<Int>
    fileprivate var redirectURI: Range<Int>
    /// The rank of requests with this pair among samples.
    fileprivate(set) var rank: UInt64
  }

  /// The client of each pair.
  private(set) var clients: [CompiledClient] = []
  private(set) var pairs: [Pair] = []
  private var bytes: [UInt8] = []
  /// Indices into `pairs` by hash. If two pairs have the same hash, the second isn't here, and the
  /// policies' steps decide.
  private var byHash: [UInt64: Int] = [:]

  init(_ policy: CompiledPolicy, redacts: Bool) {
    for environment in Environment.allCases {
      for client in policy.clients[environment] ?? [] {
        // If two clients have the same ID, requests belong to the first one.
        guard policy.client(client.clientID.value, in: environment) === client else { continue }
        for entry in client.redirectURIs { add(client, entry, redacts: redacts) }
      }
    }
  }

  private mutating func add(_ client: CompiledClient, _ entry: Entry, redacts: Bool) {
    let parameters = AuthorizationParameters(
      clientID: .value(client.clientID.value), redirectURI: .value(entry.value))
    guard let clientID = parameters.range(of: .clientID),
      let redirectURI = parameters.range(of: .redirectURI)
    else { return }
    let hash = SampleRank(parameters, client.environment, redacts: false).subject
    guard byHash[hash] == nil else { return }
    byHash[hash] = pairs.count
    let start = bytes.count
    bytes += parameters.bytes
    clients.append(client)
    pairs.append(
      Pair(
        environment: client.environment, clientID: clientID.shifted(by: start),
        redirectURI: redirectURI.shifted(by: start),
        rank: SampleRank(parameters, client.environment, redacts: redacts).subject))
  }

  /// The index of a request's pair; nil if it isn't registered in the environment.
  func index(_ parameters: AuthorizationParameters, _ environment: Environment) -> Int? {
    guard let clientID = parameters.range(of: .clientID),
      let redirectURI = parameters.range(of: .redirectURI)
    else { return nil }
    let hash = SampleRank(parameters, environment, redacts: false).subject
    guard let index = byHash[hash], pairs[index].environment == environment else { return nil }
    let pair = pairs[index]
    let requestBytes = parameters.bytes[...]
    let registeredBytes = bytes[...]
    let requested = requestBytes.span
    let registered = registeredBytes.span
    let isSame =
      registered.extracting(pair.clientID).hasSameBytes(as: requested.extracting(clientID))
      && registered.extracting(pair.redirectURI).hasSameBytes(as: requested.extracting(redirectURI))
    return isSame ? index : nil
  }
}

extension Range<Int> {
  fileprivate func shifted(by offset: Int) -> Range<Int> {
    (lowerBound + offset)..<(upperBound + offset)
  }
}

/// The hash that ranks samples. It is the same on all machines and in all versions, so summaries of
/// different runs can be merged.
enum RankHash {
  /// Combines the hash of the bytes and their number with another one: multiplies and folds the
  /// 128-bit product.
  static func hash(_ bytes: Swift.Span<UInt8>, _ seed: UInt64) -> UInt64 {
    var hash = seed
    var index = 0
    while index + 16 <= bytes.count {
      hash = mix(hash ^ bytes.word(at: index), 0xA076_1D64_78BD_642F ^ bytes.word(at: index + 8))
      index += 16
    }
    if index + 8 <= bytes.count {
      hash = mix(hash ^ bytes.word(at: index), 0xA076_1D64_78BD_642F)
      index += 8
    }
    var last: UInt64 = 0
    while index < bytes.count {
      last |= UInt64(bytes[index]) << UInt64(8 * (index % 8))
      index += 1
    }
    return mix(hash ^ last ^ UInt64(bytes.count) << 56, 0xE703_7ED1_A0B4_28DB)
  }

  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
