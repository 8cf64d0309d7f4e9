package import PolicyText

/// A picture as SVG, without a script. Colors are CSS variables of `drawing.css`.
package struct Drawing: Sendable, Equatable {
  package enum Anchor: String, Sendable {
    case start, middle, end
  }

  /// A description for readers who can't see the picture.
  let title: ExactString
  private(set) var width = 0
  private(set) var height = 0
  private var body = ""

  package init(_ title: ExactString) { self.title = title }

  /// The estimated width of a string: SVG can't measure text without a script.
  static func width(of text: String) -> Int { text.unicodeScalars.count * 7 }

  /// The string without its middle, shortened to fit a width.
  static func fitted(_ text: String, in width: Int) -> String {
    let shown = DisplayText.visible(text)
    let limit = max(8, width / 7)
    guard shown.count > limit else { return shown }
    return shown.prefix(limit / 2) + "…" + shown.suffix((limit - 1) / 2)
  }

  /// Extends the picture to include a point.
  mutating func cover(_ x: Int, _ y: Int) {
    width = max(width, x)
    height = max(height, y)
  }

  // MARK: shapes

  /// The height of text that rises to the right.
  static func rise(of text: String) -> Int { width(of: text) * 6 / 10 }

  /// - Parameters:
  ///   - style: a class of `drawing.css`.
  ///   - rises: whether to rotate the text so it rises to the right.
  mutating func text(
    _ text: String, x: Int, y: Int, _ style: StaticString = "", anchor: Anchor = .start,
    fitting room: Int? = nil, rises: Bool = false
  ) {
    let shown = room.map { Self.fitted(text, in: $0) } ?? DisplayText.visible(text)
    let size = Self.width(of: shown)
    cover(anchor == .start ? x + size : anchor == .middle ? x + size / 2 : x, y + 6)
    body += "<text x=\"\(x)\" y=\"\(y)\" class=\"\(style)\" text-anchor=\"\(anchor.rawValue)\""
    body += rises ? " transform=\"rotate(-35 \(x) \(y))\">" : ">"
    body += Markup.escaped(ExactString(shown))
    if shown != DisplayText.visible(text) {
      body += "<title>\(Markup.escaped(ExactString(text)))</title>"
    }
    body += "</text>"
  }

  mutating func box(
    x: Int, y: Int, width: Int, height: Int, _ style: StaticString, radius: Int = 0
  ) {
    cover(x + width, y + height)
    body +=
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\" class=\"\(style)\"/>"
  }

  mutating func circle(x: Int, y: Int, radius: Int, _ style: StaticString) {
    cover(x + radius, y + radius)
    body += "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\" class=\"\(style)\"/>"
  }

  mutating func line(from: (x: Int, y: Int), to: (x: Int, y: Int), _ style: StaticString) {
    cover(max(from.x, to.x), max(from.y, to.y))
    body +=
      "<line x1=\"\(from.x)\" y1=\"\(from.y)\" x2=\"\(to.x)\" y2=\"\(to.y)\" class=\"\(style)\"/>"
  }

  /// A horizontal arrow.
  mutating func arrow(from: Int, to: Int, y: Int, _ style: StaticString) {
    let back = from < to ? -8 : 8
    line(from: (from, y), to: (to, y), style)
    body +=
      "<path d=\"M\(to) \(y)l\(back) -5v10z\" class=\"\(style)\"/>"
  }

  /// A link around shapes; without a URL, only the shapes.
  mutating func link(
    _ url: ExactString?, _ label: ExactString, _ content: (inout Self) -> Void
  ) {
    guard let url else { return content(&self) }
    body += "<a href=\"\(Markup.escaped(url))\" aria-label=\"\(Markup.escaped(label))\">"
    body += "<title>\(Markup.escaped(label))</title>"
    content(&self)
    body += "</a>"
  }

  // MARK: output

  /// The `svg` element for use in a page.
  var element: String { element(attributes: "", head: "") }

  /// The drawing as an SVG file.
  package var file: String {
    let style = EmbeddedRuntimes.text(at: "report/style/drawing.css").description
    return element(
      attributes: " xmlns=\"http://www.w3.org/2000/svg\"",
      head: "<title>\(Markup.escaped(title))</title><style>\n\(style)</style>") + "\n"
  }

  /// The `svg` element of a row that is stacked with others.
  var row: String { element(attributes: "", head: "", margin: (0, 0)) }

  private func element(
    attributes: String, head: String, margin: (right: Int, bottom: Int) = (12, 8)
  ) -> String {
    let (width, height) = (width + margin.right, height + margin.bottom)
    return
      "<svg\(attributes) class=\"drawing\" role=\"group\" aria-label=\"\(Markup.escaped(title))\" "
      + "viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\">\(head)\(body)</svg>"
  }
}

/// A picture in rows below a common head, with a filter.
package struct DrawingList: Sendable, Equatable {
  struct Filter: Sendable, Equatable {
    var name: ExactString
    var count: Int
  }

  struct Row: Sendable, Equatable {
    var drawing: Drawing
    /// The indices of the filters that show it.
    var filters: [Int]
  }

  struct Group: Sendable, Equatable {
    var title: [PageText]
    var rows: [Row]
  }

  var title: ExactString
  var head: Drawing
  var filters: [Filter]
  /// The index of the initial filter.
  var selected = 0
  var groups: [Group]
}

/// Escapes text for XML and HTML.
enum Markup {
  /// For elements and attributes in double quotes; invisible characters become `\u{200B}`.
  static func escaped(_ text: ExactString) -> String {
    var output = ""
    for scalar in DisplayText.visible(text.string).unicodeScalars {
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
