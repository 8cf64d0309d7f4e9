package import PolicyText

/// A page as one HTML document that needs nothing else: no script, no font, no image, and a policy that
/// lets the browser load none.
package struct HTMLPage {
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
    HTMLWriter.document(
      HTMLElement(.html, [(.lang, "en")], [.element(.head, [], head), .element(.body, [], body)]))
  }

  private var head: [HTMLNode] {
    func meta(_ name: ExactString, _ content: ExactString) -> HTMLNode {
      .element(.meta, [(.name, name), (.content, content)])
    }
    return [
      .element(.meta, [(.charset, "utf-8")]),
      .element(
        .meta,
        [
          (.httpEquiv, "Content-Security-Policy"),
          (
            .content,
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
          ),
        ]),
      meta("viewport", "width=device-width, initial-scale=1"),
      meta("color-scheme", "light dark"),
      meta("referrer", "no-referrer"),
      meta("robots", "noindex"),
      meta("generator", "linkpolicy"),
      .element(.title, [], [.text(ExactString(page.title))]),
      .element(.style, [], [.style(PageStyle.rules)]),
    ]
  }

  private var body: [HTMLNode] {
    let links = page.sections.map { section -> HTMLNode in
      .element(
        .li, [],
        [.element(.a, [(.href, Self.href(section.id))], plain(section.title).map { .text($0) })])
    }
    let neighbours = page.neighbours.map { link -> HTMLNode in
      .element(.li, [], [.element(.a, [(.href, link.url)], [.text(link.text)])])
    }
    let pages: [HTMLNode] =
      neighbours.isEmpty
      ? [] : [.element(.nav, [(.label, "Pages")], [.element(.ul, [], neighbours)])]
    return [
      .element(
        .header, [],
        [
          .element(.h1, [], [.text(ExactString(page.title))]),
          .element(.p, [(.class, "lead")], nodes(page.lead)),
        ]),
      .element(.nav, [(.label, "Sections")], [.element(.ul, [], links)]),
    ] + pages + [
      .element(.main, [], page.sections.map { node($0, level: 2) }),
      .element(.footer, [], [.element(.p, [], [.text(ExactString(page.origin.text))])]),
    ]
  }

  // MARK: blocks

  private func node(_ section: PageSection, level: Int) -> HTMLNode {
    let heading: HTMLElement.Name = level == 2 ? .h2 : level == 3 ? .h3 : .h4
    let title = HTMLNode.element(heading, [(.id, section.id.text)], nodes(section.title))
    // With a name a section is a landmark: those of the first level are enough, and their names differ.
    return .element(
      .section, level == 2 ? [(.labelledBy, section.id.text)] : [],
      [title] + section.blocks.map(node) + section.parts.map { node($0, level: level + 1) })
  }

  private func node(_ block: PageBlock) -> HTMLNode {
    switch block {
    case .text(let text): .element(.p, [], nodes(text))
    case .list(let items): .element(.ul, [], items.map { .element(.li, [], nodes($0)) })
    case .table(let table): node(table)
    }
  }

  /// Roles are written out: the style sheet stacks the cells on narrow screens, and browsers then
  /// forget that they are a table.
  private func node(_ table: PageTable) -> HTMLNode {
    let head = table.columns.map { column -> HTMLNode in
      .element(
        .th, [(.scope, "col"), (.role, "columnheader")], [.text(ExactString(column))])
    }
    return .element(
      .table, [(.class, ExactString(table.layout.rawValue)), (.role, "table")],
      [
        .element(.caption, [], [.text(ExactString(table.caption))]),
        .element(
          .thead, [(.role, "rowgroup")], [.element(.tr, [(.role, "row")], head)]),
        .element(.tbody, [(.role, "rowgroup")], table.rows.map { row($0, table.columns) }),
      ])
  }

  private func row(_ row: PageRow, _ columns: [String]) -> HTMLNode {
    var cells: [HTMLNode] = []
    var column = 0
    for cell in row.cells {
      let end = min(column + max(1, cell.span), columns.count)
      let label = columns[min(column, end)..<end].joined(separator: " and ")
      var attributes: [(HTMLElement.Attribute, ExactString)] =
        column == 0
        ? [(.scope, "row"), (.role, "rowheader")]
        : [(.role, "cell"), (.column, ExactString(label))]
      if cell.span > 1 { attributes.append((.colspan, ExactString(String(cell.span)))) }
      cells.append(.element(column == 0 ? .th : .td, attributes, content(cell)))
      column = end
    }
    let tone = row.tone.map { [(HTMLElement.Attribute.class, ExactString($0.rawValue))] } ?? []
    return .element(.tr, tone + [(.role, "row")], cells)
  }

  private func content(_ cell: PageCell) -> [HTMLNode] {
    switch cell.lines.count {
    case 0: [.element(.span, [(.class, "quiet")], [.text("none")])]
    case 1: nodes(cell.lines[0])
    default:
      [.element(.ul, [], cell.lines.map { .element(.li, [], nodes($0)) })]
    }
  }

  // MARK: text

  private func nodes(_ texts: [PageText]) -> [HTMLNode] { texts.map(node) }

  private func node(_ text: PageText) -> HTMLNode {
    switch text {
    case .text(let text): .text(text)
    case .strong(let text): .element(.strong, [], [.text(text)])
    case .quiet(let text): .element(.span, [(.class, "quiet")], [.text(text)])
    case .code(let text): code(text)
    case .badge(let text, let tone):
      .element(.span, [(.class, ExactString("badge \(tone.rawValue)"))], [.text(text)])
    case .reference(let id, let text):
      .element(.a, [(.href, address(id))], [.element(.code, [], [.text(text)])])
    case .line(let line): node(line)
    case .link(let link): .element(.a, [(.href, link.url)], [.text(link.text)])
    case .fingerprint(let text):
      .element(
        .details, [],
        [
          .element(.summary, [], [code(ShortFingerprint.text(text))]),
          code(text),
        ])
    }
  }

  /// An empty value would not be seen.
  private func code(_ text: ExactString) -> HTMLNode {
    text.isEmpty
      ? .element(.span, [(.class, "quiet")], [.text("(empty)")])
      : .element(.code, [], [.text(text)])
  }

  private func node(_ line: PolicyLine) -> HTMLNode {
    guard let url = line.url else {
      return .element(.span, [(.class, "line")], [.text(ExactString("\(line.file):\(line.line)"))])
    }
    return .element(
      .a,
      [
        (.class, "line"), (.href, ExactString("\(url.text)#L\(line.line)")),
        (.label, ExactString("\(line.file), line \(line.line)")),
      ], [.text(line.label)])
  }

  private static func href(_ id: PageID) -> ExactString { ExactString("#" + id.text.string) }

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

/// A certificate as people compare it at first sight: its first and last bytes.
enum ShortFingerprint {
  /// The text itself where it is short already.
  static func text(_ text: ExactString) -> ExactString {
    let bytes = Array(text.utf8)
    // Hex with colons is ASCII: nothing is cut in two.
    guard bytes.count > 24, bytes.allSatisfy({ $0 < 0x80 }) else { return text }
    return ExactString(
      String(decoding: bytes.prefix(11), as: UTF8.self) + "…"
        + String(decoding: bytes.suffix(5), as: UTF8.self))
  }
}
