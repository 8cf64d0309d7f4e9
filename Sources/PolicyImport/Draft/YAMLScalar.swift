import PolicyModel
package import PolicyText

/// Texts as YAML, with quotes only where a reader of YAML 1.1 or 1.2 needs them.
package enum YAMLScalar {
  /// The text as it is written.
  ///
  /// - Parameter isFlow: within brackets or braces.
  package static func text(_ text: ExactString, isFlow: Bool) -> String {
    isPlain(text, isFlow: isFlow) ? text.string : quoted(text)
  }

  /// True where the text stands for itself without quotes.
  static func isPlain(_ text: ExactString, isFlow: Bool) -> Bool {
    PlainScalar.standsAlone(Array(text.utf8)[...], inFlow: isFlow)
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
      default:
        if UTF8Text.isInvisible(scalar) {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          let (letter, width) =
            scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
          output +=
            "\\\(letter)" + String(repeating: "0", count: width - digits.utf8.count) + digits
        } else {
          output.unicodeScalars.append(scalar)
        }
      }
    }
    return output + "\""
  }
}
