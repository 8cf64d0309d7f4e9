import PolicyText

extension PageSection {
  /// The rows of all tables, items of lists and paragraphs.
  var rowCount: Int {
    blocks.reduce(0) { $0 + $1.rowCount } + parts.reduce(0) { $0 + $1.rowCount }
  }

  /// The titles of the innermost parts, in order.
  var leafTitles: [PageText] {
    parts.isEmpty ? [.text(ExactString(plainTitle))] : parts.flatMap(\.leafTitles)
  }

  private var plainTitle: String {
    title.map { text in
      switch text {
      case .text(let text), .strong(let text), .code(let text), .quiet(let text): text.string
      default: ""
      }
    }.joined()
  }

  /// The section in pieces of about so many rows, each under the same headings.
  func pieces(ofRows limit: Int) -> [PageSection] {
    var cutter = SectionCutter(limit: limit)
    cutter.take(self, under: [])
    return cutter.finished
  }
}

extension PageBlock {
  var rowCount: Int {
    switch self {
    case .text: 1
    case .list(let items): items.count
    case .table(let table): table.rows.count
    }
  }

  /// A table in tables of so many rows; anything else as it is.
  func pieces(ofRows limit: Int) -> [PageBlock] {
    guard case .table(let table) = self, table.rows.count > limit else { return [self] }
    return stride(from: 0, to: table.rows.count, by: limit).map { start in
      var piece = table
      piece.rows = Array(table.rows[start..<min(start + limit, table.rows.count)])
      return .table(piece)
    }
  }
}

/// Cuts a section where its page is full.
private struct SectionCutter {
  let limit: Int
  private var pages: [PageSection] = []
  /// How many rows stand on the last page.
  private var count = 0

  init(limit: Int) { self.limit = limit }

  var finished: [PageSection] { pages }

  mutating func take(_ section: PageSection, under headings: [PageSection]) {
    var bare = section
    bare.blocks = []
    bare.parts = []
    let path = headings + [bare]
    if section.blocks.isEmpty, section.parts.isEmpty { add(nil, at: path) }
    for block in section.blocks.flatMap({ $0.pieces(ofRows: limit) }) { add(block, at: path) }
    for part in section.parts { take(part, under: path) }
  }

  private mutating func add(_ block: PageBlock?, at path: [PageSection]) {
    let rows = block?.rowCount ?? 0
    if pages.isEmpty || count > 0 && count + rows > limit {
      let number = pages.count + 1
      pages.append(Self.numbered(path[0], number))
      count = 0
    }
    count += rows
    let number = pages.count
    Self.add(block, at: path.dropFirst(), number, to: &pages[pages.count - 1])
  }

  private static func add(
    _ block: PageBlock?, at path: ArraySlice<PageSection>, _ number: Int,
    to section: inout PageSection
  ) {
    guard let next = path.first else {
      if let block { section.blocks.append(block) }
      return
    }
    let heading = numbered(next, number)
    if section.parts.last?.id != heading.id { section.parts.append(heading) }
    add(block, at: path.dropFirst(), number, to: &section.parts[section.parts.count - 1])
  }

  /// Ids are unique among all pages: a link finds the first piece.
  private static func numbered(_ section: PageSection, _ number: Int) -> PageSection {
    var section = section
    if number > 1 { section.id = section.id.piece(number) }
    return section
  }
}
