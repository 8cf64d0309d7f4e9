package import PolicyText

extension Page {
  /// The page as one HTML document without scripts, fonts or images, and with a content security
  /// policy that forbids loading any.
  ///
  /// - Parameter address: returns the URL of a section; on this page by default.
  package func html(
    address: @escaping (PageID) -> ExactString = { ExactString("#\($0.text)") }
  ) -> String {
    var document = HTMLDocument(address: address)
    document.write(self)
    return document.output
  }
}

/// Writes HTML with a line for each element, so changes are easy to review. Everything but element and attribute
/// names is escaped.
private struct HTMLDocument {
  typealias Attributes = [(name: String, value: ExactString?)]

  let address: (PageID) -> ExactString
  var output = "<!DOCTYPE html>\n"
  private var depth = 0

  init(address: @escaping (PageID) -> ExactString) { self.address = address }

  // MARK: elements

  private mutating func indent() { output += String(repeating: " ", count: depth) }

  /// - Parameter attributes: attributes without a value are left out.
  private mutating func start(_ name: String, _ attributes: Attributes = []) {
    output += "<" + name
    for case (let name, let value?) in attributes {
      output += " " + name + "=\""
      write(value)
      output += "\""
    }
    output += ">"
  }

  /// An element within a line.
  private mutating func span(_ name: String, _ attributes: Attributes, _ text: ExactString) {
    start(name, attributes)
    write(text)
    output += "</" + name + ">"
  }

  private mutating func span(_ name: String, _ text: ExactString) { span(name, [], text) }

  /// An element on its own line.
  private mutating func line(
    _ name: String, _ attributes: Attributes = [], _ content: (inout Self) -> Void = { _ in }
  ) {
    indent()
    start(name, attributes)
    content(&self)
    output += "</" + name + ">\n"
  }

  private mutating func line(_ name: String, _ attributes: Attributes = [], text: ExactString) {
    line(name, attributes) { $0.write(text) }
  }

  /// An element whose content starts on a new line; on one line if it is empty.
  private mutating func block(
    _ name: String, _ attributes: Attributes = [], isEmpty: Bool = false,
    _ content: (inout Self) -> Void
  ) {
    if isEmpty { return line(name, attributes) }
    indent()
    start(name, attributes)
    output += "\n"
    depth += 1
    content(&self)
    depth -= 1
    indent()
    output += "</" + name + ">\n"
  }

  /// Escapes text for elements and for attributes in double quotes; invisible characters become `\u{200B}`.
  private mutating func write(_ text: ExactString) {
    output += Markup.escaped(text)
  }

  // MARK: the page

  mutating func write(_ page: Page) {
    block("html", [("lang", "en")]) { html in
      html.block("head") { $0.writeHead(page) }
      html.block("body") { body in
        body.block("header") { header in
          header.line("h1", text: ExactString(page.title))
          header.write(page.lead, in: "p", [("class", "lead")])
        }
        body.writeContents(page)
        if !page.neighbors.isEmpty {
          body.block("nav", [("aria-label", "Pages")]) { nav in
            nav.writeLinks(page.neighbors.map { ($0.url, [$0.text]) })
          }
        }
        body.block("main", isEmpty: page.sections.isEmpty) { main in
          for section in page.sections { main.write(section, level: 2) }
        }
        body.block("footer") { $0.line("p", text: ExactString(page.origin.text)) }
      }
    }
  }

  private mutating func writeHead(_ page: Page) {
    let policy: ExactString =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    let metadata: [Attributes] = [
      [("charset", "utf-8")],
      [("http-equiv", "Content-Security-Policy"), ("content", policy)],
      [("name", "viewport"), ("content", "width=device-width, initial-scale=1")],
      [("name", "color-scheme"), ("content", "light dark")],
      [("name", "referrer"), ("content", "no-referrer")],
      [("name", "robots"), ("content", "noindex")],
      [("name", "generator"), ("content", "linkpolicy")],
    ]
    for attributes in metadata {
      indent()
      start("meta", attributes)
      output += "\n"
    }
    line("title", text: ExactString(page.title))
    block("style") { style in
      let rules = ["page", "drawing"].map {
        EmbeddedRuntimes.text(at: "report/style/\($0).css").description
      }
      for rule in rules.joined().split(separator: "\n") {
        style.indent()
        style.output += rule + "\n"
      }
    }
  }

  private typealias Link = (url: ExactString, texts: [ExactString])

  private mutating func writeLinks(_ links: [Link]) {
    block("ul", isEmpty: links.isEmpty) { list in
      for link in links { list.line("li") { $0.write(link) } }
    }
  }

  private mutating func write(_ link: Link) {
    start("a", [("href", link.url)])
    for text in link.texts { write(text) }
    output += "</a>"
  }

