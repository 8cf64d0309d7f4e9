import AssociationFiles
import PolicyModel
import PolicyText

/// An app and the policy that declares it.
struct ConsoleApp {
  var app: App
  var document: PolicyDocument

  /// Bytes in upper-case hex with colons, as the consoles take them; another text as it is.
  static func fingerprint(_ text: ExactString) -> ExactString {
    if let fingerprint = Fingerprint(text) { return ExactString(fingerprint.text) }
    let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 40, digits.allSatisfy({ PercentEncoding.hexValue($0) != nil }) else {
      return text
    }
    let pairs = stride(from: 0, to: digits.count, by: 2).map { start in
      // Letters of hex digits have one bit less in upper case.
      ExactString(decoding: digits[start..<start + 2].map { $0 > 0x40 ? $0 & 0xDF : $0 }).string
    }
    return ExactString(pairs.joined(separator: ":"))
  }
}
