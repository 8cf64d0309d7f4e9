import PolicyDecision
import PolicyModel
import PolicyText

/// The map of clients and the receivers of their codes. Rows are clients, columns are receivers.
struct ReportMap {
  fileprivate struct Cell {
    var count = 0
    var isCareful = false
    var anchor: SourceAnchor?
  }

  fileprivate typealias Cells = [ExactString: [Environment: Cell]]

  fileprivate struct Row {
    var name: ExactString
    var kind: String
    var url: ExactString?
    /// The cells by receiver.
    var cells: Cells
    /// Why the row needs attention.
    var reasons: [String]
  }

  private static let loopback: ExactString = "this device (loopback)"
  private static let privateScheme: ExactString = "private scheme"
  /// The maximum number of columns; the least used receivers share one.
  private static let maximumColumns = 12
  /// The maximum number of clients in one picture; with more, the rows have groups and a filter.
  private static let largestPicture = 40
  /// The maximum number of groups on the map of a report with several pages.
  private static let maximumGroups = 24

  private let report: ReportContext
  /// Whether receivers are registered domains, because there are too many hosts or clients.
  private let isByDomain: Bool
  /// The production host whose column a sandbox host shares.
  private let productionHosts: [ExactString: ExactString]

  init(_ report: ReportContext) {
    self.report = report
    let hosts = Self.productionHosts(report.clients)
    let uris = report.clients.flatMap { $0.compiled.values.flatMap(\.redirectURIs) }
    let receivers = Set(
      uris.map { uri in
        let receiver = Self.receiver(of: uri.value, isByDomain: false)
        return hosts[receiver] ?? receiver
      })
    isByDomain =
      report.clients.count > Self.largestPicture || receivers.count > Self.maximumColumns
    productionHosts = isByDomain ? [:] : hosts
  }

