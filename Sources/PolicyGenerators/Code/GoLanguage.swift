/// Go source code. Two spaces stand for a level of indentation until the file is written.
package enum GoLanguage: CodeLanguage {
  /// An interpreted string literal.
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: universalEscape)
  }

  /// The code with tabs for its indentation, as gofmt wants it. (Literals have no line feed, so that
  /// only code is touched.)
  package static func file(_ code: Code<GoLanguage>) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(code.text.utf8.count)
    let newline = UInt8(ascii: "\n")
    for line in code.text.utf8.split(separator: newline, omittingEmptySubsequences: false) {
      let depth = line.prefix { $0 == UInt8(ascii: " ") }.count / 2
      output.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: depth))
      output += line.dropFirst(depth * 2)
      output.append(newline)
    }
    return String(decoding: output, as: UTF8.self)
  }
}
