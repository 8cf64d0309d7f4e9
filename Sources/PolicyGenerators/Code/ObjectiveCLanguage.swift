/// Objective-C source code.
package enum ObjectiveCLanguage: CodeLanguage {
  /// An `NSString` of UTF-8.
  ///
  /// Octal escapes have at most three digits, while those in hex swallow every digit that follows. Two
  /// question marks begin a trigraph in older modes.
  package static func literal(_ text: String) -> String {
    var output = "@\""
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): output += "\\\""
      case UInt8(ascii: "\\"): output += "\\\\"
      case UInt8(ascii: "\n"): output += "\\n"
      case UInt8(ascii: "?") where previous == byte: output += "\\?"
      case 0x20...0x7E: output.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 8)
        output += "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      }
      previous = byte
    }
    return output + "\""
  }

  package static func literal(_ flag: Bool) -> String { flag ? "YES" : "NO" }
}
