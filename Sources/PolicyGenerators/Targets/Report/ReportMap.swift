import PolicyDecision
import PolicyModel
import PolicyText

/// The map: which client's codes go where. Rows are clients, columns are receivers.
struct ReportMap {
  /// A column: hosts, or what the redirect URIs of native clients have instead.
  private static let loopback: ExactString = "this device (loopback)"
  private static let privateScheme: ExactString = "private scheme"
  private static let others: ExactString = "other hosts"
  /// Columns with a name of their own; the least used hosts share one.
  private static let maximumColumns = 12
  /// The width that a page has for it.
  private static let width = 1_120

  private struct Cell {
    var count = 0
    var isCareful = false
    var anchor: SourceAnchor?
  }

  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  var section: PageSection? {
    guard !report.clients.isEmpty else { return nil }
    return PageSection(
      PageID("map"), ["Map: who receives codes where"],
      blocks: [
        .paragraph(
          """
          Filled: the number of redirect URIs in production. Ring: in sandbox. Amber deserves a look; the reason is at \
          the end of the row. A number leads to the line of the policy.
          """), .drawing(drawing, summary: nil),
      ])
  }

  // MARK: data

  private static func receiver(of uri: ExactString) -> ExactString {
    let parts = URIParts(uri)
    guard ["http", "https"].contains(parts.lowerScheme) else { return privateScheme }
    return isLoopback(parts) ? loopback : ASCII.lowercased(parts.text(parts.host))
  }

  static func isLoopback(_ parts: URIParts) -> Bool {
    LoopbackAddress.hosts.contains(ASCII.lowercased(parts.text(parts.host)))
  }

  /// Why a client deserves a look.
  private func reasons(_ client: ReportContext.Client) -> [String] {
    let uris = client.compiled.values.flatMap(\.redirectURIs)
    var reasons: [String] = []
    if client.declared.effectivePKCE == .optional { reasons.append("PKCE optional") }
    if client.declared.state?.value == .optional { reasons.append("state optional") }
    if client.declared.type?.value == .native,
      uris.contains(where: { LoopbackAddress.isFlexible($0.value) })
    {
      reasons.append("any port")
    }
    let isPlain = uris.contains {
      URIParts($0.value).lowerScheme == "http" && Self.receiver(of: $0.value) != Self.loopback
    }
    if isPlain { reasons.append("http") }
    return reasons
  }

  private func cells(_ client: ReportContext.Client) -> [ExactString: [Environment: Cell]] {
    var cells: [ExactString: [Environment: Cell]] = [:]
    for (environment, compiled) in client.compiled {
      for uri in compiled.redirectURIs {
        let column = Self.receiver(of: uri.value)
        var cell = cells[column]?[environment] ?? Cell()
        cell.count += 1
        cell.anchor = cell.anchor ?? uri.anchor
        cell.isCareful = cell.isCareful || column == Self.loopback
        cells[column, default: [:]][environment] = cell
      }
    }
    return cells
  }

  // MARK: picture

  var drawing: Drawing {
    let rows = report.clients.map { ($0, cells($0), reasons($0)) }
    var uses: [ExactString: Int] = [:]
    for (_, cells, _) in rows { for column in cells.keys { uses[column, default: 0] += 1 } }
    let special = [Self.loopback, Self.privateScheme].filter { uses[$0] != nil }
    let hosts = uses.keys.filter { !special.contains($0) }
      .sorted { (uses[$1] ?? 0, $0) < (uses[$0] ?? 0, $1) }
    let named =
      hosts.count <= Self.maximumColumns ? hosts : Array(hosts.prefix(Self.maximumColumns))
    let columns = special + named.sorted() + (named.count < hosts.count ? [Self.others] : [])
    let names = columns.map {
      $0 == Self.others ? "\(hosts.count - named.count) other hosts" : $0.string
    }
    let hasReasons = rows.contains { !$0.2.isEmpty }
    let (left, step) = (210, 42)
    let room = (Self.width - left - (hasReasons ? 220 : 0)) / max(1, columns.count)
    let gap = max(70, min(150, room))
    let rises = names.contains { Drawing.width(of: $0) > gap - 8 }
    let top = rises ? 24 + (names.map(Drawing.rise).max() ?? 0) : 32
    let end = left + columns.count * gap
    let right = end + (hasReasons ? 220 : 0)
    var drawing = Drawing("Which client's codes go where")
    for (index, name) in names.enumerated() {
      drawing.text(
        name, x: left + index * gap + gap / 2, y: top - 12, "quiet",
        anchor: rises ? .start : .middle, rises: rises)
    }
    for (row, (client, cells, reasons)) in rows.enumerated() {
      let y = top + row * step
      if row.isMultiple(of: 2) {
        drawing.box(x: 0, y: y, width: right, height: step, "row")
      }
      let name = client.declared.id.value
      drawing.link(ExactString("#\(client.id.text)"), name) {
        $0.text(name.string, x: 10, y: y + 18, "strong", fitting: left - 20)
      }
      drawing.text(ReportContext.type(client.declared).string, x: 10, y: y + 34, "quiet")
      for (index, column) in columns.enumerated() {
        let found: [Environment: Cell] =
          column == Self.others
          ? merged(cells.filter { !columns.contains($0.key) }) : cells[column] ?? [:]
        for environment in Environment.allCases {
          guard let cell = found[environment] else { continue }
          let x = left + index * gap + gap / 2 + (environment == .prod ? -16 : 16)
          draw(cell, environment, at: (x, y + step / 2), client, column, &drawing)
        }
      }
      if !reasons.isEmpty {
        let text = reasons.joined(separator: ", ")
        drawing.box(
          x: end + 8, y: y + 9, width: min(204, Drawing.width(of: text) + 20), height: 24, "chip",
          radius: 12)
        drawing.text(text, x: end + 18, y: y + 25, "chiptext", fitting: 190)
      }
    }
    return drawing
  }

  private func merged(_ cells: [ExactString: [Environment: Cell]]) -> [Environment: Cell] {
    var result: [Environment: Cell] = [:]
    for each in cells.sorted(by: { $0.key < $1.key }) {
      for (environment, cell) in each.value {
        result[environment, default: cell].count += result[environment] == nil ? 0 : cell.count
      }
    }
    return result
  }

  private func draw(
    _ cell: Cell, _ environment: Environment, at center: (x: Int, y: Int),
    _ client: ReportContext.Client, _ column: ExactString, _ drawing: inout Drawing
  ) {
    let isProd = environment == .prod
    var url = ExactString("#\(client.id.text)")
    if let anchor = cell.anchor, case .line(let line)? = report.line(anchor).first,
      let file = line.url
    {
      url = ExactString("\(file.text)#L\(line.line)")
    }
    let label =
      "\(client.declared.id.value): \(ReportContext.count(cell.count, "redirect URI")) at \(column) in \(environment.rawValue)"
    drawing.link(url, ExactString(label)) {
      $0.circle(
        x: center.x, y: center.y, radius: 12,
        cell.isCareful
          ? isProd ? "prodcareful" : "sandboxcareful" : isProd ? "prod" : "sandbox")
      $0.text(
        "\(cell.count)", x: center.x, y: center.y + 4, isProd ? "inside" : "quiet", anchor: .middle)
    }
  }
}
