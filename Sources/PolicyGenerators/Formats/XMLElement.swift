package import PolicyModel
package import PolicyText

/// An element of an XML document.
package struct XMLElement: Sendable {
  package enum Node: Sendable {
    case element(XMLElement)
    /// Without two consecutive hyphens.
    case comment(StaticString)
  }

  package let name: String
  package let attributes: [(name: String, value: XMLString)]
  package var children: [Node]

  /// Names must be literals, because they aren't escaped.
  package init(
    _ name: StaticString, _ attributes: [(StaticString, XMLString)] = [], children: [Node] = []
  ) {
    self.name = name.description
    self.attributes = attributes.map { (name: $0.0.description, value: $0.1) }
    self.children = children
  }

  /// Appends the element in the layout of Android Studio: four spaces, and a line per attribute if there are several.
  package func write(to output: inout String, depth: Int) {
    let margin = String(repeating: "    ", count: depth)
    output += margin + "<" + name
    for attribute in attributes {
      output += attributes.count > 1 ? "\n" + margin + "    " : " "
      output += attribute.name + "=\"" + attribute.value.escaped + "\""
    }
    guard !children.isEmpty else {
      output += " />\n"
      return
    }
    output += ">\n"
    for child in children {
      switch child {
      case .element(let element): element.write(to: &output, depth: depth + 1)
      case .comment(let text):
        output += margin + "    <!-- " + text.description + " -->\n"
      }
    }
    output += margin + "</" + name + ">\n"
  }

  package func document(_ header: GeneratedHeader) -> String {
    var output = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- \(header.text) -->\n"
    write(to: &output, depth: 0)
    return output
  }
}

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