  /// The table of contents: the sections and their subsections.
  private mutating func writeContents(_ page: Page) {
    func link(_ section: PageSection) -> Link {
      (ExactString("#\(section.id.text)"), section.title.compactMap(\.label))
    }
    block("nav", [("aria-label", "Sections")]) { nav in
      nav.writeLinks(page.sections.map(link))
      let indexed = page.sections.filter { !$0.parts.isEmpty }
      guard !indexed.isEmpty else { return }
      nav.block("details", [("class", "fold")]) { details in
        let count = indexed.reduce(0) { $0 + $1.parts.count }
        details.line("summary", text: ExactString("Index of \(count) entries"))
        for section in indexed {
          details.write(section.title, in: "p")
          details.writeLinks(section.parts.map(link))
        }
      }
    }
  }

  private mutating func write(_ section: PageSection, level: Int) {
    // A section with a label is a landmark, which only those of the first level are; their labels
    // differ.
    block("section", [("aria-labelledby", level == 2 ? section.id.text : nil)]) { html in
      html.write(section.title, in: "h\(min(level, 4))", [("id", section.id.text)])
      for block in section.blocks {
        switch block {
        case .text(let text): html.write(text, in: "p")
        case .list(let items): html.writeList(items)
        case .table(let table): html.writeFolded(table)
        case .drawing(let drawing, let summary): html.write(drawing, summary)
        case .drawings(let list): html.write(list)
        case .card(let card): html.write(card)
        }
      }
      for part in section.parts { html.write(part, level: level + 1) }
    }
  }

  /// Writes a picture in an element that scrolls, because a wide one would widen the page.
  private mutating func write(_ drawing: Drawing, _ summary: ExactString?) {
    func picture(_ html: inout Self) {
      html.line(
        "div",
        [
          ("class", "picture"), ("role", "region"), ("tabindex", "0"),
          ("aria-label", drawing.title),
        ]
      ) { $0.output += drawing.element }
    }
    guard let summary else { return picture(&self) }
    block("details", [("class", "fold")]) { html in
      html.line("summary") { $0.writeCode(summary) }
      picture(&html)
    }
  }

  /// Writes a filter above the rows: the style sheet hides those without the selected class.
  private mutating func write(_ list: DrawingList) {
    block("div", [("class", "filter"), ("role", "group"), ("aria-label", list.title)]) { html in
      for (index, filter) in list.filters.enumerated() {
        let id = ExactString("map-filter-\(index)")
        html.indent()
        html.start(
          "input",
          [
            ("type", "radio"), ("name", "map-filter"), ("id", id),
            ("checked", index == list.selected ? "checked" : nil),
          ])
        html.output += "\n"
        html.line("label", [("for", id)]) { label in
          label.write(filter.name)
          label.output += " "
          label.span("span", [("class", "count")], ExactString("\(filter.count)"))
        }
      }
      html.block(
        "div",
        [("class", "rows"), ("role", "region"), ("tabindex", "0"), ("aria-label", list.title)]
      ) { rows in
        rows.line("div", [("class", "head")]) { $0.output += list.head.row }
        for group in list.groups {
          let shown = Set(group.rows.flatMap(\.filters)).sorted()
          rows.block("div", [("class", Self.classes("g", shown))]) { html in
            html.write(group.title, in: "p")
            for row in group.rows {
              html.line("div", [("class", Self.classes("r", row.filters))]) {
                $0.output += row.drawing.row
              }
            }
          }
        }
      }
    }
  }

  private static func classes(_ name: String, _ filters: [Int]) -> ExactString {
    ExactString(([name] + filters.map { "f\($0)" }).joined(separator: " "))
  }

  private mutating func write(_ card: PageCard) {
    block("div", [("class", ExactString("card \(card.tone.rawValue)"))]) { html in
      html.write(card.title, in: "p", [("class", "title")])
      html.write(card.text, in: "p")
      html.block("dl", isEmpty: card.facts.isEmpty) { list in
        for fact in card.facts {
          list.line("dt", text: ExactString(fact.name))
          list.write(fact.value, in: "dd")
        }
      }
    }
  }

  /// A long table folds below its name.
  private mutating func writeFolded(_ table: PageTable) {
    guard table.isLong else { return write(table) }
    block("details", [("class", "fold"), ("open", table.isOpen ? "open" : nil)]) { html in
      html.line("summary", text: ExactString("\(table.caption): \(table.rows.count) rows"))
      html.write(table)
    }
  }

  private mutating func writeList(_ items: [[PageText]]) {
    block("ul", isEmpty: items.isEmpty) { list in
      for item in items { list.write(item, in: "li") }
    }
  }

  /// Writes roles explicitly: the style sheet stacks the cells on narrow screens, and browsers then no longer expose a
  /// table.
  private mutating func write(_ table: PageTable) {
    let columns = table.columns.map { ExactString($0) }
    block("table", [("class", ExactString(table.layout.rawValue)), ("role", "table")]) { html in
      html.line("caption", text: ExactString(table.caption))
      html.block("thead", [("role", "rowgroup")]) { head in
        head.block("tr", [("role", "row")], isEmpty: columns.isEmpty) { row in
          for column in columns {
            row.line("th", [("scope", "col"), ("role", "columnheader")], text: column)
          }
        }
      }
      html.block("tbody", [("role", "rowgroup")], isEmpty: table.rows.isEmpty) { body in
        for row in table.rows { body.write(row, columns) }
      }
    }
  }

