package import PolicyText

extension Page {
  /// The page as GitHub Flavored Markdown, without pictures and the sections that explain them.
  ///
  /// - Parameter address: returns the URL of a section; on this page by default.
  package func markdown(
    address: @escaping (PageID) -> ExactString = { ExactString("#\($0.text)") }
  ) -> String {
    let document = MarkdownDocument(address: address)
    let sections = sections.filter { !$0.isPicture }
    let links = sections.map { "[\(document.line($0.title))](#\($0.id.text))" }
    let blocks =
      [
        "<!-- \(origin.text) -->", "# " + MarkdownText.prose(ExactString(title)),
        document.line(lead), document.line(neighbors.map { [.link($0)] }.joined(by: " · ")),
        links.joined(separator: " · "),
      ] + sections.flatMap { document.blocks($0, level: 2) }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }
}

extension PageSection {
  /// True if the section contains only a picture and its explanation.
  fileprivate var isPicture: Bool {
    var hasDrawing = false
    for block in blocks {
      switch block {
      case .drawing, .drawings: hasDrawing = true
      case .text: continue
      case .list, .table, .card: return false
      }
    }
    return hasDrawing && parts.isEmpty
  }
}

private struct MarkdownDocument {
  let address: (PageID) -> ExactString

  func blocks(_ section: PageSection, level: Int) -> [String] {
    // GitHub and GitLab derive different IDs from headings.
    let head = [
      "<a id=\"\(section.id.text)\"></a>",
      String(repeating: "#", count: min(level, 6)) + " " + line(section.title),
    ]
    let blocks = section.blocks.map { block in
      switch block {
      case .text(let text): line(text)
      case .list(let items): items.map { "- " + line($0) }.joined(separator: "\n")
      case .table(let table): self.table(table)
      case .card(let card): self.card(card)
      case .drawing, .drawings: ""
      }
    }
    return head + blocks + section.parts.flatMap { self.blocks($0, level: level + 1) }
  }

