import PolicyText

/// A piece of an HTML document.
enum HTMLNode: Sendable {
  /// Text; whatever it holds, it stays text.
  case text(ExactString)
  /// Style rules of this program; they stand as they are.
  case style(StaticString)
  case element(HTMLElement)
}

/// An element; names come from this program only.
struct HTMLElement: Sendable {
  /// The elements that pages use.
  enum Name: String, Sendable {
    case html, head, meta, title, style, body, header, nav, main, footer, section, h1, h2, h3, h4
    case p, ul, li, div, table, caption, thead, tbody, tr, th, td, details, summary
    case a, code, span, strong

    /// Without content and end tag.
    var isVoid: Bool { self == .meta }

    /// Stands within a line: white space around it would be seen.
    var isInline: Bool {
      switch self {
      case .a, .code, .span, .strong: true
      default: false
      }
    }
  }

  /// The attributes that pages use.
  enum Attribute: String, Sendable {
    case id, `class`, lang, charset, name, content, href, scope, colspan, role
    case httpEquiv = "http-equiv"
    case label = "aria-label"
    case labelledBy = "aria-labelledby"
    case column = "data-column"
  }

  var name: Name
  var attributes: [(Attribute, ExactString)]
  var children: [HTMLNode]

  init(
    _ name: Name, _ attributes: [(Attribute, ExactString)] = [], _ children: [HTMLNode] = []
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
  }
}

extension HTMLNode {
  /// An element as a node.
  static func element(
    _ name: HTMLElement.Name, _ attributes: [(HTMLElement.Attribute, ExactString)] = [],
    _ children: [HTMLNode] = []
  ) -> HTMLNode {
    .element(HTMLElement(name, attributes, children))
  }

  fileprivate var isInline: Bool {
    switch self {
    case .text: true
    case .style: false
    case .element(let element): element.name.isInline
    }
  }
}

/// Writes HTML: the same bytes for the same elements; lines as a reviewer of changes wants them.
enum HTMLWriter {
  /// A document with its type and a final newline.
  static func document(_ root: HTMLElement) -> String {
    var output = "<!DOCTYPE html>\n"
    write(.element(root), depth: 0, to: &output)
    return output
  }

  /// A node on lines of its own.
  private static func write(_ node: HTMLNode, depth: Int, to output: inout String) {
    let margin = String(repeating: " ", count: depth)
    switch node {
    case .text(let text): output += margin + escaped(text) + "\n"
    case .style(let text):
      for line in text.description.split(separator: "\n") { output += margin + line + "\n" }
    case .element(let element):
      output += margin + start(element)
      guard !element.name.isVoid else { return output += "\n" }
      if element.children.allSatisfy(\.isInline) {
        for child in element.children { writeInline(child, to: &output) }
      } else {
        output += "\n"
        // Neighbours within a line stay on one.
        var isWithinLine = false
        for child in element.children {
          if child.isInline {
            if !isWithinLine { output += margin + " " }
            writeInline(child, to: &output)
          } else {
            if isWithinLine { output += "\n" }
            write(child, depth: depth + 1, to: &output)
          }
          isWithinLine = child.isInline
        }
        if isWithinLine { output += "\n" }
        output += margin
      }
      output += "</\(element.name.rawValue)>\n"
    }
  }

  private static func writeInline(_ node: HTMLNode, to output: inout String) {
    switch node {
    case .text(let text): output += escaped(text)
    case .style: break
    case .element(let element):
      output += start(element)
      guard !element.name.isVoid else { return }
      for child in element.children { writeInline(child, to: &output) }
      output += "</\(element.name.rawValue)>"
    }
  }

  private static func start(_ element: HTMLElement) -> String {
    var tag = "<\(element.name.rawValue)"
    for (name, value) in element.attributes {
      tag += " \(name.rawValue)=\"\(escaped(value))\""
    }
    return tag + ">"
  }

  /// Text that is safe between tags and in attributes with double quotes; what cannot be seen is
  /// written as `\u{200B}`.
  private static func escaped(_ text: ExactString) -> String {
    var output = ""
    for scalar in UTF8Text.visible(text.string).unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
