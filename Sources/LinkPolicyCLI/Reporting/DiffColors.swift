import LinkPolicy

extension TextStyle {
  /// A unified diff in colours, where the output has them.
  func painted(diff: String) -> String {
    guard hasColor else { return diff }
    var output = ""
    for line in diff.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      let text = String(Substring(line))
      switch line.first {
      case UInt8(ascii: "+"): output += paint(text, Role.good)
      case UInt8(ascii: "-"): output += paint(text, Role.error)
      case UInt8(ascii: "@"): output += paint(text, Role.frame)
      default: output += text
      }
      output += "\n"
    }
    return output
  }
}
