/// Kotlin source code.
package enum KotlinLanguage: CodeLanguage {
  /// An expression of constants; a dollar sign is always escaped, so that no template can begin.
  package static func literal(_ text: String) -> String {
    if isPlain(text), text.utf8.count <= ClassFileLimits.maximumTextLength {
      return "\"" + text + "\""
    }
    return ClassFileLimits.literal(text, escape: escaped) { "listOf(\($0)).joinToString(\"\")" }
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
    case 0x22: "\\\""
    case 0x24: "\\$"
    case 0x5C: "\\\\"
    case 0x0A: "\\n"
    case 0x20...0x7E: String(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
    default: "\\u" + ClassFileLimits.hex(unit)
    }
  }
}
