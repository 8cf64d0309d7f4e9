import PolicyText

/// The hash that ranks samples: the same on every machine and in every version, so that summaries of
/// different runs add up.
enum RankHash {
  /// The hash of a text and its length, mixed into another: multiplication folded in half.
  static func hash(_ text: ExactString, _ seed: UInt64) -> UInt64 {
    var hash = seed
    // Eight bytes, low bytes first, and the eight before them until there are sixteen.
    var word: UInt64 = 0
    var shift: UInt64 = 0
    var first: UInt64?
    _ = text.allBytes { byte in
      word |= UInt64(byte) << shift
      shift += 8
      guard shift == 64 else { return true }
      if let half = first {
        hash = mix(hash ^ half, 0xA076_1D64_78BD_642F ^ word)
        first = nil
      } else {
        first = word
      }
      word = 0
      shift = 0
      return true
    }
    if let half = first { hash = mix(hash ^ half, 0xA076_1D64_78BD_642F) }
    return mix(hash ^ word ^ UInt64(text.utf8.count) << 56, 0xE703_7ED1_A0B4_28DB)
  }

  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
