package import PolicyText

/// Strings as YAML scalars, plain if every YAML 1.1 and 1.2 reader takes them for the same string, otherwise in double
/// quotes.
package enum YAMLScalar {
  /// - Parameter isFlow: within brackets or braces, where more characters are special.
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
