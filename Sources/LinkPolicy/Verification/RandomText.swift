import Crypto
import PolicyText

/// What nobody can guess.
enum RandomText {
  /// 256 bits that nobody has seen, as Base64 for addresses.
  static func make() -> ExactString {
    var generator = SystemRandomNumberGenerator()
    return text((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// The challenge of a verifier that nobody keeps (RFC 7636 section 4.2).
  static func challenge() -> ExactString {
    text(Array(SHA256.hash(data: Array(make().utf8))))
  }

  private static func text(_ bytes: [UInt8]) -> ExactString {
    ExactString(
      decoding: Base64.encode(bytes).utf8.filter { $0 != UInt8(ascii: "=") }.map { byte in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      })
  }
}
