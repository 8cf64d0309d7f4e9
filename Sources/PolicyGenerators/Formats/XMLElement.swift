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
