package import PolicyText

/// A page as Markdown for GitHub and GitLab (GitHub Flavored Markdown).
package struct MarkdownPage {
  private let page: Page
  private let address: (PageID) -> ExactString

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
  package var text: String {
    var blocks = [
      "<!-- \(page.origin.text) -->", "# " + MarkdownText.prose(ExactString(page.title)),
    ]
    if !page.lead.isEmpty { blocks.append(line(page.lead)) }
    if !page.neighbours.isEmpty {
      blocks.append(page.neighbours.map { word(.link($0)) }.joined(separator: " · "))
    }
    blocks.append(
      page.sections.map { section in
        "[\(section.title.map(word).joined())](#\(section.id.text))"
      }.joined(separator: " · "))
    for section in page.sections { append(section, level: 2, to: &blocks) }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  // MARK: blocks

  private func append(_ section: PageSection, level: Int, to blocks: inout [String]) {
    // Ids of headings differ between services; an anchor of our own does not.
    blocks.append("<a id=\"\(section.id.text)\"></a>")
    blocks.append(String(repeating: "#", count: min(level, 6)) + " " + line(section.title))
    for block in section.blocks {
      switch block {
      case .text(let text): blocks.append(line(text))
      case .list(let items): blocks.append(items.map { "- " + line($0) }.joined(separator: "\n"))
      case .table(let table): blocks.append(self.table(table))
      }
    }
    for part in section.parts { append(part, level: level + 1, to: &blocks) }
  }

  private func table(_ table: PageTable) -> String {
    var lines = [
      "*" + MarkdownText.prose(ExactString(table.caption)) + "*", "",
      "| " + table.columns.map { MarkdownText.prose(ExactString($0)) }.joined(separator: " | ")
        + " |",
      "|" + String(repeating: " --- |", count: table.columns.count),
    ]
    for row in table.rows {
      var cells: [String] = []
      for cell in row.cells {
        cells.append(content(cell))
        // There are no spans in Markdown.
        for _ in 1..<max(1, cell.span) { cells.append("*same*") }
      }
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }

  private func content(_ cell: PageCell) -> String {
    cell.lines.isEmpty ? "–" : cell.lines.map(line).joined(separator: "<br>")
  }

  // MARK: text

  private func line(_ texts: [PageText]) -> String { texts.map(word).joined() }

  private func word(_ text: PageText) -> String {
    switch text {
    case .text(let text): return MarkdownText.prose(text)
    case .quiet(let text): return MarkdownText.emphasized(text, mark: "*", element: "em")
    case .strong(let text): return MarkdownText.emphasized(text, mark: "**", element: "strong")
    case .badge(let text, let tone):
      return tone == .bad || tone == .careful
        ? MarkdownText.emphasized(text, mark: "**", element: "strong") : MarkdownText.prose(text)
    case .code(let text): return MarkdownText.code(text)
    case .reference(let id, let text): return "[" + MarkdownText.code(text) + "](\(address(id)))"
    case .link(let link): return "[" + MarkdownText.prose(link.text) + "](\(link.url))"
    case .line(let line): return self.line(line)
    case .fingerprint(let text):
      let short = MarkdownText.fingerprint(ShortFingerprint.text(text))
      return "<details><summary>\(short)</summary>\(MarkdownText.fingerprint(text))</details>"
    }
  }

  private func line(_ line: PolicyLine) -> String {
    guard let url = line.url else {
      return " " + MarkdownText.prose(ExactString("\(line.file):\(line.line)"))
    }
    return " [" + MarkdownText.prose(line.label) + "](\(url.text)#L\(line.line))"
  }
}

/// Texts within Markdown: whatever they hold, they are read back as they are.
///
/// What cannot be seen is written as `\u{200B}`, so that no text holds a line feed.
package enum MarkdownText {
  /// Text between words of Markdown, also in a cell of a table and at the start of a line.
  package static func prose(_ text: ExactString) -> String {
    // Bytes, since appending to a string a letter at a time takes several times as long; what means something
    // in Markdown is ASCII.
    let bytes = Array(UTF8Text.visible(text.string).utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isSafe =
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", ",", ";", "(", "/", "'", "\"", "?", "%": true
        // A list or a rule at the start of a line.
        case "-", "+", "=": !output.isEmpty
        // A numbered list; GitHub makes links of `www.`.
        case ".", ")":
          (output.isEmpty || !output.allSatisfy { (0x30...0x39).contains($0) })
            && !output.suffix(3).elementsEqual("www".utf8)
        // Addresses and emoji have a character behind their colon.
        case ":": index > 0 && index + 1 < bytes.count && bytes[index + 1] == 0x20
        // Indented code at the start of a line.
        case " ": index == 0 || bytes[index - 1] != 0x20
        default: byte >= 0x80
        }
      if isSafe { output.append(byte) } else { output += reference(Unicode.Scalar(byte)).utf8 }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A code span, or the element where a span could not hold the text.
  package static func code(_ text: ExactString) -> String {
    let visible = UTF8Text.visible(text.string)
    if visible.isEmpty { return "*(empty)*" }
    let isPlain =
      visible.unicodeScalars.allSatisfy { $0 != "`" && $0 != "|" && $0 != "\\" }
      && visible.utf8.first != UInt8(ascii: " ") && visible.utf8.last != UInt8(ascii: " ")
    return isPlain ? "`" + visible + "`" : element(text)
  }

  /// `<code>` with every character but letters and digits as a reference.
  package static func element(_ text: ExactString) -> String {
    var output = "<code>"
    for scalar in UTF8Text.visible(text.string).unicodeScalars {
      switch scalar {
      case "a"..."v", "x"..."z", "A"..."Z", "0"..."9": output.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x80: output += reference(scalar)
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "</code>"
  }

  /// `<code>` with bytes in hex and colons, which need no references; another text as `element` does.
  static func fingerprint(_ text: ExactString) -> String {
    let isHex = text.string.unicodeScalars.allSatisfy {
      $0.properties.isASCIIHexDigit || $0 == ":" || $0 == "…"
    }
    return isHex ? "<code>\(text)</code>" : element(text)
  }

  /// A character reference: read as text, never as markup.
  private static func reference(_ scalar: Unicode.Scalar) -> String { "&#\(scalar.value);" }

  /// Emphasis. Marks count only at a letter or digit; what begins or ends otherwise gets an element.
  static func emphasized(
    _ text: ExactString, mark: String, element: String
  ) -> String {
    let bytes = Array(text.utf8)
    let blank = UInt8(ascii: " ")
    guard let start = bytes.firstIndex(where: { $0 != blank }),
      let end = bytes.lastIndex(where: { $0 != blank })
    else { return prose(text) }
    let word = prose(ExactString(decoding: bytes[start...end]))
    let isPlain = isAlphanumeric(bytes[start]) && isAlphanumeric(bytes[end])
    let inner = isPlain ? mark + word + mark : "<\(element)>\(word)</\(element)>"
    // Blanks stand outside.
    return (start > 0 ? " " : "") + inner + (end < bytes.count - 1 ? " " : "")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}
