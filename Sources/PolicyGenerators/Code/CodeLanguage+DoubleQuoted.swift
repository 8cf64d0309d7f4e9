extension CodeLanguage {
  /// A literal in double quotes, with a backslash before a double quote and a backslash.
  ///
  /// - Parameter escape: writes what is not printable ASCII.
  static func doubleQuoted(_ text: String, escape: (Unicode.Scalar) -> String) -> String {
    if isPlain(text) { return "\"" + text + "\"" }
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case " "..."~": output.unicodeScalars.append(scalar)
      default: output += escape(scalar)
      }
    }
    return output + "\""
  }

  /// Appends the literal of a text: at once where nothing in it needs an escape.
  ///
  /// - Parameter suffix: what follows the closing quote.
  static func appendDoubleQuoted(
    _ text: String, suffix: StaticString = "", to output: inout [UInt8]
  ) {
    guard isPlain(text) else {
      output += literal(text).utf8
      return
    }
    output.append(UInt8(ascii: "\""))
    output += text.utf8
    output.append(UInt8(ascii: "\""))
    suffix.withUTF8Buffer { unsafe output.append(contentsOf: $0) }
  }

  /// True for text that no language writes otherwise between double quotes, as nearly all text is: letters,
  /// digits and what stands in addresses.
  static func isPlain(_ text: String) -> Bool {
    let result: Bool? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      for index in 0..<bytes.count where unsafe !isPlain(bytes[index]) { return false }
      return true
    }
    return result ?? text.utf8.allSatisfy(isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "-")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "="),
      UInt8(ascii: "&"), UInt8(ascii: " "):
      true
    default: false
    }
  }

  /// `\u{…}` with as many hex digits as there are.
  static func bracedEscape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }

  /// `\u` with four hex digits or `\U` with eight, as C99 and many languages after it have them.
  static func universalEscape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let isLong = digits.utf8.count > 4
    return (isLong ? "\\U" : "\\u")
      + String(repeating: "0", count: (isLong ? 8 : 4) - digits.utf8.count) + digits
  }
}
