import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// What all sections of a report look up: what exists, its names, and its place in the policy.
struct ReportContext {
  /// A client as it is declared, and as it decides in each environment.
  struct Client {
    var id: PageID
    var document: PolicyDocument
    var declared: PolicyModel.Client
    var compiled: [Environment: CompiledClient]
  }

  /// An app as it is declared.
  struct App {
    var id: PageID
    var document: PolicyDocument
    var declared: PolicyModel.App
  }

  /// A host in the environments that it serves.
  struct Host {
    var id: PageID
    var host: ExactString
    var compiled: [CompiledHost]
  }

  let input: GeneratorInput
  /// The page lies in a folder below the output directory.
  var isBelow = false
  /// In the order of the policies and their keys.
  let clients: [Client]
  /// In the order of the policies and their keys.
  let apps: [App]
  /// In byte order.
  let hosts: [Host]
  private let appIndices: [ExactString: [Int]]
  private let appPlaces: [SourceAnchor: Int]

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
        clients.append(
          Client(
            id: ids.id("client", [document.name, client.id.value]), document: document,
            declared: client, compiled: compiled[document.anchor(client.id)] ?? [:]))
      }
      for app in document.policy.apps {
        apps.append(
          App(
            id: ids.id("app", [document.name, app.id.value]), document: document, declared: app))
      }
    }
    self.clients = clients
    self.apps = apps
    var byHost: [ExactString: [CompiledHost]] = [:]
    for host in input.hosts.hosts { byHost[host.host, default: []].append(host) }
    hosts = byHost.sorted { $0.key < $1.key }.map {
      Host(id: ids.id("host", [$0.key]), host: $0.key, compiled: $0.value)
    }
    var indices: [ExactString: [Int]] = [:]
    for (index, app) in apps.enumerated() {
      if let id = app.declared.appleAppID ?? app.declared.packageName?.value {
        indices[id, default: []].append(index)
      }
    }
    appIndices = indices
    appPlaces = Dictionary(
      apps.enumerated().map { ($1.document.anchor($1.declared.id), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// True where names need the policy beside them.
  var hasSeveralPolicies: Bool { input.report.workspace.policies.count > 1 }

  // MARK: names

  /// A client as other sections name it.
  func reference(_ client: Client) -> PageText {
    .reference(client.id, name(client.declared.id.value, client.document))
  }

  /// Several clients as other sections name them: the first of many.
  func references(_ clients: [Client]) -> [PageText] {
    let named = clients.prefix(Self.named).map { [reference($0)] }.joined(by: ", ")
    return clients.count <= Self.named
      ? named : named + [.text(ExactString(" and \(clients.count - Self.named) more"))]
  }

  /// More names than these are no sentence.
  private static let named = 20

  /// An app as other sections name it.
  func reference(_ app: App) -> PageText {
    .reference(app.id, name(app.declared.id.value, app.document))
  }

  private func name(_ id: ExactString, _ document: PolicyDocument) -> ExactString {
    hasSeveralPolicies ? ExactString("\(document.name)/\(id)") : id
  }

  /// The apps with an app ID or a package name that exist in an environment.
  func apps(_ identifier: ExactString, in environment: Environment) -> [PageText] {
    let found = (appIndices[identifier] ?? []).map { apps[$0] }
      .filter { $0.declared.exists(in: environment) }
    return found.isEmpty ? [.code(identifier)] : found.map(reference)
  }

  /// The app that a reference of a policy means.
  func app(_ reference: ExactString, from document: PolicyDocument) -> PageText {
    guard let found = input.report.workspace.app(reference, from: document),
      let index = appPlaces[found.anchor]
    else { return .code(reference) }
    return self.reference(apps[index])
  }

  // MARK: values and lines

  /// The line of an anchor; nothing where it leads nowhere.
  func line(_ anchor: SourceAnchor) -> [PageText] {
    guard let source = input.report.workspace.source(of: anchor) else { return [] }
    return [line(ExactString(source.file), source.line)]
  }

  /// The lines of several anchors, each once.
  func lines(_ anchors: [SourceAnchor]) -> [PageText] {
    anchors.flatMap { line($0) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Several short values and their lines, each line once.
  func values(_ entries: [Entry]) -> [PageText] {
    entries.map { [.code($0.value)] }.joined(by: " ") + lines(entries.map(\.anchor))
  }

  /// Several short values and their lines, each line once.
  func values(_ texts: [LocatedText], _ document: PolicyDocument) -> [PageText] {
    values(texts.map { Entry($0.value, document.anchor($0)) })
  }

  /// A line of a file as it was given.
  func line(_ file: ExactString, _ line: Int) -> PageText {
    let known = input.report.files[file] ?? ReportFile(name: Self.last(file))
    let label = hasSeveralPolicies ? ExactString("\(Self.stem(known.name)):\(line)") : nil
    let url = isBelow ? known.url?.fromBelow : known.url
    return .line(PolicyLine(file: known.name, line: line, url: url, label: label))
  }

  /// A value and its line.
  func value(_ entry: Entry) -> [PageText] { [.code(entry.value)] + line(entry.anchor) }

  /// A value and its line.
  func value(_ text: LocatedText, _ document: PolicyDocument) -> [PageText] {
    [.code(text.value)] + line(document.anchor(text))
  }

  /// Without directories: where a checkout lies is nobody's business.
  private static func last(_ file: ExactString) -> ExactString {
    file.utf8.split(separator: UInt8(ascii: "/")).last.map { ExactString(decoding: $0) } ?? file
  }

  private static func stem(_ file: ExactString) -> ExactString {
    let name = last(file)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.utf8.startIndex else {
      return name
    }
    return ExactString(decoding: name.utf8[..<dot])
  }
}

extension Environment {
  /// The word for readers.
  var heading: String { self == .prod ? "Production" : "Sandbox" }
}
