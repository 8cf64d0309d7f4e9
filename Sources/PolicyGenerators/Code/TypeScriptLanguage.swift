/// TypeScript source code.
package enum TypeScriptLanguage: CodeLanguage {
  /// A one-line string literal, no template: nothing is interpolated in it.
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: bracedEscape)
  }

  package static func append(literal text: String, to output: inout [UInt8]) {
    appendDoubleQuoted(text, to: &output)
  }
}
