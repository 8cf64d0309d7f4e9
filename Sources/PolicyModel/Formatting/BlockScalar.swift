import PolicyText

/// A literal or folded scalar: its header and its lines without their indentation.
struct BlockScalar {
  /// The lines of the contents; lines with only whitespace are empty.
  let lines: [[UInt8]]
  /// The index of the last line of the content.
  let lastLine: Int
  private let written: [UInt8]
  /// Whether trailing empty lines are part of the value: the header has `+`.
  let keepsBlanks: Bool

  init(_ node: NodeID, in tree: SourceTree) {
    let source = tree.source
    let span = tree.span(node)
    let first = source.lineIndex(of: span.start)
    let header = source.lineSpan(first)
    let end = source.bytes[span.start..<header.end].firstIndex { $0.isBlank || $0.isLineBreak }
    let text = tree.textBytes(node)
    // The file ends without a line break, so the value doesn't end with one either. The formatted
    // file ends with one, so the header needs `-`.
    let isCutOff = text.last.map { $0 != 0x0A } ?? false
    let isChomping = { (byte: UInt8) in byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
    let asWritten = source.bytes[span.start..<(end ?? header.end)]
    written =
      isCutOff ? asWritten.filter { !isChomping($0) } + [UInt8(ascii: "-")] : Array(asWritten)
    var last = source.lineIndex(of: max(span.start, span.end - 1))
    func content(upTo last: Int) -> [SourceSpan] {
      first < last ? (first + 1...last).map { source.lineSpan($0) } : []
    }
    let indent = Self.indentation(of: content(upTo: last), text, source.bytes)
    let keepsBlanks = written.contains(UInt8(ascii: "+"))
    // The node ends with its last visible character. The empty lines below are part of the value if
    // the header has `+`, or if they are longer than the indentation.
    for line in (last + 1)..<max(last + 1, source.lineStarts.count)
    where Int(source.lineStarts[line]) < source.bytes.count {
      let blank = source.lineSpan(line)
      guard source.bytes.withoutTrailingBlanks(blank).isEmpty else { break }
      if keepsBlanks || blank.end - blank.start > indent { last = line }
    }
    self.keepsBlanks = keepsBlanks
    lastLine = last
    lines = content(upTo: last).map { span in
      var start = span.start
      while start < span.end, start < span.start + indent, source.bytes[start] == 0x20 {
        start += 1
      }
      return Array(source.bytes[start..<span.end])
    }
  }

  /// The header; an indentation indicator is replaced by that of the new indentation.
  func header(_ step: Int) -> [UInt8] {
    written.map { (0x31...0x39).contains($0) ? UInt8(ascii: "0") + UInt8(step) : $0 }
  }

  /// The indentation to remove: that of the first line with visible characters, minus the leading
  /// spaces of the value.
  private static func indentation(
    of content: [SourceSpan], _ text: ArraySlice<UInt8>, _ bytes: [UInt8]
  ) -> Int {
    guard let line = content.first(where: { !bytes.withoutTrailingBlanks($0).isEmpty }) else {
      // If the value has no visible characters, remove all whitespace.
      return text.allSatisfy { $0 == 0x0A }
        ? bytes.count : content.map { $0.end - $0.start }.max() ?? 0
    }
    func blanks(_ range: ArraySlice<UInt8>) -> Int { range.prefix { $0 == 0x20 }.count }
    let inText = text.drop { $0 == 0x0A }
    return blanks(bytes[line.start..<line.end]) - blanks(inText)
  }
}
