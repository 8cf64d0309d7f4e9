/// C++ source code, from C++17 on, where `std::string_view_literals` are visible.
package enum CppLanguage: CodeLanguage {
  /// A `std::string_view` of UTF-8; the suffix keeps what follows a NUL.
  ///
  /// Octal escapes have at most three digits, while those in hex swallow every digit that follows. Two
  /// question marks begin a trigraph in older modes.
  package static func literal(_ text: String) -> String {
    if isPlain(text) { return "\"" + text + "\"sv" }
    var output = "\""
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
    return output + "\"sv"
  }

  package static func append(literal text: String, to output: inout [UInt8]) {
    appendDoubleQuoted(text, suffix: "sv", to: &output)
  }
}
