import PolicyText

extension PageSection {
  /// The number of table rows, list items and paragraphs.
  var rowCount: Int {
    blocks.reduce(0) { $0 + $1.rowCount } + parts.reduce(0) { $0 + $1.rowCount }
  }

  /// The titles of the innermost subsections, in order.
  var leafTitles: [PageText] {
    if !parts.isEmpty { return parts.flatMap(\.leafTitles) }
    return [.text(ExactString(title.compactMap(\.plain?.string).joined()))]
  }

  /// Splits the section into pieces with at most a number of rows (or one paragraph or list), each
  /// with the same headings.
  func pieces(ofRows limit: Int) -> [PageSection] {
    var pages: [PageSection] = []
    var count = 0

    func add(_ block: PageBlock?, below path: [PageSection]) {
      let rows = block?.rowCount ?? 0
      if pages.isEmpty || count > 0 && count + rows > limit {
        pages.append(path[0].piece(pages.count + 1))
        count = 0
      }
      count += rows
      let number = pages.count
      pages[number - 1].add(block, below: path.dropFirst().map { $0.piece(number) }[...])
    }

    func visit(_ section: PageSection, below headings: [PageSection]) {
      let path = headings + [PageSection(section.id, section.title)]
      if section.blocks.isEmpty, section.parts.isEmpty { add(nil, below: path) }
      for block in section.blocks.flatMap({ $0.pieces(ofRows: limit) }) { add(block, below: path) }
      for part in section.parts { visit(part, below: path) }
    }

    visit(self, below: [])
    return pages
  }

  private mutating func add(_ block: PageBlock?, below path: ArraySlice<PageSection>) {
    guard let heading = path.first else {
      if let block { blocks.append(block) }
      return
    }
    if parts.last?.id != heading.id { parts.append(heading) }
    parts[parts.count - 1].add(block, below: path.dropFirst())
  }

  /// The section on a later page. IDs are unique across all pages, so a link leads to the first
  /// piece.
  private func piece(_ number: Int) -> PageSection {
    var piece = self
    if number > 1 { piece.id = id.piece(number) }
    return piece
  }
}

extension PageBlock {
  fileprivate var rowCount: Int {
    switch self {
    case .text, .drawing, .drawings, .card: 1
    case .list(let items): items.count
    case .table(let table): table.rows.count
    }
  }

  /// Splits a table into tables with at most a number of rows; other blocks are unchanged.
  fileprivate func pieces(ofRows limit: Int) -> [PageBlock] {
    guard case .table(let table) = self, table.rows.count > limit else { return [self] }
    return stride(from: 0, to: table.rows.count, by: limit).map { start in
      var piece = table
      piece.rows = Array(table.rows[start..<min(start + limit, table.rows.count)])
      return .table(piece)
    }
  }
}
