package import TextSupport

/// SHA-256 fingerprints of certificates as bytes, so that case and colons do not count.
package enum CertificateDigest {
  /// The 32 bytes of `F0:FD:…` or `f0fd…`; nil for anything else.
  package static func bytes(of text: ExactString) -> [UInt8]? {
    var digits: [UInt8] = []
    for (offset, byte) in text.utf8.enumerated() {
      if byte == UInt8(ascii: ":") {
        // Colons stand between pairs of digits, after each or nowhere.
        guard offset % 3 == 2 else { return nil }
        continue
      }
      guard let digit = PercentEncoding.hexValue(byte), digits.count < 64 else { return nil }
      digits.append(digit)
    }
    guard digits.count == 64, text.utf8.count == 64 || text.utf8.count == 95 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
