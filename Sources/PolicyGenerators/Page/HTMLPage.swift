package import PolicyText

/// A page as one HTML document that needs nothing else: no script, no font, no image, and a policy that
/// lets the browser load none.
package struct HTMLPage {
  private let page: Page
  private let address: (PageID) -> ExactString
  private var writer = HTMLWriter()

  /// A page to be written.
  ///
  /// - Parameter address: where something is described, if not on this page.
  package init(
    _ page: Page, address: @escaping (PageID) -> ExactString = { ExactString("#\($0.text)") }
  ) {
    self.page = page
    self.address = address
  }

  /// The document.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The document.
  package var bytes: [UInt8] {
    var document = self
    document.write()
    return document.writer.bytes
  }

  private mutating func write() {
    writer.line(.html)
    writer.attribute(.lang, "en")
    writer.enter()
    writeHead()
    writer.line(.body)
    writer.enter()
    writeHeader()
    writer.line(.main)
    if !page.sections.isEmpty {
      writer.enter()
      for section in page.sections { write(section, level: 2) }
      writer.leave(.main)
    } else {
      writer.endLine(.main)
    }
    writer.line(.footer)
    writer.enter()
    writer.line(.p)
    writer.text(ExactString(page.origin.text))
    writer.endLine(.p)
    writer.leave(.footer)
    writer.leave(.body)
    writer.leave(.html)
  }

  private mutating func writeHead() {
    writer.line(.head)
    writer.enter()
    writer.line(.meta)
    writer.attribute(.charset, "utf-8")
    writer.newline()
    writer.line(.meta)
    writer.attribute(.httpEquiv, "Content-Security-Policy")
    writer.attribute(
      .content,
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'")
    writer.newline()
    for (name, content) in [
      ("viewport", "width=device-width, initial-scale=1"), ("color-scheme", "light dark"),
      ("referrer", "no-referrer"), ("robots", "noindex"), ("generator", "linkpolicy"),
    ] as [(ExactString, ExactString)] {
      writer.line(.meta)
      writer.attribute(.name, name)
      writer.attribute(.content, content)
      writer.newline()
    }
    writer.line(.title)
    writer.text(ExactString(page.title))
    writer.endLine(.title)
    writer.line(.style)
    writer.enter()
    writer.style(EmbeddedRuntimes.text(at: "report/style/page.css"))
    writer.leave(.style)
    writer.leave(.head)
  }

  private mutating func writeHeader() {
    writer.line(.header)
    writer.enter()
    writer.line(.h1)
    writer.text(ExactString(page.title))
    writer.endLine(.h1)
    writer.line(.p)
    writer.attribute(.class, "lead")
    write(page.lead, in: .p)
    writer.leave(.header)
    writeLinks(
      "Sections", page.sections.map { (ExactString("#\($0.id.text)"), plain($0.title)) })
    if !page.neighbours.isEmpty {
      writeLinks("Pages", page.neighbours.map { ($0.url, [$0.text]) })
    }
  }

  private mutating func writeLinks(
    _ label: ExactString, _ links: [(url: ExactString, texts: [ExactString])]
  ) {
    writer.line(.nav)
    writer.attribute(.label, label)
    writer.enter()
    writer.line(.ul)
    if links.isEmpty {
      writer.endLine(.ul)
    } else {
      writer.enter()
      for link in links {
        writer.line(.li)
        writer.start(.a)
        writer.attribute(.href, link.url)
        for text in link.texts { writer.text(text) }
        writer.end(.a)
        writer.endLine(.li)
      }
      writer.leave(.ul)
    }
    writer.leave(.nav)
  }

  // MARK: blocks

  private mutating func write(_ section: PageSection, level: Int) {
    writer.line(.section)
    // With a name a section is a landmark: those of the first level are enough, and their names differ.
    if level == 2 { writer.attribute(.labelledBy, section.id.text) }
    writer.enter()
    let heading: HTMLWriter.Name = level == 2 ? .h2 : level == 3 ? .h3 : .h4
    writer.line(heading)
    writer.attribute(.id, section.id.text)
    write(section.title, in: heading)
    for block in section.blocks { write(block) }
    for part in section.parts { write(part, level: level + 1) }
    writer.leave(.section)
  }

  private mutating func write(_ block: PageBlock) {
    switch block {
    case .text(let text):
      writer.line(.p)
      write(text, in: .p)
    case .list(let items): writeList(items)
    case .table(let table): write(table)
    }
  }

  private mutating func writeList(_ items: [[PageText]]) {
    writer.line(.ul)
    guard !items.isEmpty else { return writer.endLine(.ul) }
    writer.enter()
    for item in items {
      writer.line(.li)
      write(item, in: .li)
    }
    writer.leave(.ul)
  }

  /// Roles are written out: the style sheet stacks the cells on narrow screens, and browsers then
  /// forget that they are a table.
  private mutating func write(_ table: PageTable) {
    let columns = table.columns.map { ExactString($0) }
    writer.line(.table)
    writer.attribute(.class, ExactString(table.layout.rawValue))
    writer.attribute(.role, "table")
    writer.enter()
    writer.line(.caption)
    writer.text(ExactString(table.caption))
    writer.endLine(.caption)
    writer.line(.thead)
    writer.attribute(.role, "rowgroup")
    writer.enter()
    writer.line(.tr)
    writer.attribute(.role, "row")
    if columns.isEmpty {
      writer.endLine(.tr)
    } else {
      writer.enter()
      for column in columns {
        writer.line(.th)
        writer.attribute(.scope, "col")
        writer.attribute(.role, "columnheader")
        writer.text(column)
        writer.endLine(.th)
      }
      writer.leave(.tr)
    }
    writer.leave(.thead)
    writer.line(.tbody)
    writer.attribute(.role, "rowgroup")
    if table.rows.isEmpty {
      writer.endLine(.tbody)
    } else {
      writer.enter()
      for row in table.rows { write(row, columns) }
      writer.leave(.tbody)
    }
    writer.leave(.table)
  }

  private mutating func write(_ row: PageRow, _ columns: [ExactString]) {
    writer.line(.tr)
    if let tone = row.tone { writer.attribute(.class, ExactString(tone.rawValue)) }
    writer.attribute(.role, "row")
    guard !row.cells.isEmpty else { return writer.endLine(.tr) }
    writer.enter()
    var column = 0
    for cell in row.cells {
      let end = min(column + max(1, cell.span), columns.count)
      let name: HTMLWriter.Name = column == 0 ? .th : .td
      writer.line(name)
      if column == 0 {
        writer.attribute(.scope, "row")
        writer.attribute(.role, "rowheader")
      } else {
        writer.attribute(.role, "cell")
        writer.attribute(.column, Self.label(columns[min(column, end)..<end]))
      }
      if cell.span > 1 { writer.attribute(.colspan, ExactString(String(cell.span))) }
      write(cell, in: name)
      column = end
    }
    writer.leave(.tr)
  }

  private static func label(_ columns: ArraySlice<ExactString>) -> ExactString {
    if columns.count == 1, let only = columns.first { return only }
    return ExactString(columns.map(\.string).joined(separator: " and "))
  }

  private mutating func write(_ cell: PageCell, in name: HTMLWriter.Name) {
    switch cell.lines.count {
    case 0: write([.quiet("none")], in: name)
    case 1: write(cell.lines[0], in: name)
    default:
      writer.enter()
      writeList(cell.lines)
      writer.leave(name)
    }
  }

  // MARK: text

  /// The content of an element that has just started, and its end.
  private mutating func write(_ texts: [PageText], in name: HTMLWriter.Name) {
    guard texts.contains(where: \.hasLines) else {
      for text in texts { write(text) }
      return writer.endLine(name)
    }
    writer.enter()
    // Neighbours within a line stay on one.
    var isWithinLine = false
    for text in texts {
      if text.hasLines {
        if isWithinLine { writer.newline() }
      } else if !isWithinLine {
        writer.indent()
      }
      write(text)
      isWithinLine = !text.hasLines
    }
    if isWithinLine { writer.newline() }
    writer.leave(name)
  }

  private mutating func write(_ text: PageText) {
    switch text {
    case .text(let text): writer.text(text)
    case .strong(let text):
      writer.start(.strong)
      writer.text(text)
      writer.end(.strong)
    case .quiet(let text): writeSpan("quiet", text)
    case .code(let text): writeCode(text)
    case .badge(let text, let tone): writeSpan(ExactString("badge \(tone.rawValue)"), text)
    case .reference(let id, let text):
      writer.start(.a)
      writer.attribute(.href, address(id))
      writer.start(.code)
      writer.text(text)
      writer.end(.code)
      writer.end(.a)
    case .line(let line): write(line)
    case .link(let link):
      writer.start(.a)
      writer.attribute(.href, link.url)
      writer.text(link.text)
      writer.end(.a)
    case .fingerprint(let text):
      writer.line(.details)
      writer.enter()
      writer.line(.summary)
      writeCode(ShortFingerprint.text(text))
      writer.endLine(.summary)
      writer.indent()
      writeCode(text)
      writer.newline()
      writer.leave(.details)
    }
  }

  private mutating func writeSpan(_ kind: ExactString, _ text: ExactString) {
    writer.start(.span)
    writer.attribute(.class, kind)
    writer.text(text)
    writer.end(.span)
  }

  /// An empty value would not be seen.
  private mutating func writeCode(_ text: ExactString) {
    if text.isEmpty { return writeSpan("quiet", "(empty)") }
    writer.start(.code)
    writer.text(text)
    writer.end(.code)
  }

  private mutating func write(_ line: PolicyLine) {
    guard let url = line.url else {
      return writeSpan("line", ExactString("\(line.file):\(line.line)"))
    }
    writer.start(.a)
    writer.attribute(.class, "line")
    writer.attribute(.href, ExactString("\(url.text)#L\(line.line)"))
    writer.attribute(.label, ExactString("\(line.file), line \(line.line)"))
    writer.text(line.label)
    writer.end(.a)
  }

  /// The words of a title without their markup.
  private func plain(_ texts: [PageText]) -> [ExactString] {
    texts.compactMap { text in
      switch text {
      case .text(let text), .strong(let text), .code(let text), .reference(_, let text): text
      case .link(let link): link.text
      case .quiet, .badge, .line, .fingerprint: nil
      }
    }
  }
}

extension PageText {
  /// True for what does not stand within a line.
  fileprivate var hasLines: Bool {
    if case .fingerprint = self { true } else { false }
  }
}
