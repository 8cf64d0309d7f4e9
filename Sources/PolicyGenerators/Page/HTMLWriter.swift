import PolicyText

/// Writes HTML: the same bytes for the same calls; lines as a reviewer of changes wants them. Names come from
/// this program only; whatever a text holds, it stays text.
///
/// Into bytes and without a tree: reports of an estate have a hundred megabytes.
struct HTMLWriter {
  /// The elements that pages use.
  enum Name: String {
    case html, head, meta, title, style, body, header, nav, main, footer, section, h1, h2, h3, h4
    case p, ul, li, table, caption, thead, tbody, tr, th, td, details, summary
    case a, code, span, strong
  }

  /// The attributes that pages use.
  enum Attribute: String {
    case id, `class`, lang, charset, name, content, href, scope, colspan, role
    case httpEquiv = "http-equiv"
    case label = "aria-label"
    case labelledBy = "aria-labelledby"
    case column = "data-column"
  }

  private(set) var bytes = Array("<!DOCTYPE html>\n".utf8)
  private var depth = 0
  /// A start tag that still takes attributes.
  private var isInTag = false

  // MARK: lines

  /// Starts an element on a line of its own.
  mutating func line(_ name: Name) {
    indent()
    start(name)
  }

  /// Ends an element, and its line.
  mutating func endLine(_ name: Name) {
    end(name)
    newline()
  }

  /// Goes into an element whose content has lines of its own.
  mutating func enter() {
    newline()
    depth += 1
  }

  /// Ends an element whose content has lines of its own.
  mutating func leave(_ name: Name) {
    depth -= 1
    indent()
    endLine(name)
  }

  /// Indents a line.
  mutating func indent() {
    for _ in 0..<depth { bytes.append(UInt8(ascii: " ")) }
  }

  /// Ends a line.
  mutating func newline() {
    endTag()
    bytes.append(UInt8(ascii: "\n"))
  }

  // MARK: within a line

  /// Starts an element.
  mutating func start(_ name: Name) {
    endTag()
    bytes.append(UInt8(ascii: "<"))
    bytes += name.rawValue.utf8
    isInTag = true
  }

  /// Gives the element that has just started an attribute.
  mutating func attribute(_ name: Attribute, _ value: ExactString) {
    bytes.append(UInt8(ascii: " "))
    bytes += name.rawValue.utf8
    bytes += "=\"".utf8
    write(value)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Ends an element.
  mutating func end(_ name: Name) {
    endTag()
    bytes += "</".utf8
    bytes += name.rawValue.utf8
    bytes.append(UInt8(ascii: ">"))
  }

  /// Text between tags.
  mutating func text(_ text: ExactString) {
    endTag()
    write(text)
  }

  /// Style rules of this program; they stand as they are, on lines of their own.
  mutating func style(_ rules: StaticString) {
    for line in rules.description.utf8.split(separator: UInt8(ascii: "\n")) {
      indent()
      bytes += line
      newline()
    }
  }

  private mutating func endTag() {
    guard isInTag else { return }
    isInTag = false
    bytes.append(UInt8(ascii: ">"))
  }

  /// Appends text so that it is safe between tags and in attributes with double quotes; what cannot be seen is
  /// written as `\u{200B}`.
  private mutating func write(_ text: ExactString) {
    // Most texts stand as they are.
    if text.allBytes(satisfy: { $0 >= 0x20 && $0 < 0x7F && !Self.isSpecial($0) }) {
      bytes += text.utf8
      return
    }
    for byte in Array(UTF8Text.visible(text.string).utf8) {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
  }

  /// True for what means something in HTML.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
    default: false
    }
  }
}
