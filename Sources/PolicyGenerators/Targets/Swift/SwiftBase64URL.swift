extension SwiftTarget {
  /// Base64 as code challenges have it (RFC 4648 section 5), with the alphabet that it needs.
  static let base64URL: Code<SwiftLanguage> = #"""
    /// The alphabet of base64url.
    private static let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)

    /// Base64url without padding.
    private static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
      var output = ""
      var buffer = 0
      var bits = 0
      for byte in bytes {
        buffer = buffer << 8 | Int(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          output.unicodeScalars.append(alphabet[buffer >> bits & 63])
        }
        buffer &= (1 << bits) - 1
      }
      if bits > 0 { output.unicodeScalars.append(alphabet[buffer << (6 - bits) & 63]) }
      return output
    }
    """#
}
