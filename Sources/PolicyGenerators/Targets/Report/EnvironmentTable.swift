import PolicyText

/// A table with a column for each environment: what differs stands side by side, what is the same stands
/// once.
struct EnvironmentTable {
  private let caption: String
  private let subject: String
  private let joinsEqual: Bool
  private let layout: PageTable.Layout
  private var rows: [PageRow] = []

  /// - Parameters:
  ///   - subject: the header of the first column.
  ///   - joinsEqual: false where equal values do not mean the same thing, as in counts.
  ///   - layout: another one where columns are short.
  init(
    _ caption: String, subject: String = "Setting", joinsEqual: Bool = true,
    layout: PageTable.Layout = .sides
  ) {
    self.caption = caption
    self.subject = subject
    self.joinsEqual = joinsEqual
    self.layout = layout
  }

  /// Adds a row unless no environment has a line.
  mutating func add(_ name: String, lines: (Environment) -> [[PageText]]) {
    add([.text(ExactString(name))], lines: lines)
  }

  /// Adds a row of one line each unless no environment has one.
  mutating func add(_ name: String, line: (Environment) -> [PageText]) {
    add(name, lines: { Self.lines(line($0)) })
  }

  /// Adds a row unless no environment has a line.
  mutating func add(_ name: [PageText], lines: (Environment) -> [[PageText]]) {
    let prod = lines(.prod)
    let sandbox = lines(.sandbox)
    guard !prod.isEmpty || !sandbox.isEmpty else { return }
    let cells =
      joinsEqual && prod == sandbox
      ? [PageCell(lines: prod, span: 2)] : [PageCell(lines: prod), PageCell(lines: sandbox)]
    rows.append(PageRow([PageCell(name)] + cells))
  }

  /// Adds a row about both environments unless it is empty.
  mutating func add(_ name: String, both line: [PageText]) { add(name, line: { _ in line }) }

  /// nil without rows.
  var block: PageBlock? {
    rows.isEmpty
      ? nil
      : .table(
        PageTable(
          caption,
          columns: [subject, Environment.prod.heading, Environment.sandbox.heading], rows: rows,
          layout: layout))
  }

  private static func lines(_ line: [PageText]) -> [[PageText]] { line.isEmpty ? [] : [line] }
}

extension Array where Element == [PageText] {
  /// The pieces with text between them.
  func joined(by separator: ExactString) -> [PageText] {
    Array<PageText>(joined(separator: [.text(separator)]))
  }
}
