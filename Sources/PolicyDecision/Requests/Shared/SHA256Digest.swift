import Crypto
package import PolicyText

/// The SHA-256 of some bytes.
package struct SHA256Digest {
  private let bytes: [UInt8]

  package init(of bytes: [UInt8]) { self.init(digest: Array(SHA256.hash(data: bytes))) }

  /// - Parameter digest: the SHA-256 of bytes that were hashed in pieces.
  package init(digest: [UInt8]) { bytes = digest }

  package init(of text: ExactString) { self.init(of: Array(text.utf8)) }

  /// Lower-case hex.
  package var hex: ExactString {
    let digits = Array("0123456789abcdef".utf8)
    return ExactString(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// With padding (RFC 4648 section 4).
  var base64: ExactString { ExactString(Base64.encode(bytes)) }

  /// Without padding (RFC 4648 section 5), as in a PKCE challenge.
  package var base64URL: ExactString { Base64URL.encode(bytes) }
}
