/// TypeScript source code.
package enum TypeScriptLanguage: CodeLanguage {
  /// A one-line string literal, no template: nothing is interpolated in it.
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: bracedEscape)
  }
}
