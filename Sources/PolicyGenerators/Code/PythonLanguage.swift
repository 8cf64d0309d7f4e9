/// Python source code.
package enum PythonLanguage: CodeLanguage {
  /// A one-line string literal without a prefix: no braces are read in it.
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: universalEscape)
  }

  package static func append(literal text: String, to output: inout [UInt8]) {
    appendDoubleQuoted(text, to: &output)
  }

  package static func literal(_ flag: Bool) -> String { flag ? "True" : "False" }
}