  private mutating func write(_ row: PageRow, _ columns: [ExactString]) {
    let tone = row.tone.map { ExactString($0.rawValue) }
    block("tr", [("class", tone), ("role", "row")], isEmpty: row.cells.isEmpty) { html in
      var column = 0
      for cell in row.cells {
        let end = min(column + max(1, cell.span), columns.count)
        let label = columns[min(column, end)..<end].map(\.string).joined(separator: " and ")
        let attributes: Attributes =
          column == 0
          ? [("scope", "row"), ("role", "rowheader")]
          : [("role", "cell"), ("data-column", ExactString(label))]
        let span = cell.span > 1 ? ExactString(String(cell.span)) : nil
        let tone = cell.tone.map { ExactString($0.rawValue) }
        html.write(
          cell, in: column == 0 ? "th" : "td", attributes + [("colspan", span), ("class", tone)])
        column = end
      }
    }
  }

  private mutating func write(_ cell: PageCell, in name: String, _ attributes: Attributes) {
    if cell.lines.count > 1 {
      block(name, attributes) { $0.writeList(cell.lines) }
    } else {
      write(cell.lines.first ?? [.quiet("none")], in: name, attributes)
    }
  }

  // MARK: text

  /// An element with text; on several lines if the text contains fingerprints.
  private mutating func write(_ texts: [PageText], in name: String, _ attributes: Attributes = []) {
    guard texts.contains(where: \.isFingerprint) else {
      return line(name, attributes) { html in
        for text in texts { html.write(text) }
      }
    }
    block(name, attributes) { html in
      var isWithinLine = false
      for text in texts {
        if text.isFingerprint, isWithinLine { html.output += "\n" }
        if !text.isFingerprint, !isWithinLine { html.indent() }
        html.write(text)
        isWithinLine = !text.isFingerprint
      }
      if isWithinLine { html.output += "\n" }
    }
  }

  private mutating func write(_ text: PageText) {
    switch text {
    case .text(let text): write(text)
    case .strong(let text): span("strong", text)
    case .quiet(let text): span("span", [("class", "quiet")], text)
    case .code(let text): writeCode(text)
    case .badge(let text, let tone):
      span("span", [("class", ExactString("badge \(tone.rawValue)"))], text)
    case .reference(let id, let text):
      start("a", [("href", address(id))])
      output += "<code>"
      writeValue(text)
      output += "</code></a>"
    case .line(let line):
      let place = "\(line.file)"
      if let url = line.url {
        span(
          "a",
          [
            ("class", "line"), ("href", ExactString("\(url.text)#L\(line.line)")),
            ("aria-label", ExactString("\(place), line \(line.line)")),
          ], line.label)
      } else {
        span("span", [("class", "line")], ExactString("\(place):\(line.line)"))
      }
    case .link(let link): span("a", [("href", link.url)], link.text)
    case .fingerprint(let text):
      block("details") { details in
        details.line("summary") { $0.writeCode(PageText.shortened(text)) }
        details.indent()
        details.writeCode(text)
        details.output += "\n"
      }
    }
  }

  private mutating func writeCode(_ text: ExactString) {
    if text.isEmpty { return span("span", [("class", "quiet")], "(empty)") }
    output += "<code>"
    writeValue(text)
    output += "</code>"
  }

  /// A value; hosts in it only break between labels.
  private mutating func writeValue(_ text: ExactString) {
    guard let host = Self.host(in: text) else { return write(text) }
    let bytes = Array(text.utf8)
    write(ExactString(decoding: bytes[..<host.lowerBound]))
    output += "<span class=\"host\">"
    for (index, label) in bytes[host].split(separator: UInt8(ascii: ".")).enumerated() {
      if index > 0 { output += ".<wbr>" }
      write(ExactString(decoding: label))
    }
    output += "</span>"
    write(ExactString(decoding: bytes[host.upperBound...]))
  }

  /// The bytes of a host name with several labels, in a URI or alone; nil if a label has more than
  /// 40 bytes, which may not fit on a line.
  private static func host(in text: ExactString) -> Range<Int>? {
    let range = URIParts(text).host ?? 0..<text.utf8.count
    let host = Array(text.utf8)[range]
    // `~` is also unreserved; hosts rarely contain it.
    let isName = host.allSatisfy { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "*") }
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard isName, labels.count > 1, labels.allSatisfy({ (1...40).contains($0.count) }) else {
      return nil
    }
    return range
  }
}

extension PageText {
  fileprivate var isFingerprint: Bool { if case .fingerprint = self { true } else { false } }

  /// The text in a link to the section with this title.
  fileprivate var label: ExactString? {
    if case .quiet = self { nil } else { plain }
  }
}
