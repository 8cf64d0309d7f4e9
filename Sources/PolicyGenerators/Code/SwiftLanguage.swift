/// Swift source code.
package enum SwiftLanguage: CodeLanguage {
  /// A one-line string literal; a backslash is always escaped, so that no interpolation can begin.
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: bracedEscape)
  }
}
