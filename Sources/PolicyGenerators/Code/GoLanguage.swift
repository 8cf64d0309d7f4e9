/// Go source code. Two spaces stand for a level of indentation until the file is written.
package enum GoLanguage: CodeLanguage {
  /// An interpreted string literal.
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: universalEscape)
  }

  /// The code with tabs for its indentation, as gofmt wants it. (Literals have no line feed, so that
  /// only code is touched.)
  package static func file(_ code: Code<GoLanguage>) -> String {
    var output = ""
    for line in code.text.split(separator: "\n", omittingEmptySubsequences: false) {
      let spaces = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      output += String(repeating: "\t", count: spaces / 2)
      output += line.dropFirst(spaces / 2 * 2)
      output += "\n"
    }
    return output
  }
}
