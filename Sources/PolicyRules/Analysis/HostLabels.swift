import PolicyModel
import PolicyText

/// Labels of host names.
package enum HostLabels {
  static func split(_ host: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  }

  /// Returns true for IPv6 addresses, with or without brackets, whose colons don't start a port.
  static func isIPv6Like(_ text: [UInt8]) -> Bool {
    if text.first == UInt8(ascii: "[") { return true }
    return text.count(where: { $0 == UInt8(ascii: ":") }) > 1
      && text.allSatisfy { PercentEncoding.hexValue($0) != nil || $0 == 0x3A || $0 == 0x2E }
  }

  /// Returns true for ASCII hosts without `--` in a label (as in `xn--`).
  static func isPlain(_ host: ArraySlice<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in host {
      if byte >= 0x80 || (byte == UInt8(ascii: "-") && previous == byte) { return false }
      previous = byte
    }
    return true
  }

  /// The label as browsers display it, with `xn--` decoded; nil if it can't be decoded.
  static func display(_ label: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    guard label.prefix(4).matches("xn--") else {
      return Array(String(decoding: label, as: UTF8.self).unicodeScalars)
    }
    return Punycode.decode(label.dropFirst(4))
  }

  /// The host as browsers display it.
  static func display(_ host: ArraySlice<UInt8>) -> String {
    split(host).map { label in
      var text = String.UnicodeScalarView()
      text.append(
        contentsOf: display(label) ?? Array(String(decoding: label, as: UTF8.self).unicodeScalars))
      return String(text)
    }.joined(separator: ".")
  }
}
