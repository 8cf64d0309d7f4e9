extension SwiftTarget {
  /// The standard library has no SHA-256, and not every platform has CryptoKit.
  static let sha256: Code<SwiftLanguage> = #"""
    /// The SHA-256 of some bytes (FIPS 180-4).
    private static func sha256(_ bytes: [UInt8]) -> [UInt8] {
      func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
      }
      // A set bit, zeros and the length in bits fill the last block (section 5.1.1).
      var message = bytes + [0x80]
      while message.count % 64 != 56 { message.append(0) }
      let length = UInt64(bytes.count) * 8
      for shift in stride(from: 56, through: 0, by: -8) {
        message.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
      }
      var state: [UInt32] = [
        \#(Code.sha256State),
      ]
      for start in stride(from: 0, to: message.count, by: 64) {
        // One block (section 6.2.2).
        var w: [UInt32] = []
        for place in stride(from: start, to: start + 64, by: 4) {
          w.append(message[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for i in 16..<64 {
          let a = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ (w[i - 15] >> 3)
          let b = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ (w[i - 2] >> 10)
          w.append(w[i - 16] &+ a &+ w[i - 7] &+ b)
        }
        var s = state
        for i in 0..<64 {
          let e = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)
          let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
          let first = s[7] &+ e &+ choice &+ sha256Rounds[i] &+ w[i]
          let a = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)
          let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
          s = [first &+ a &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
        }
        for i in 0..<8 { state[i] &+= s[i] }
      }
      return state.flatMap { word in
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
      }
    }

    private static let sha256Rounds: [UInt32] = [
      \#(Code.sha256Rounds),
    ]
    """#
}