  private func card(_ card: PageCard) -> String {
    let facts = card.facts.map {
      "- \(MarkdownText.prose(ExactString($0.name))): " + line($0.value)
    }
    return ([line(card.title), line(card.text)] + [facts.joined(separator: "\n")])
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func table(_ table: PageTable) -> String {
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rows = table.rows.map { each in
      row(
        each.cells.flatMap { cell in
          // Markdown has no spans.
          [self.cell(cell)] + Array(repeating: "*same*", count: max(1, cell.span) - 1)
        })
    }
    let lines =
      [
        row(table.columns.map { MarkdownText.prose(ExactString($0)) }),
        "|" + String(repeating: " --- |", count: table.columns.count),
      ] + rows
    let caption = MarkdownText.prose(ExactString(table.caption))
    return "*\(caption)*\n\n" + lines.joined(separator: "\n")
  }

  private func cell(_ cell: PageCell) -> String {
    cell.lines.isEmpty ? "–" : cell.lines.map(line).joined(separator: "<br>")
  }

  func line(_ texts: [PageText]) -> String { texts.map(markdown).joined() }

  private func markdown(_ text: PageText) -> String {
    switch text {
    case .text(let text): MarkdownText.prose(text)
    case .quiet(let text): MarkdownText.emphasis(text, mark: "*", element: "em")
    case .strong(let text), .badge(let text, .bad), .badge(let text, .careful):
      MarkdownText.emphasis(text, mark: "**", element: "strong")
    case .badge(let text, _): MarkdownText.prose(text)
    case .code(let text): MarkdownText.code(text)
    case .reference(let id, let text): "[\(MarkdownText.code(text))](\(address(id)))"
    case .link(let link): "[\(MarkdownText.prose(link.text))](\(link.url))"
    case .line(let line):
      if let url = line.url {
        " [\(MarkdownText.prose(line.label))](\(url.text)#L\(line.line))"
      } else {
        " " + MarkdownText.prose(ExactString("\(line.file):\(line.line)"))
      }
    case .fingerprint(let text):
      "<details><summary>\(MarkdownText.fingerprint(PageText.shortened(text)))</summary>"
        + "\(MarkdownText.fingerprint(text))</details>"
    }
  }
}

/// Escapes values for Markdown: every reader shows them unchanged. Invisible characters become `\u{200B}`, so no value
/// contains a newline.
private enum MarkdownText {
  /// Prose, also in a table cell and at the start of a line.
  static func prose(_ text: ExactString) -> String {
    let bytes = Array(DisplayText.visible(text.string).utf8)
    var output: [UInt8] = []
    var isNumber = true
    for (index, byte) in bytes.enumerated() {
      let isSafe =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ","), UInt8(ascii: ";"),
          UInt8(ascii: "("), UInt8(ascii: "/"), UInt8(ascii: "'"), UInt8(ascii: "\""),
          UInt8(ascii: "?"), UInt8(ascii: "%"):
          true
        // A list or a horizontal rule at the start of a line.
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="): !output.isEmpty
        // A numbered list; GitHub turns `www.` into links.
        case UInt8(ascii: "."), UInt8(ascii: ")"):
          (output.isEmpty || !isNumber) && !output.suffix(3).elementsEqual("www".utf8)
        // URLs and emoji continue after a colon.
        case UInt8(ascii: ":"):
          index > 0 && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: " ")
        // Indented code at the start of a line.
        case UInt8(ascii: " "): index == 0 || bytes[index - 1] != UInt8(ascii: " ")
        default: byte >= 0x80
        }
      isNumber = isNumber && isSafe && byte.isDigit
      if isSafe { output.append(byte) } else { output += reference(byte).utf8 }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A code span, or `<code>` for a value that a span can't contain.
  static func code(_ text: ExactString) -> String {
    let visible = DisplayText.visible(text.string)
    if visible.isEmpty { return "*(empty)*" }
    let isPlain =
      visible.utf8.allSatisfy { !"`|\\".utf8.contains($0) }
      && visible.utf8.first != UInt8(ascii: " ") && visible.utf8.last != UInt8(ascii: " ")
    return isPlain ? "`" + visible + "`" : element(visible)
  }

  /// `<code>`; a fingerprint in hexadecimal with colons needs no character references.
  static func fingerprint(_ text: ExactString) -> String {
    let isHex = text.string.unicodeScalars.allSatisfy {
      $0.properties.isASCIIHexDigit || $0 == ":" || $0 == "…"
    }
    return isHex ? "<code>\(text)</code>" : element(DisplayText.visible(text.string))
  }

  /// `<code>` with a character reference for every ASCII character except letters and digits. Also
  /// for `w`, because GitHub turns `www.` into links.
  private static func element(_ visible: String) -> String {
    var output: [UInt8] = []
    for byte in visible.utf8 {
      if byte >= 0x80 || byte.isAlphanumeric && byte != UInt8(ascii: "w") {
        output.append(byte)
      } else {
        output += reference(byte).utf8
      }
    }
    return "<code>\(String(decoding: output, as: UTF8.self))</code>"
  }

  /// Emphasis; an element if the text doesn't start and end with a letter or digit.
  static func emphasis(_ text: ExactString, mark: String, element: String) -> String {
    let bytes = Array(text.utf8)
    let space = UInt8(ascii: " ")
    guard let start = bytes.firstIndex(where: { $0 != space }),
      let end = bytes.lastIndex(where: { $0 != space })
    else { return prose(text) }
    let isPlain = bytes[start].isAlphanumeric && bytes[end].isAlphanumeric
    return (start > 0 ? " " : "") + (isPlain ? mark : "<\(element)>")
      + prose(ExactString(decoding: bytes[start...end]))
      + (isPlain ? mark : "</\(element)>") + (end < bytes.count - 1 ? " " : "")
  }

  private static func reference(_ byte: UInt8) -> String { "&#\(byte);" }
}
