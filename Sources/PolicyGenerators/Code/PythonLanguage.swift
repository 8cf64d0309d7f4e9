/// Python source code.
package enum PythonLanguage: CodeLanguage {
  /// A one-line string literal without a prefix, as `ruff format` writes it: in single quotes if that avoids escapes,
  /// with hex digits in lower case.
  package static func literal(_ text: String) -> String {
    let literal = doubleQuoted(text) { universalEscape($0).lowercasedDigits }
    guard text.utf8.contains(UInt8(ascii: "\"")), !text.utf8.contains(UInt8(ascii: "'")) else {
      return literal
    }
    return "'" + literal.dropFirst().dropLast().replacing("\\\"", with: "\"") + "'"
  }

  package static func append(literal text: String, to output: inout [UInt8]) {
    appendDoubleQuoted(text, to: &output)
  }

  package static func literal(_ flag: Bool) -> String { flag ? "True" : "False" }
}

extension String {
  /// An escape with its digits, but not the letter after the backslash, in lower case.
  fileprivate var lowercasedDigits: String { prefix(2) + dropFirst(2).lowercased() }
}
