/// An element of an XML document.
package struct XMLElement: Sendable {
  /// What stands in an element.
  package enum Node: Sendable {
    case element(XMLElement)
    /// A text of this program without two hyphens in a row.
    case comment(StaticString)
  }

  /// With its prefix.
  package let name: String
  /// In their order; the names are those of this program.
  package let attributes: [(name: String, value: XMLString)]
  /// In their order.
  package var children: [Node]

  /// An element; names are literals, since nothing escapes them.
  package init(
    _ name: StaticString, _ attributes: [(StaticString, XMLString)] = [], children: [Node] = []
  ) {
    self.name = name.description
    self.attributes = attributes.map { (name: $0.0.description, value: $0.1) }
    self.children = children
  }

  /// Appends the element as Android Studio lays it out: four spaces, several attributes a line each.
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

  /// The element as a document, with the line at its top.
  package func document(_ header: GeneratedHeader) -> String {
    var output = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- \(header.text) -->\n"
    write(to: &output, depth: 0)
    return output
  }
}
