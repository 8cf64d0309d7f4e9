import PolicyText

/// The hash that ranks samples. It is the same on every machine and in every version, so that summaries of
/// different runs can be merged.
enum RankHash {
  /// The hash of bytes and their number, mixed into another: multiplication folded in half.
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
