/// Text within XML 1.0 documents.
package enum XMLText {
  /// Text that is safe between tags and in attributes with double quotes, whatever it holds.
  ///
  /// Characters that XML cannot hold even as a reference (XML 1.0 section 2.2), and those that people
  /// cannot see, are written as `\u{200B}`; `>` is escaped so that `]]>` cannot arise.
  package static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in UTF8Text.visible(text).unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&apos;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// An attribute with its leading space: ` name="value"`.
  package static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(escaped(value))\""
  }
}
