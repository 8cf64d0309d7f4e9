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
  var base64: ExactString {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return Self.encoded(bytes, Array(alphabet.utf8), padding: true)
  }

  /// Without padding (RFC 4648 section 5): the form of a PKCE challenge.
  var base64URL: ExactString {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return Self.encoded(bytes, Array(alphabet.utf8), padding: false)
  }

  private static func encoded(_ bytes: [UInt8], _ alphabet: [UInt8], padding: Bool) -> ExactString {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0...3 {
        if place <= group.count {
          output.append(alphabet[value >> (18 - 6 * place) & 63])
        } else if padding {
          output.append(UInt8(ascii: "="))
        }
      }
    }
    return ExactString(decoding: output)
  }
}
