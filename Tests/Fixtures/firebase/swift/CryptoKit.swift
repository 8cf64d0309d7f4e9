// The function of CryptoKit that generated code uses (FIPS 180-4).
import Foundation

public enum SHA256 {
  public static func hash<D: DataProtocol>(data: D) -> [UInt8] {
    func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 {
      value >> count | value << (32 - count)
    }
    let primes = (2...311).filter { number in
      !(2..<number).contains { $0 * $0 <= number && number % $0 == 0 }
    }
    /// Returns the first 32 bits of the fraction of a root.
    func fraction(_ root: Double) -> UInt32 {
      UInt32((root - root.rounded(.down)) * 4_294_967_296)
    }
    let k = primes.prefix(64).map { fraction(cbrt(Double($0))) }
    var state = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    var message = Array(data)
    let bits = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for start in stride(from: 0, to: message.count, by: 64) {
      var w = (0..<16).map { i in
        message[start + 4 * i..<start + 4 * i + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for i in 16..<64 {
        let a = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3
        let b = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10
        w.append(w[i - 16] &+ a &+ w[i - 7] &+ b)
      }
      var s = state
      for i in 0..<64 {
        let e = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)
        let choice = s[4] & s[5] ^ ~s[4] & s[6]
        let first = s[7] &+ e &+ choice &+ k[i] &+ w[i]
        let a = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)
        let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
        s = [first &+ a &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
      }
      for i in 0..<8 { state[i] &+= s[i] }
    }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }
}
