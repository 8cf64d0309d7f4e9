/// Wraps text for a terminal.
public enum WrappedText {
  /// Breaks at spaces. A longer word stays in one piece.
  public static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let length = word.unicodeScalars.reduce(0) { $0 + DisplayText.columns(of: $1) }
      if columns > 0, columns + 1 + length > width {
        lines.append(line)
        (line, columns) = ("", 0)
      }
      if columns > 0 || !line.isEmpty {
        line += " "
        columns += 1
      }
      line += word
      columns += length
    }
    return lines + [line]
  }
}
