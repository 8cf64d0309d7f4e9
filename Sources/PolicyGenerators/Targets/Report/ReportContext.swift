import PolicyDecision
import PolicyModel
import PolicyText

/// The clients, apps and hosts of a report, with their names and lines.
struct ReportContext: Sendable {
  struct Client: Sendable {
    var id: PageID
    var document: PolicyDocument
    var declared: PolicyModel.Client
    var compiled: [Environment: CompiledClient]
  }

  struct App: Sendable {
    var id: PageID
    var document: PolicyDocument
    var declared: PolicyModel.App
  }

  struct Host: Sendable {
    var id: PageID
    var host: ExactString
    /// One per environment that the host serves.
    var compiled: [CompiledHost]
  }

  let input: GeneratorInput
  /// True for a page in a subfolder of the output directory.
  var isInSubfolder = false
  /// In the order of the policies.
  let clients: [Client]
  /// In the order of the policies.
  let apps: [App]
  /// In byte order.
  let hosts: [Host]
  private let appsByID: [ExactString: [App]]
  private let appsByAnchor: [SourceAnchor: App]

  init(_ input: GeneratorInput) {
    self.input = input
    var ids = PageIDs()
    var compiled: [SourceAnchor: [Environment: CompiledClient]] = [:]
    for environment in Environment.allCases {
      for client in input.clients(in: environment) {
        compiled[client.anchor, default: [:]][environment] = client
      }
    }
    var clients: [Client] = []
    var apps: [App] = []
    for document in input.report.workspace.policies {
      for client in document.policy.clients {
        let id = ids.id("client", [document.name, client.id.value])
        clients.append(
          Client(
            id: id, document: document, declared: client,
            compiled: compiled[document.anchor(client.id)] ?? [:]))
      }
      for app in document.policy.apps {
        let id = ids.id("app", [document.name, app.id.value])
        apps.append(App(id: id, document: document, declared: app))
      }
    }
    self.clients = clients
    self.apps = apps
    let byHost = Dictionary(grouping: input.hosts.hosts, by: \.host)
    hosts = byHost.sorted { $0.key < $1.key }.map {
      Host(id: ids.id("host", [$0.key]), host: $0.key, compiled: $0.value)
    }
    var appsByID: [ExactString: [App]] = [:]
    for app in apps {
      if let id = app.declared.appleAppID ?? app.declared.packageName?.value {
        appsByID[id, default: []].append(app)
      }
    }
    self.appsByID = appsByID
    appsByAnchor = Dictionary(
      apps.map { ($0.document.anchor($0.declared.id), $0) }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// True if names are ambiguous without their policy.
  var hasSeveralPolicies: Bool { input.report.workspace.policies.count > 1 }

  // MARK: names

  /// The title of a section about an entry of a policy.
  func title(_ id: LocatedText, of document: PolicyDocument) -> [PageText] {
    [.code(id.value)] + owner(document) + line(document.anchor(id))
  }

  func owner(_ document: PolicyDocument) -> [PageText] {
    hasSeveralPolicies ? [.quiet(ExactString(" of \(document.name)"))] : []
  }

  func reference(_ client: Client) -> PageText {
    .reference(client.id, name(client.declared.id.value, client.document))
  }

  func reference(_ app: App) -> PageText {
    .reference(app.id, name(app.declared.id.value, app.document))
  }

  /// The first clients of a list and the number of others.
  func references(_ clients: [Client]) -> [PageText] {
    let maximum = 20
    let first = clients.prefix(maximum).map { [reference($0)] }.joined(by: ", ")
    return clients.count <= maximum ? first : first + [" and \(clients.count - maximum) more"]
  }

  private func name(_ id: ExactString, _ document: PolicyDocument) -> ExactString {
    hasSeveralPolicies ? ExactString("\(document.name)/\(id)") : id
  }

  /// The apps of an environment with an app ID or package name.
  func apps(_ identifier: ExactString, in environment: Environment) -> [PageText] {
    let found = (appsByID[identifier] ?? []).filter { $0.declared.exists(in: environment) }
    return found.isEmpty ? [.code(identifier)] : found.map(reference)
  }

  /// The app that a policy refers to.
  func app(_ reference: ExactString, from document: PolicyDocument) -> PageText {
    guard let found = input.report.workspace.app(reference, from: document),
      let app = appsByAnchor[found.anchor]
    else { return .code(reference) }
    return self.reference(app)
  }

  // MARK: values and lines

  /// The line of an anchor; empty if it isn't in a file.
  func line(_ anchor: SourceAnchor) -> [PageText] {
    guard let source = input.report.workspace.source(of: anchor) else { return [] }
    return [line(ExactString(source.file), source.line)]
  }

  /// The lines of anchors, without duplicates.
  func lines(_ anchors: [SourceAnchor]) -> [PageText] {
    anchors.flatMap { line($0) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  func line(_ file: ExactString, _ line: Int) -> PageText {
    let known = input.report.files[file] ?? ReportFile(name: Self.lastComponent(file))
    let label = hasSeveralPolicies ? ExactString("\(Self.stem(known.name)):\(line)") : nil
    let url = isInSubfolder ? known.url?.fromSubfolder : known.url
    return .line(PolicyLine(file: known.name, line: line, url: url, label: label))
  }

  /// The link to a line of a file; nil if the file is outside the repository.
  func url(_ file: ExactString, _ line: Int) -> ExactString? {
    guard case .line(let place) = self.line(file, line), let url = place.url else { return nil }
    return ExactString("\(url.text)#L\(line)")
  }

  func line<Value>(_ value: Located<Value>?, _ document: PolicyDocument) -> [PageText] {
    value.map { line(document.anchor($0)) } ?? []
  }

  func value(_ entry: Entry) -> [PageText] { [.code(entry.value)] + line(entry.anchor) }
  func value(_ text: LocatedText, _ document: PolicyDocument) -> [PageText] {
    [.code(text.value)] + line(document.anchor(text))
  }

  /// Short values on one line of the page.
  func values(_ entries: [Entry]) -> [PageText] {
    entries.map { [.code($0.value)] }.joined(by: " ") + lines(entries.map(\.anchor))
  }

  func values(_ texts: [LocatedText], _ document: PolicyDocument) -> [PageText] {
    values(texts.map { Entry($0.value, document.anchor($0)) })
  }

  private static func lastComponent(_ file: ExactString) -> ExactString {
    file.utf8.split(separator: UInt8(ascii: "/")).last.map { ExactString(decoding: $0) } ?? file
  }

  private static func stem(_ file: ExactString) -> ExactString {
    let name = lastComponent(file)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.utf8.startIndex else {
      return name
    }
    return ExactString(decoding: name.utf8[..<dot])
  }
}

extension Environment {
  var heading: String { self == .prod ? "Production" : "Sandbox" }
}

/// A table with a column per environment; a row with the same value in both has one cell.
struct EnvironmentTable {
  private let caption: String
  private let subject: String
  private let joinsEqual: Bool
  private let layout: PageTable.Layout
  private var rows: [PageRow] = []

  /// - Parameters:
  ///   - subject: the header of the first column.
  ///   - joinsEqual: false if equal values can have different meanings, as counts do.
  init(
    _ caption: String, subject: String = "Setting", joinsEqual: Bool = true,
    layout: PageTable.Layout = .sides
  ) {
    self.caption = caption
    self.subject = subject
    self.joinsEqual = joinsEqual
    self.layout = layout
  }

  /// Adds a row, unless it is empty in both environments.
  mutating func add(_ name: PageText, lines: (Environment) -> [[PageText]]) {
    let prod = lines(.prod)
    let sandbox = lines(.sandbox)
    guard !prod.isEmpty || !sandbox.isEmpty else { return }
    let cells =
      joinsEqual && prod == sandbox
      ? [PageCell(lines: prod, span: 2)] : [PageCell(lines: prod), PageCell(lines: sandbox)]
    rows.append(PageRow([PageCell([name])] + cells))
  }

  /// Adds a row with one line per environment.
  mutating func add(_ name: PageText, line: (Environment) -> [PageText]) {
    add(
      name,
      lines: {
        let line = line($0); return line.isEmpty ? [] : [line]
      })
  }

  /// Adds a row with one line for both environments.
  mutating func add(_ name: PageText, both line: [PageText]) { add(name, line: { _ in line }) }

  /// nil without rows.
  var block: PageBlock? {
    let columns = [subject, Environment.prod.heading, Environment.sandbox.heading]
    return rows.isEmpty
      ? nil : .table(PageTable(caption, columns: columns, rows: rows, layout: layout))
  }
}

/// A table with a name and a value per row.
struct ValueTable {
  let caption: String
  let columns: [String]
  private var rows: [PageRow] = []

  init(_ caption: String, columns: [String]) {
    self.caption = caption
    self.columns = columns
  }

  /// Adds a row, unless all lines are empty.
  mutating func add(_ name: ExactString, _ lines: [[PageText]]) {
    let lines = lines.filter { !$0.isEmpty }
    if !lines.isEmpty { rows.append(PageRow([PageCell([.text(name)]), PageCell(lines: lines)])) }
  }

  mutating func add(_ name: ExactString, _ line: [PageText]) { add(name, [line]) }

  /// nil without rows.
  ///
  /// - Parameter policy: added to the caption.
  func block(of policy: ExactString? = nil) -> PageBlock? {
    let caption = policy.map { "\(self.caption) (policy \($0))" } ?? self.caption
    return rows.isEmpty ? nil : .table(PageTable(caption, columns: columns, rows: rows))
  }
}
