package import PolicyText

/// A page as Markdown for GitHub and GitLab (GitHub Flavored Markdown).
package struct MarkdownPage {
  private let page: Page
  private let address: (PageID) -> ExactString
  private var output: [UInt8] = []

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
    return document.output
  }

  private mutating func write() {
    write("<!-- \(page.origin.text) -->")
    beginBlock()
    write("# ")
    write(prose: ExactString(page.title))
    beginBlock()
    write(page.lead)
    beginBlock()
    for (index, link) in page.neighbours.enumerated() {
      if index > 0 { write(" · ") }
      write(.link(link))
    }
    beginBlock()
    for (index, section) in page.sections.enumerated() {
      write(index > 0 ? " · [" : "[")
      write(section.title)
      write("](#")
      write(section.id.text)
      write(")")
    }
    for section in page.sections { write(section, level: 2) }
    endBlock()
    output.append(UInt8(ascii: "\n"))
  }

  // MARK: blocks

  /// Ends a block, and begins the next; one that stays empty is none.
  private mutating func beginBlock() {
    endBlock()
    write("\n\n")
  }

  private mutating func endBlock() {
    if output.suffix(2).elementsEqual("\n\n".utf8) { output.removeLast(2) }
  }

  private mutating func write(_ section: PageSection, level: Int) {
    // Ids of headings differ between services; an anchor of our own does not.
    beginBlock()
    write("<a id=\"")
    write(section.id.text)
    write("\"></a>")
    beginBlock()
    for _ in 0..<min(level, 6) { write("#") }
    write(" ")
    write(section.title)
    for block in section.blocks {
      beginBlock()
      switch block {
      case .text(let text): write(text)
      case .list(let items):
        for (index, item) in items.enumerated() {
          write(index > 0 ? "\n- " : "- ")
          write(item)
        }
      case .table(let table): write(table)
      }
    }
    for part in section.parts { write(part, level: level + 1) }
  }

  private mutating func write(_ table: PageTable) {
    write("*")
    write(prose: ExactString(table.caption))
    write("*\n\n| ")
    for (index, column) in table.columns.enumerated() {
      if index > 0 { write(" | ") }
      write(prose: ExactString(column))
    }
    write(" |\n|")
    for _ in table.columns { write(" --- |") }
    for row in table.rows {
      write("\n| ")
      for (index, cell) in row.cells.enumerated() {
        if index > 0 { write(" | ") }
        write(cell)
        // There are no spans in Markdown.
        for _ in 1..<max(1, cell.span) { write(" | *same*") }
      }
      write(" |")
    }
  }

  private mutating func write(_ cell: PageCell) {
    if cell.lines.isEmpty { write("–") }
    for (index, line) in cell.lines.enumerated() {
      if index > 0 { write("<br>") }
      write(line)
    }
  }

  // MARK: text

  private mutating func write(_ texts: [PageText]) { for text in texts { write(text) } }

  private mutating func write(_ text: PageText) {
    switch text {
    case .text(let text): write(prose: text)
    case .quiet(let text): write(emphasized: text, mark: "*", element: "em")
    case .strong(let text): write(emphasized: text, mark: "**", element: "strong")
    case .badge(let text, .bad), .badge(let text, .careful):
      write(emphasized: text, mark: "**", element: "strong")
    case .badge(let text, _): write(prose: text)
    case .code(let text): MarkdownText.append(code: text, to: &output)
    case .reference(let id, let text):
      write("[")
      MarkdownText.append(code: text, to: &output)
      write("](")
      write(address(id))
      write(")")
    case .link(let link):
      write("[")
      write(prose: link.text)
      write("](")
      write(link.url)
      write(")")
    case .line(let line): write(line)
    case .fingerprint(let text):
      write("<details><summary>")
      MarkdownText.append(fingerprint: ShortFingerprint.text(text), to: &output)
      write("</summary>")
      MarkdownText.append(fingerprint: text, to: &output)
      write("</details>")
    }
  }

  private mutating func write(_ line: PolicyLine) {
    guard let url = line.url else {
      write(" ")
      return write(prose: ExactString("\(line.file):\(line.line)"))
    }
    write(" [")
    write(prose: line.label)
    write("](")
    write(url.text)
    write("#L")
    write(String(line.line))
    write(")")
  }

  private mutating func write(prose text: ExactString) {
    MarkdownText.append(prose: text, to: &output)
  }

  private mutating func write(emphasized text: ExactString, mark: String, element: String) {
    MarkdownText.append(emphasized: text, mark: mark, element: element, to: &output)
  }

  /// Markup, and what needs no escape.
  private mutating func write(_ text: String) { output += text.utf8 }

  private mutating func write(_ text: ExactString) { output += text.utf8 }
}
