package import PolicyModel
package import PolicyText

/// A string without characters that XML 1.0 can't contain, not even as a reference: control characters and U+FFFE (XML
/// 1.0 section 2.2).
package struct XMLString: Sendable, Hashable, ExpressibleByStringLiteral {
  /// Without escapes.
  package let text: String

  package init(stringLiteral value: StaticString) { text = value.description }

  package init(_ text: ExactString, at anchor: SourceAnchor?) throws(GeneratorError) {
    guard text.string.unicodeScalars.allSatisfy(Self.isCharacter) else {
      throw GeneratorError(
        "XML 1.0 can't contain the control character in \(DisplayText.quoted(text.string))",
        at: anchor
      )
    }
    self.text = text.string
  }

  /// For elements and for attributes in double quotes. Only printable ASCII is written without a reference, so reviewers
  /// see every other character, and no parser normalizes it.
  package var escaped: String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case " "..."~": output.unicodeScalars.append(scalar)
      default: output += "&#x" + String(scalar.value, radix: 16, uppercase: true) + ";"
      }
    }
    return output
  }

  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
