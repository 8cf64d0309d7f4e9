import LinkPolicy
import PolicyText

/// Escapes values, which must not close an element, table cell or code block, or mention a user.
enum Markdown {
  /// Formats a value as inline code.
  static func code(_ value: String) -> String {
    "<code>\(escaped(DisplayText.visible(value)))</code>"
  }

  /// Escapes all characters with a meaning in Markdown, its extensions or HTML.
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "/", ",": output.unicodeScalars.append(scalar)
      case "\u{00}"..."\u{7F}": output += "&#\(scalar.value);"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// A line as a fenced block, with a fence longer than any run of backticks in it.
  static func block(_ line: String) -> String {
    var longest = 0
    var run = 0
    for byte in line.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)json\n\(DisplayText.visible(line))\n\(fence)\n"
  }
}
