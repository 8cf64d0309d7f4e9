/// The hash functions of tables.
///
/// Words and multiplications of 64 bits: a few nanoseconds where the machine has them, and a microsecond or
/// two in Python. Nothing relies on their strength, since texts are compared in full.
enum TableHash {
  static let k1: UInt64 = 0x9E37_79B9_7F4A_7C15
  static let k2: UInt64 = 0xD6E8_FEB8_6659_FD93
  static let k3: UInt64 = 0xA076_1D64_78BD_642F

  /// The hash of a client ID and a redirect URI.
  static func hash(seed: UInt64, id: [UInt8], uri: [UInt8]) -> UInt64 {
    var hash = mix(seed, (UInt64(id.count) << 32) ^ UInt64(uri.count))
    hash = mix(hash, id)
    hash = mix(hash, uri)
    hash = (hash ^ (hash >> 29)) &* k2
    return hash ^ (hash >> 32)
  }

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* k1
    return product ^ (product >> 32)
  }

  /// Eight bytes at a time, the lowest first; zeros fill the last word.
  private static func mix(_ hash: UInt64, _ bytes: [UInt8]) -> UInt64 {
    var hash = hash
    for start in stride(from: 0, to: bytes.count, by: 8) {
      var word: UInt64 = 0
      for place in (start..<min(start + 8, bytes.count)).reversed() {
        word = (word << 8) | UInt64(bytes[place])
      }
      hash = mix(hash, word)
    }
    return hash
  }

  /// The bucket of a pair.
  static func bucket(_ hash: UInt64, of count: Int) -> Int {
    Int(((hash >> 32) &* UInt64(count)) >> 32)
  }

  /// The slot of a pair under the pilot of its bucket.
  static func slot(_ hash: UInt64, pilot: UInt64, of count: Int) -> Int {
    Int(((((hash ^ (pilot &* k3)) &* k2) >> 32) &* UInt64(count)) >> 32)
  }
}
