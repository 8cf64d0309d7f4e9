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
///
/// Into bytes: reports of an estate have a hundred megabytes, and appending to a string takes several times as
/// long.
enum HTMLWriter {
  /// A document with its type and a final newline.
  static func document(_ root: HTMLElement) -> String {
    var output = Array("<!DOCTYPE html>\n".utf8)
    write(.element(root), depth: 0, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// A node on lines of its own.
  private static func write(_ node: HTMLNode, depth: Int, to output: inout [UInt8]) {
    switch node {
    case .text(let text):
      indent(depth, &output)
      write(escaping: text, to: &output)
      output.append(UInt8(ascii: "\n"))
    case .style(let text):
      for line in text.description.utf8.split(separator: UInt8(ascii: "\n")) {
        indent(depth, &output)
        output += line
        output.append(UInt8(ascii: "\n"))
      }
    case .element(let element):
      indent(depth, &output)
      writeStart(element, to: &output)
      guard !element.name.isVoid else { return output.append(UInt8(ascii: "\n")) }
      if element.children.allSatisfy(\.isInline) {
        for child in element.children { writeInline(child, to: &output) }
      } else {
        output.append(UInt8(ascii: "\n"))
        writeLines(element.children, depth: depth, to: &output)
        indent(depth, &output)
      }
      writeEnd(element, to: &output)
      output.append(UInt8(ascii: "\n"))
    }
  }

  /// Children of which some have lines of their own.
  private static func writeLines(_ nodes: [HTMLNode], depth: Int, to output: inout [UInt8]) {
    // Neighbours within a line stay on one.
    var isWithinLine = false
    for node in nodes {
      if node.isInline {
        if !isWithinLine { indent(depth + 1, &output) }
        writeInline(node, to: &output)
      } else {
        if isWithinLine { output.append(UInt8(ascii: "\n")) }
        write(node, depth: depth + 1, to: &output)
      }
      isWithinLine = node.isInline
    }
    if isWithinLine { output.append(UInt8(ascii: "\n")) }
  }

  private static func writeInline(_ node: HTMLNode, to output: inout [UInt8]) {
    switch node {
    case .text(let text): write(escaping: text, to: &output)
    case .style: break
    case .element(let element):
      writeStart(element, to: &output)
      guard !element.name.isVoid else { return }
      for child in element.children { writeInline(child, to: &output) }
      writeEnd(element, to: &output)
    }
  }

  private static func indent(_ depth: Int, _ output: inout [UInt8]) {
    for _ in 0..<depth { output.append(UInt8(ascii: " ")) }
  }

  private static func writeStart(_ element: HTMLElement, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "<"))
    output += element.name.rawValue.utf8
    for (name, value) in element.attributes {
      output.append(UInt8(ascii: " "))
      output += name.rawValue.utf8
      output += "=\"".utf8
      write(escaping: value, to: &output)
      output.append(UInt8(ascii: "\""))
    }
    output.append(UInt8(ascii: ">"))
  }

  private static func writeEnd(_ element: HTMLElement, to output: inout [UInt8]) {
    output += "</".utf8
    output += element.name.rawValue.utf8
    output.append(UInt8(ascii: ">"))
  }

  /// Appends text so that it is safe between tags and in attributes with double quotes; what cannot be seen is
  /// written as `\u{200B}`.
  private static func write(escaping text: ExactString, to output: inout [UInt8]) {
    let visible = ExactString(UTF8Text.visible(text.string))
    // Most texts stand as they are.
    if visible.allBytes(satisfy: { reference(for: $0) == nil }) {
      output += visible.utf8
      return
    }
    for byte in Array(visible.utf8) {
      if let reference = reference(for: byte) {
        output += reference.utf8
      } else {
        output.append(byte)
      }
    }
  }

  /// What stands for a character that means something in HTML.
  private static func reference(for byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }
}
