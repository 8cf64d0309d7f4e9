/// The lines of a formatted file. Comments at the end of lines are aligned at the end.
struct FormattedLines {
  private struct Line {
    var text: [UInt8]
    var comment: CommentPlacement.Trailing?
  }

  private var lines: [Line] = []
  /// Whether the last line is part of a block scalar that would include empty lines below it.
  private var keepsBlanks = false

  mutating func append(_ text: [UInt8], comment: CommentPlacement.Trailing? = nil) {
    lines.append(Line(text: text, comment: comment))
    keepsBlanks = false
  }

  /// Marks the end of a block scalar whose trailing empty lines are part of the value.
  mutating func endKeptText() { keepsBlanks = true }

  /// Appends an empty line, unless it would be the first, the second in a row or part of a block
  /// scalar.
  mutating func appendBlank() {
    if !keepsBlanks, let last = lines.last, !last.text.isEmpty { lines.append(Line(text: [])) }
  }

  /// The contents of the file.
  ///
  /// - Parameter lineBreak: the line ending.
  func bytes(lineBreak: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var index = 0
    while index < lines.count {
      let end = endOfColumn(from: index)
      let width = lines[index..<end].map { FormattedLines.width(of: $0.text) }.max() ?? 0
      for line in lines[index..<end] {
        output += line.text
        if let comment = line.comment {
          let column = end - index > 1 ? width : FormattedLines.width(of: line.text)
          let gap = column - FormattedLines.width(of: line.text) + 1
          output += Array(repeating: 0x20, count: line.text.isEmpty ? 0 : gap)
          output += comment.text
        }
        output += lineBreak
      }
      index = end
    }
    return output
  }

  /// The end of a group of lines with aligned comments.
  private func endOfColumn(from start: Int) -> Int {
    var end = start + 1
    guard let first = lines[start].comment else { return end }
    while end < lines.count, let next = lines[end].comment, next.column == first.column,
      let above = lines[end - 1].comment, next.line == above.line + 1
    {
      end += 1
    }
    return end
  }

  /// The width in Unicode scalars.
  static func width(of text: some Sequence<UInt8>) -> Int {
    text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}
