/// Prints the lines around a finding with a mark under its bytes.
struct SnippetPrinter {
  private typealias Excerpt = (text: ArraySlice<UInt8>, markColumn: Int, markWidth: Int)

  /// The maximum number of bytes of a line to show.
  private static let window = 160

  let source: SourceFile
  let file: FileID
  let redactions: Redactions
  let style: TextStyle
  /// The width of the line number column, the same for all locations of a finding.
  let gutter: Int

  /// Writes the line above, the line itself, the mark, and the label.
  func write(
    _ span: SourceSpan, label: String?, role: TextStyle.Role, context: Bool,
    to output: inout TextOutput
  ) {
    let index = source.lineIndex(of: span.start)
    writeEmpty(to: &output)
    output.write("\n")
    if context, index > 0, !isBlank(index - 1) {
      writeNumbered(index - 1, fitted(excerpt(index - 1)).text, to: &output)
    }
    let line = fitted(excerpt(index, around: span))
    writeNumbered(index, line.text, to: &output)
    let label = label.map(DisplayText.visible)
    let isBelow = label.map { isTooLong($0, after: line) } ?? false
    writeMark(at: line.markColumn, role, to: &output) { output in
      output.append(UInt8(ascii: "^"), times: line.markWidth)
      if let label, !isBelow {
        output.write(" ")
        output += label
      }
    }
    guard isBelow, let label, let room else { return }
    let indent = max(0, min(line.markColumn, room - WrappedText.columns(of: label)))
    for line in WrappedText.lines(label, width: room - indent) {
      writeMark(at: indent, role, to: &output) { $0 += line }
    }
  }

  private func writeMark(
    at column: Int, _ role: TextStyle.Role, to output: inout TextOutput,
    _ body: (inout TextOutput) -> Void
  ) {
    writeEmpty(to: &output)
    output.write(" ")
    output.append(0x20, times: column)
    style.write(role, to: &output, body)
    output.write("\n")
  }

  private func isTooLong(_ label: String, after line: Excerpt) -> Bool {
    guard let room else { return false }
    return line.markColumn + line.markWidth + 1 + WrappedText.columns(of: label) > room
  }

  /// The width of the terminal after the line numbers.
  private var room: Int? { style.columns.map { max(20, $0 - gutter - 3) } }

  /// The part of a line around its mark that fits the terminal.
  private func fitted(_ line: Excerpt) -> Excerpt {
    guard let room else { return line }
    let text = String(decoding: line.text, as: UTF8.self)
    let end = max(WrappedText.columns(of: text), line.markColumn + 1)
    guard end > room else { return line }
    let lead = max(8, min(40, room - line.markWidth))
    let start = max(0, min(line.markColumn - lead, end - room))
    var output = start > 0 ? "…" : ""
    let shown = (start > 0 ? start + 1 : 0)..<(end > start + room ? start + room - 1 : end)
    var column = 0
    for scalar in text.unicodeScalars {
      let width = DisplayText.columns(of: scalar)
      // A wide character at the edge becomes a space.
      if column >= shown.lowerBound, column + width <= shown.upperBound {
        output.unicodeScalars.append(scalar)
      } else if column < shown.lowerBound, column + width > shown.lowerBound {
        output += " "
      }
      column += width
    }
    if end > shown.upperBound { output += "…" }
    let mark = max(line.markColumn, shown.lowerBound)
    let markEnd = min(line.markColumn + line.markWidth, max(shown.upperBound, mark + 1))
    return (Array(output.utf8)[...], mark - start, max(1, markEnd - mark))
  }

  private func writeEmpty(to output: inout TextOutput) {
    output.append(0x20, times: gutter)
    output.write(" ")
    style.write("|", .frame, to: &output)
  }

  private func writeNumbered(
    _ index: Int, _ text: ArraySlice<UInt8>, to output: inout TextOutput
  ) {
    let digits = String(index + 1)
    style.write(.frame, to: &output) { output in
      output.append(0x20, times: gutter - digits.utf8.count)
      output += digits
      output.write(" |")
    }
    if !text.isEmpty {
      output.write(" ")
      output.append(text)
    }
    output.write("\n")
  }

