/// Java source code, from Java 8 on.
package enum JavaLanguage: CodeLanguage {
  /// An expression of constants. Unicode escapes are read before everything else in a Java file, so
  /// that an escaped quote or line feed would be one: ASCII is never written as a Unicode escape.
  package static func literal(_ text: String) -> String {
    if isPlain(text), text.utf8.count <= ClassFileLimits.maximumTextLength {
      return "\"" + text + "\""
    }
    return ClassFileLimits.literal(text, escape: escaped) { "String.join(\"\", \($0))" }
  }

  package static func append(literal text: String, to output: inout [UInt8]) {
    guard text.utf8.count <= ClassFileLimits.maximumTextLength else {
      output += literal(text).utf8
      return
    }
    appendDoubleQuoted(text, to: &output)
  }

  private static func escaped(_ unit: UInt16) -> String {
    switch unit {
    case 0x22: return "\\\""
    case 0x5C: return "\\\\"
    case 0x0A: return "\\n"
    case 0x20...0x7E: return String(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
    case 0..<0x80:
      let digits = String(unit, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    default: return "\\u" + ClassFileLimits.hex(unit)
    }
  }
}
