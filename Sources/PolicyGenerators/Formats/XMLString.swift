package import PolicyModel
package import PolicyText

/// A text that XML 1.0 can hold: control characters and U+FFFE have no form in it, not even as a
/// reference (XML 1.0 section 2.2).
package struct XMLString: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The text, nothing escaped.
  package let text: String

  /// A text of this program.
  package init(stringLiteral value: StaticString) { text = value.description }

  /// A text of the policy.
  package init(_ text: ExactString, at anchor: SourceAnchor?) throws(GeneratorError) {
    guard text.string.unicodeScalars.allSatisfy(Self.isCharacter) else {
      throw GeneratorError(
        "XML 1.0 holds no control characters, \(UTF8Text.quoted(text.string)) has one", at: anchor)
    }
    self.text = text.string
  }

  /// The text within tags or within double quotes.
  ///
  /// Only printable ASCII is written as it is: a reviewer sees every other character as a reference, and
  /// no parser normalizes it.
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