  /// Pairs the only sandbox host of a client with its only production host, if one owner registered
  /// both.
  private static func productionHosts(_ clients: [ReportContext.Client]) -> [ExactString:
    ExactString]
  {
    func hosts(_ client: ReportContext.Client, _ environment: Environment) -> Set<ExactString> {
      let uris = client.compiled[environment]?.redirectURIs ?? []
      return Set(uris.map { receiver(of: $0.value, isByDomain: false) }).subtracting(special)
    }
    let production = clients.reduce(into: Set()) { $0.formUnion(hosts($1, .prod)) }
    var found: [ExactString: Set<ExactString>] = [:]
    for client in clients {
      let prod = hosts(client, .prod)
      let sandbox = hosts(client, .sandbox)
      guard prod.count == 1, sandbox.count == 1, let host = prod.first, let other = sandbox.first,
        !production.contains(other), HostName(host).registrable == HostName(other).registrable
      else { continue }
      found[other, default: []].insert(host)
    }
    return found.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  var section: PageSection? {
    guard !report.clients.isEmpty else { return nil }
    let rows = report.clients.map(row)
    let block: PageBlock
    if !report.isOnePage {
      block = .drawing(picture(of: summary(rows)), summary: nil)
    } else if rows.count > Self.largestPicture {
      block = .drawings(list(rows))
    } else {
      block = .drawing(picture(of: rows), summary: nil)
    }
    var text: [PageText] = [
      """
      Filled: the number of redirect URIs in production. Ring: in sandbox. Amber deserves a look; the reason is at the \
      end of the row.
      """
    ]
    if report.isOnePage { text.append(" A number leads to the line of the policy.") }
    if !productionHosts.isEmpty {
      text.append(" A sandbox host of the same owner is in the column of the production host.")
    }
    if isByDomain { text.append(" Hosts are grouped by the domain that their owner registered.") }
    return PageSection(
      PageID("map"), ["Map: who receives codes where"], blocks: [.text(text), block])
  }

  /// One picture, with a row for each client, or for each group if there are many.
  var drawing: Drawing {
    let rows = report.clients.map(row)
    return picture(of: rows.count > Self.largestPicture ? summary(rows) : rows)
  }

  // MARK: rows

  static func isLoopback(_ parts: URIParts) -> Bool {
    LoopbackAddress.hosts.contains(ASCII.lowercased(parts.text(parts.host)))
  }

  private static func receiver(of uri: ExactString, isByDomain: Bool) -> ExactString {
    let parts = URIParts(uri)
    guard ["http", "https"].contains(parts.lowerScheme) else { return privateScheme }
    if isLoopback(parts) { return loopback }
    let host = ASCII.lowercased(parts.text(parts.host))
    return isByDomain ? HostName(host).registrable : host
  }

  private static func isPlainHTTP(_ uri: ExactString) -> Bool {
    let parts = URIParts(uri)
    return parts.lowerScheme == "http" && !isLoopback(parts)
  }

  private func row(_ client: ReportContext.Client) -> Row {
    let uris = client.compiled.values.flatMap(\.redirectURIs)
    var reasons: [String] = []
    if client.declared.effectivePKCE == .optional { reasons.append("PKCE optional") }
    if client.declared.state?.value == .optional { reasons.append("state optional") }
    let isWeak = !reasons.isEmpty
    let local = uris.filter { Self.isLoopback(URIParts($0.value)) }
    if !local.isEmpty {
      let isFlexible =
        client.declared.type?.value == .native
        && local.contains { LoopbackAddress.isFlexible($0.value) }
      reasons.append(isFlexible ? "any port" : "this device")
    }
    if uris.contains(where: { Self.isPlainHTTP($0.value) }) { reasons.append("http") }
    var cells: Cells = [:]
    for (environment, compiled) in client.compiled {
      for uri in compiled.redirectURIs {
        let receiver = Self.receiver(of: uri.value, isByDomain: isByDomain)
        var cell = cells[receiver]?[environment] ?? Cell()
        cell.count += 1
        cell.anchor = cell.anchor ?? uri.anchor
        cell.isCareful =
          cell.isCareful || isWeak || receiver == Self.loopback || Self.isPlainHTTP(uri.value)
        cells[receiver, default: [:]][environment] = cell
      }
    }
    return Row(
      name: client.declared.id.value, kind: ReportContext.type(client.declared).string,
      url: ExactString("#\(client.id.text)"), cells: cells, reasons: reasons)
  }

  /// Groups rows with the same receivers, those with the most clients first.
  private func groups(_ rows: [Row]) -> [(name: String, rows: [Row])] {
    let columns = MapColumns(rows, special: Self.special, productionHosts)
    let groups = Dictionary(grouping: rows) { row -> String in
      let prod = row.cells.filter { $0.value[.prod] != nil }
      let names = (prod.isEmpty ? row.cells : prod).keys.map(columns.name)
      return names.isEmpty ? "nowhere" : Set(names).sorted().joined(separator: " and ")
    }
    return groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { (name: $0.key, rows: $0.value) }
  }

  /// A row for each group.
  private func summary(_ rows: [Row]) -> [Row] {
    groups(rows).prefix(Self.maximumGroups).map { name, rows in
      var cells: Cells = [:]
      var reasons: [String: Int] = [:]
      for row in rows {
        for reason in row.reasons { reasons[reason, default: 0] += 1 }
        for (receiver, sides) in row.cells {
          for (environment, cell) in sides {
            cells[receiver, default: [:]][environment, default: Cell()].add(cell)
          }
        }
      }
      return Row(
        name: ExactString(name), kind: ReportContext.count(rows.count, "client").string,
        cells: cells, reasons: reasons.sorted { $0.key < $1.key }.map { "\($1) × \($0)" })
    }
  }

  // MARK: pictures

  private static let special = [loopback, privateScheme]

  private func picture(of rows: [Row]) -> Drawing {
    let columns = MapColumns(rows, special: Self.special, productionHosts)
    var drawing = Drawing("Which client's codes go where")
    columns.drawNames(&drawing)
    for (index, row) in rows.enumerated() {
      let y = columns.top + index * MapColumns.step
      if index.isMultiple(of: 2) {
        drawing.box(x: 0, y: y, width: columns.right, height: MapColumns.step, "row")
      }
      draw(row, columns, at: y, &drawing)
    }
    return drawing
  }

  private func list(_ rows: [Row]) -> DrawingList {
    let columns = MapColumns(rows, special: Self.special, productionHosts)
    var head = Drawing("Receivers of codes")
    columns.drawNames(&head)
    head.cover(columns.right, columns.top)
    let flagged = rows.count { !$0.reasons.isEmpty }
    var filters = [DrawingList.Filter(name: "All clients", count: rows.count)]
    if flagged > 0 {
      filters.append(DrawingList.Filter(name: "Worth a look", count: flagged))
    }
    let first = filters.count
    for column in columns.keys {
      filters.append(
        DrawingList.Filter(
          name: ExactString(columns.title(column)),
          count: rows.count { $0.cells.keys.contains { columns.key($0) == column } }))
    }
    return DrawingList(
      title: "Which client's codes go where", head: head, filters: filters,
      selected: flagged > 0 && flagged < rows.count ? 1 : 0,
      groups: groups(rows).map { name, rows in
        DrawingList.Group(
          title: [
            .strong(ExactString(name)),
            .quiet(ExactString(": \(ReportContext.count(rows.count, "client"))")),
          ],
          rows: rows.map { row in
            var drawing = Drawing(row.name)
            draw(row, columns, at: 0, &drawing)
            drawing.cover(columns.right, MapColumns.step)
            let found = Set(row.cells.keys.map(columns.key))
            let numbers = columns.keys.indices.filter { found.contains(columns.keys[$0]) }
            return DrawingList.Row(
              drawing: drawing,
              filters: [0] + (flagged > 0 && !row.reasons.isEmpty ? [1] : [])
                + numbers.map { first + $0 })
          })
      })
  }

  private func draw(_ row: Row, _ columns: MapColumns, at y: Int, _ drawing: inout Drawing) {
    drawing.link(row.url, row.name) {
      $0.text(row.name.string, x: 10, y: y + 18, "strong", fitting: MapColumns.left - 20)
    }
    drawing.text(row.kind, x: 10, y: y + 34, "quiet")
    for (index, column) in columns.keys.enumerated() {
      let found = row.cells.filter { columns.key($0.key) == column }
      for environment in Environment.allCases {
        let sides = found.filter { $0.value[environment] != nil }.sorted { $0.key < $1.key }
        guard let first = sides.first, var cell = first.value[environment] else { continue }
        for other in sides.dropFirst() { cell.add(other.value[environment] ?? Cell()) }
        let x = columns.center(index) + (environment == .prod ? -16 : 16)
        draw(
          cell, environment, at: (x, y + MapColumns.step / 2), row,
          sides.count == 1 ? first.key.string : columns.title(column), &drawing)
      }
    }
    guard !row.reasons.isEmpty else { return }
    let text = row.reasons.joined(separator: ", ")
    drawing.box(
      x: columns.end + 8, y: y + 9, width: min(204, Drawing.width(of: text) + 20), height: 24,
      "chip", radius: 12)
    drawing.text(text, x: columns.end + 18, y: y + 25, "chiptext", fitting: 190)
  }

  private func draw(
    _ cell: Cell, _ environment: Environment, at center: (x: Int, y: Int), _ row: Row,
    _ column: String, _ drawing: inout Drawing
  ) {
    let isProd = environment == .prod
    var url = row.url
    if url != nil, let place = cell.anchor.flatMap(report.input.report.workspace.source) {
      url = report.url(ExactString(place.file), place.line) ?? url
    }
    let label =
      "\(row.name): \(ReportContext.count(cell.count, "redirect URI")) at \(column) in \(environment.rawValue)"
    drawing.link(url, ExactString(label)) {
      let text = "\(cell.count)"
      $0.circle(
        x: center.x, y: center.y, radius: text.utf8.count > 3 ? 15 : 12,
        cell.isCareful
          ? isProd ? "prodcareful" : "sandboxcareful" : isProd ? "prod" : "sandbox")
      $0.text(text, x: center.x, y: center.y + 4, isProd ? "inside" : "quiet", anchor: .middle)
    }
  }
}

extension ReportMap.Cell {
  fileprivate mutating func add(_ other: Self) {
    count += other.count
    isCareful = isCareful || other.isCareful
    anchor = anchor ?? other.anchor
  }
}

/// The columns of a map: the receivers that have the most rows, and one for all others.
private struct MapColumns {
  static let left = 210
  /// The height of a row.
  static let step = 42
  /// The maximum width of the map.
  private static let width = 1_120
  private static let reasons = 220
  private static let maximum = 12
  private static let others: ExactString = "other receivers"

