/// Wraps text for a terminal.
package enum WrappedText {
  /// Breaks at spaces, except in a value in backticks. Longer words aren't split.
  ///
  /// - Parameter first: the width of the first line, if different.
  package static func lines(_ text: String, width: Int, first: Int? = nil) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in words(text) {
      let length = columns(of: word)
      if used > 0, used + 1 + length > (lines.isEmpty ? first ?? width : width) {
        lines.append(line)
        (line, used) = ("", 0)
      }
      if !line.isEmpty {
        line += " "
        used += 1
      }
      line += word
      used += length
    }
    return lines + [line]
  }

  /// The width of text in a terminal, without colors (SGR, ECMA-48).
  package static func columns(of text: some StringProtocol) -> Int {
    var count = 0
    var isEscape = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" {
        isEscape = true
      } else if isEscape {
        isEscape = scalar != "m"
      } else {
        count += DisplayText.columns(of: scalar)
      }
    }
    return count
  }

  private static func words(_ text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.utf8.startIndex
    var index = start
    let end = text.utf8.endIndex
    while index < end {
      switch text.utf8[index] {
      case UInt8(ascii: "`"):
        let rest = text.utf8[text.utf8.index(after: index)...]
        // A single backtick doesn't start a value.
        index = rest.firstIndex(of: UInt8(ascii: "`")) ?? index
      case UInt8(ascii: " "):
        words.append(text[start..<index])
        start = text.utf8.index(after: index)
      default: break
      }
      index = text.utf8.index(after: index)
    }
    return words + [text[start..<end]]
  }
}