  private func isBlank(_ index: Int) -> Bool {
    source.bytes[lineRange(index)].prefix(400).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private func lineRange(_ index: Int) -> Range<Int> {
    let span = source.lineSpan(index)
    return span.start..<span.end
  }

  /// A line for display: cut around the span, with secrets and invisible characters replaced.
  private func excerpt(_ index: Int, around span: SourceSpan? = nil) -> Excerpt {
    let line = lineRange(index)
    let wanted =
      span.map { max(line.lowerBound, min($0.start, line.upperBound)) } ?? line.lowerBound
    let range = truncated(line, around: wanted)
    // In a line of megabytes, only the last part before the window is searched for names.
    let hidden = redactions.hidden(
      in: file, source,
      part: max(line.lowerBound, range.lowerBound - 1_024)..<range.upperBound)
    // Most lines are shown unchanged.
    if range == line, hidden.isEmpty, plainEnd(line.lowerBound, line.upperBound) == line.upperBound
    {
      return plainLine(line, span)
    }
    var text = range.lowerBound > line.lowerBound ? "…" : ""
    var columns = text.isEmpty ? 0 : 1
    var mark: (column: Int, end: Int)?
    var offset = range.lowerBound
    while offset < range.upperBound {
      if let span, mark == nil, offset >= span.start { mark = (columns, columns) }
      let plain = plainEnd(offset, range.upperBound, span, hidden)
      if plain > offset {
        text += String(decoding: source.bytes[offset..<plain], as: UTF8.self)
        columns += plain - offset
        offset = plain
        if let span, let start = mark, offset <= max(span.end, span.start + 1) {
          mark = (start.column, columns)
        }
        continue
      }
      let piece: String
      let width: Int
      if let secret = hidden.first(where: { $0.start <= offset && offset < $0.end }) {
        piece = Redactions.replacement
        width = piece.utf8.count
        offset = min(secret.end, range.upperBound)
      } else {
        let (scalar, length) = scalar(at: offset)
        offset += length
        if scalar == "\t" {
          (piece, width) = ("    ", 4)
        } else if DisplayText.isInvisible(scalar) {
          piece = DisplayText.visible(String(scalar))
          width = piece.utf8.count
        } else {
          (piece, width) = (String(scalar), DisplayText.columns(of: scalar))
        }
      }
      text += piece
      columns += width
      if let span, let start = mark,
        offset <= max(span.end, span.start + 1) || start.column == start.end
      {
        mark = (start.column, columns)
      }
    }
    if range.upperBound < line.upperBound { text += "…" }
    while text.utf8.last == 0x20, text.last == " " { text.removeLast() }
    let place = mark ?? (columns, columns + 1)
    return (Array(text.utf8)[...], place.column, max(1, place.end - place.column))
  }

  /// A line of printable ASCII, in which each byte is a column.
  private func plainLine(_ line: Range<Int>, _ span: SourceSpan?) -> Excerpt {
    var end = line.upperBound
    while end > line.lowerBound, source.bytes[end - 1] == 0x20 { end -= 1 }
    let span = span ?? SourceSpan(line.upperBound, line.upperBound)
    let mark = min(max(span.start, line.lowerBound), line.upperBound)
    let markEnd = min(max(span.end, span.start + 1), line.upperBound)
    return (source.bytes[line.lowerBound..<end], mark - line.lowerBound, max(1, markEnd - mark))
  }

  /// The end of the printable ASCII from a position on, up to the start or end of a mark or secret.
  /// Most text is ASCII and can be appended in pieces.
  private func plainEnd(_ start: Int, _ limit: Int, _ span: SourceSpan?, _ hidden: [SourceSpan])
    -> Int
  {
    var limit = limit
    if let span {
      for stop in [span.start, max(span.end, span.start + 1)] where stop > start {
        limit = min(limit, stop)
      }
    }
    for secret in hidden where secret.end > start { limit = min(limit, max(start, secret.start)) }
    return plainEnd(start, limit)
  }

  private func plainEnd(_ start: Int, _ limit: Int) -> Int {
    var end = start
    while end < limit, (0x20..<0x7F).contains(source.bytes[end]) { end += 1 }
    return end
  }

  /// The displayed part of a line: all of it, or a window that starts shortly before a position.
  private func truncated(_ line: Range<Int>, around place: Int) -> Range<Int> {
    guard line.count > Self.window else { return line }
    var start = max(line.lowerBound, min(place - 40, line.upperBound - Self.window))
    var end = min(line.upperBound, start + Self.window)
    while start > line.lowerBound, source.bytes[start] & 0xC0 == 0x80 { start -= 1 }
    while end < line.upperBound, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return start..<end
  }

  private func scalar(at offset: Int) -> (Unicode.Scalar, Int) {
    let byte = source.bytes[offset]
    guard byte >= 0x80 else { return (Unicode.Scalar(byte), 1) }
    var end = offset + 1
    while end < source.bytes.count, end < offset + 4, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = String(decoding: source.bytes[offset..<end], as: UTF8.self)
    return (text.unicodeScalars.first ?? "\u{FFFD}", end - offset)
  }
}
