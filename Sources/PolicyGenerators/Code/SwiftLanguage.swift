/// Swift source code.
package enum SwiftLanguage: CodeLanguage {
  /// A one-line string literal; a backslash is always escaped, so that no interpolation can begin.
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: bracedEscape)
  }

  package static func append(literal text: String, to output: inout [UInt8]) {
    appendDoubleQuoted(text, to: &output)
  }
}
