package import PolicyText

/// Strings as YAML scalars: plain if all YAML 1.1 and 1.2 readers parse them as the same string, or
/// else in double quotes.
package enum YAMLScalar {
  /// - Parameter isFlow: in brackets or braces, where more characters are special.
  package static func text(_ text: ExactString, isFlow: Bool) -> String {
    PlainScalar.standsAlone(Array(text.utf8)[...], inFlow: isFlow) ? text.string : quoted(text)
  }

  private static func quoted(_ text: ExactString) -> String {
    var output = "\""
    for scalar in text.string.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case _ where DisplayText.isInvisible(scalar):
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (letter, width) =
          scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
        output += "\\\(letter)" + String(repeating: "0", count: width - digits.utf8.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}

/// A scalar on one line: plain if all YAML 1.1 and 1.2 readers parse it as the same string, or else
/// in double quotes, or unchanged if it would need escapes.
struct ScalarText {
  let tree: SourceTree

  /// The scalar on one line; nil if it needs several.
  ///
  /// - Parameter inFlow: in brackets or braces, where more characters are special.
  func line(_ node: NodeID, inFlow: Bool) -> [UInt8]? {
    let written = tree.sourceText(node)
    if tree.isAlias(node) { return Array(written) }
    guard !written.contains(where: \.isLineBreak) else { return nil }
    switch tree.style(node) {
    case .plain: return Array(written)
    case .singleQuoted, .doubleQuoted:
      let text = tree.textBytes(node)
      if PlainScalar.standsAlone(text, inFlow: inFlow) { return Array(text) }
      if tree.style(node) == .singleQuoted,
        !text.contains(where: {
          $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
        })
      {
        return [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
      }
      return Array(written)
    default: return nil
    }
  }

  /// The lines of a plain or quoted scalar without their indentation. Empty lines stay, because
  /// they stand for line breaks in the value.
  func lines(_ node: NodeID) -> [ArraySlice<UInt8>] {
    let bytes = tree.source.bytes
    let span = tree.span(node)
    let first = tree.source.lineIndex(of: span.start)
    let last = tree.source.lineIndex(of: max(span.start, span.end - 1))
    return (first...last).map { index in
      let line = tree.source.lineSpan(index)
      var start = max(line.start, span.start)
      if index > first {
        while start < line.end, bytes[start].isBlank { start += 1 }
      }
      // Whitespace before the closing quote is part of the value.
      return index == last
        ? bytes[min(start, span.end)..<span.end] : bytes.withoutTrailingBlanks(start, line.end)
    }
  }
}

extension [UInt8] {
  fileprivate func withoutTrailingBlanks(_ start: Int, _ end: Int) -> ArraySlice<UInt8> {
    withoutTrailingBlanks(SourceSpan(start, Swift.max(start, end)))
  }
}