  let keys: [ExactString]
  /// The end of the header, and the start of the first row.
  let top: Int
  /// The end of the last column, and of the row.
  let end: Int, right: Int
  private let named: Set<ExactString>
  private let productionHosts: [ExactString: ExactString]
  private let othersName: String
  private let gap: Int
  private let rises: Bool

  /// - Parameter special: receivers whose columns come first.
  /// - Parameter productionHosts: the receivers whose columns others share.
  init(
    _ rows: [ReportMap.Row], special: [ExactString], _ productionHosts: [ExactString: ExactString]
  ) {
    self.productionHosts = productionHosts
    var uses: [ExactString: Int] = [:]
    var prod: Set<ExactString> = []
    for row in rows {
      for receiver in Set(row.cells.keys.map { productionHosts[$0] ?? $0 }) {
        uses[receiver, default: 0] += 1
      }
      prod.formUnion(row.cells.filter { $0.value[.prod] != nil }.keys)
    }
    let first = special.filter { uses[$0] != nil }
    let hosts = uses.keys.filter { !special.contains($0) }
      .sorted { (uses[$1] ?? 0, $0) < (uses[$0] ?? 0, $1) }
    let all = hosts.prefix(Self.maximum).sorted()
    let shown = all.filter(prod.contains) + all.filter { !prod.contains($0) }
    keys = first + shown + (shown.count < hosts.count ? [Self.others] : [])
    named = Set(keys)
    othersName = "\(hosts.count - shown.count) others"
    let hasReasons = rows.contains { !$0.reasons.isEmpty }
    let room = (Self.width - Self.left - (hasReasons ? Self.reasons : 0)) / max(1, keys.count)
    let gap = max(70, min(150, room))
    let titles = keys.map { $0 == Self.others ? "\(hosts.count - shown.count) others" : $0.string }
    rises = titles.contains { Drawing.width(of: $0) > gap - 8 }
    top = rises ? 24 + (titles.map(Drawing.rise).max() ?? 0) : 32
    end = Self.left + keys.count * gap
    right = end + (hasReasons ? Self.reasons : 0)
    self.gap = gap
  }

  /// The column of a receiver.
  func key(_ receiver: ExactString) -> ExactString {
    let column = productionHosts[receiver] ?? receiver
    return named.contains(column) ? column : Self.others
  }

  func title(_ key: ExactString) -> String { key == Self.others ? othersName : key.string }

  func name(_ receiver: ExactString) -> String { title(key(receiver)) }

  func center(_ index: Int) -> Int { Self.left + index * gap + gap / 2 }

  func drawNames(_ drawing: inout Drawing) {
    for (index, key) in keys.enumerated() {
      drawing.text(
        title(key), x: center(index), y: top - 12, "quiet", anchor: rises ? .start : .middle,
        rises: rises)
    }
  }
}
