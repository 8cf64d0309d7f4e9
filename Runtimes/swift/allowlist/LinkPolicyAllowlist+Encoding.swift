extension LinkPolicyAllowlist {
  /// Compares bytes; `==` of strings treats U+212A and `K`, or U+037E and `;`, as equal.
  static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  /// Compares secrets in a time that does not depend on the number of equal bytes.
  static func isSameSecret(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    zip(sha256(left), sha256(right)).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The printed form of a secret value.
  static func redacted(_ value: String?) -> String { value == nil ? "nil" : "[redacted]" }

  /// The printed form of a type.
  static func described(_ type: String, _ fields: KeyValuePairs<String, Any>) -> String {
    type + "(" + fields.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + ")"
  }

  /// Appends parameters to a redirect URI and keeps its query (RFC 6749 section 3.1.2). Form decoders and
  /// percent decoders read the same values.
  static func appendParameters(
    _ parameters: [(name: String, value: String?)], to redirectURI: String
  ) -> String {
    var output = redirectURI
    var separator = "?"
    if redirectURI.utf8.contains(UInt8(ascii: "?")) {
      let last = redirectURI.utf8.last
      separator = last == UInt8(ascii: "?") || last == UInt8(ascii: "&") ? "" : "&"
    }
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    for (name, value) in parameters {
      guard let value else { continue }
      output += separator + name + "="
      separator = "&"
      for byte in value.utf8 {
        if isUnreserved(byte) {
          output.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          output.unicodeScalars.append("%")
          output.unicodeScalars.append(digits[Int(byte >> 4)])
          output.unicodeScalars.append(digits[Int(byte & 15)])
        }
      }
    }
    return output
  }

  /// `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Decodes percent escapes; nil if one or the UTF-8 is malformed.
  static func decoded(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool) -> String? {
    var output: [UInt8] = []
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(hexDigit), let low = rest.next().flatMap(hexDigit)
        else { return nil }
        output.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: output.append(UInt8(ascii: " "))
      default: output.append(byte)
      }
    }
    return validated(output)
  }

  /// The string with these bytes; nil if they are not UTF-8.
  static func validated(_ bytes: [UInt8]) -> String? {
    // Malformed sequences are replaced, and then the bytes differ.
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Base64url without padding (RFC 4648 section 5).
  static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
    let alphabet = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)
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

  /// Decodes padded Base64; nil unless its unused bits are zero: bytes have only one encoding.
  static func decodedBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let padding = text.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
    guard !text.isEmpty, text.count % 4 == 0 else { return nil }
    var output: [UInt8] = []
    var buffer = 0
    var bits = 0
    for byte in text.dropLast(padding) {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      buffer = buffer << 6 | value
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      output.append(UInt8(buffer >> bits))
      buffer &= (1 << bits) - 1
    }
    return bits < 6 && buffer == 0 ? output : nil
  }
}
