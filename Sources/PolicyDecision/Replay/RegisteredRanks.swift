import PolicyText

/// The ranks of requests with a registered redirect URI, because nearly every request of a log has one.
struct RegisteredRanks: Sendable {
  /// By the client's number and environment, then in the order of its redirect URIs.
  private var ranks: [[UInt64]] = []

  init(_ policy: CompiledPolicy, redacts: Bool) {
    for client in policy.clients.values.joined() {
      let index = Self.index(client)
      while ranks.count <= index { ranks.append([]) }
      ranks[index] = client.redirectURIs.map { entry in
        let parameters = AuthorizationParameters(
          clientID: .value(client.clientID.value), redirectURI: .value(entry.value))
        return SampleRank(parameters, client.environment, redacts: redacts).subject
      }
    }
  }

  /// The rank of requests with the redirect URI that they match.
  subscript(match: RedirectURIMatch) -> UInt64 { ranks[Self.index(match.client)][match.index] }

  private static func index(_ client: CompiledClient) -> Int {
    client.number * 2 + (client.environment == .prod ? 0 : 1)
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
