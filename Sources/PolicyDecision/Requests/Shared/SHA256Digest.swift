import Crypto
import PolicyText

/// The SHA-256 of a text.
struct SHA256Digest {
  private let bytes: [UInt8]

  init(of text: ExactString) {
    bytes = Array(SHA256.hash(data: Array(text.utf8)))
  }

  /// Lower-case hex.
  var hex: ExactString {
    let digits = Array("0123456789abcdef".utf8)
    return ExactString(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// With padding (RFC 4648 section 4).
  var base64: ExactString { ExactString(Base64.encode(bytes)) }

  /// Without padding (RFC 4648 section 5): the form of a PKCE challenge.
  var base64URL: ExactString {
    ExactString(
      decoding: base64.utf8.filter { $0 != UInt8(ascii: "=") }.map { byte in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      })
  }
}
