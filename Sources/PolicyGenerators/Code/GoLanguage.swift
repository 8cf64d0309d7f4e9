/// Go source code. Two spaces stand for a level of indentation until the file is written.
package enum GoLanguage: CodeLanguage {
  /// An interpreted string literal.
  package static func literal(_ text: String) -> String {
    doubleQuoted(text, escape: universalEscape)
  }

  package static func append(literal text: String, to output: inout [UInt8]) {
    appendDoubleQuoted(text, to: &output)
  }

  /// The lines with tabs for their indentation, as gofmt wants it. (Literals have no line feed, so that
  /// only code is touched.)
  package static func layOut(_ lines: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    let blank = UInt8(ascii: " ")
    var output: [UInt8] = []
    output.reserveCapacity(lines.count)
    var start = 0
    while start < lines.count {
      let end = lines[start...].firstIndex(of: newline) ?? lines.count - 1
      let text = lines[start...end].firstIndex { $0 != blank } ?? end
      let depth = (text - start) / 2
      output.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: depth))
      output += lines[(start + 2 * depth)...end]
      start = end + 1
    }
    return output
  }
}
