package import EditorSupport
package import LinkPolicy
import PolicyDiagnostics
package import PolicyText

/// A language server (LSP 3.17) over messages: what comes in, what goes out. It reads files through a
/// `FileSystem`, and knows neither streams nor clocks.
package struct LanguageServer {
  /// Where a session stands.
  enum Phase {
    case created
    case running
    case shutDown
    case exited
  }

  private(set) var phase = Phase.created
  private(set) var encoding = PositionEncoding.utf16
  private(set) var client = ClientCapabilities()
  /// The directories that the client has open.
  private(set) var workspaces: [EditorWorkspace] = []
  private(set) var documents: [String: OpenDocument] = [:]
  /// Files with findings at the client, with the version that they are about.
  /// What counts from now on.
  var settings = ServerSettings()
  /// Files with findings at the client.
  private var published: Set<String> = []
  /// What the last check found, by the roots of the workspaces; empty where something changed since.
  private var checks: [String: EditorWorkspace.Check] = [:]
  /// What came of the tests, by the roots.
  var outcomes: [String: TestOutcomes] = [:]
  /// What differs from the revision of the settings, by the roots: as of the last save.
  var differences: [String: PolicyDifference] = [:]
  /// How many generated files are stale, by the roots: as of the last save.
  var stale: [String: Int] = [:]
  /// Something was saved since the last publication.
  private var isSaved = false
  /// Lenses and hints may say something else by now, without an edit of their text.
  private var wantsRefresh = false
  /// Findings must be told anew.
  package private(set) var isDirty = false
  private var requests = 0
  /// What to do with the answers of the client.
  var expected: [Int: Expectation] = [:]
  /// Messages that go out with the next ones.
  var notices: [JSONValue] = []
  /// The process of the client, where it has said so.
  package private(set) var clientProcess: Int?
  let fileSystem: any FileSystem
  private let configurationFile: String?
  private let workers: any WorkerPool
  let revisions: RevisionReader?
  /// Where files may be kept that nobody misses.
  let cacheDirectory: String?
  private var trace = SessionTrace()

  /// - Parameters:
  ///   - fileSystem: where absolute paths are read.
  ///   - configurationFile: a configuration instead of the `linkpolicy.yaml` of a workspace.
  ///   - revisions: what policies are compared with on save; nil compares with nothing.
  ///   - cacheDirectory: where answers of commands are put that an editor shows as a file.
  ///   - workers: reads and checks many files at a time.
  package init(
    in fileSystem: any FileSystem, configurationFile: String? = nil,
    revisions: RevisionReader? = nil, cacheDirectory: String? = nil,
    workers: any WorkerPool = SerialPool()
  ) {
    self.workers = workers
    self.fileSystem = fileSystem
    self.configurationFile = configurationFile
    self.revisions = revisions
    self.cacheDirectory = cacheDirectory
  }

  /// The exit status once the session is over: 0 after `shutdown`, else 1; nil before.
  package var exitStatus: Int? { phase == .exited ? exit : nil }
  private var exit = 1

  /// The status at the end of the input.
  package var statusAtEnd: Int { phase == .shutDown ? 0 : exitStatus ?? 1 }

  /// Takes the messages that have come, and gives what to send.
  ///
  /// - Parameter bodies: in order. A request is skipped where a later one of them cancels it.
  package mutating func handle(_ bodies: [[UInt8]]) -> [JSONValue] {
    var messages: [Message] = []
    var output: [JSONValue] = []
    for body in bodies {
      trace.add(body, isIncoming: true)
      if let value = try? JSONValue(parsing: body) {
        messages.append(Message(value))
      } else {
        output.append(
          Outgoing.failure(.null, ResponseError(code: -32700, message: "a message that is no JSON"))
        )
      }
    }
    var cancelled: [JSONValue] = []
    for case .notification("$/cancelRequest", let parameters) in messages {
      if let id = parameters["id"] { cancelled.append(id) }
    }
    for message in messages {
      guard phase != .exited else { break }
      if case .request(let id, _, _) = message, cancelled.contains(id), phase == .running {
        output.append(Outgoing.failure(id, .cancelled))
      } else {
        output += handle(message)
        output += notices
        notices = []
      }
    }
    for message in output { trace.add(Array(message.text().utf8), isIncoming: false) }
    return output
  }

  private mutating func handle(_ message: Message) -> [JSONValue] {
    switch message {
    case .response(let id, let result): return received(id, result)
    case .malformed(let id):
      return [Outgoing.failure(id, ResponseError(code: -32600, message: "no request"))]
    case .notification(let method, let parameters): return notice(method, parameters)
    case .request(let id, let method, let parameters):
      do throws(ResponseError) {
        return [Outgoing.result(id, try answer(method, parameters))]
      } catch {
        return [Outgoing.failure(id, error)]
      }
    }
  }

  // MARK: requests

  private mutating func answer(
    _ method: String, _ parameters: JSONValue
  ) throws(ResponseError) -> JSONValue {
    switch phase {
    case .created where method != "initialize": throw .notInitialized
    case .shutDown, .exited: throw .afterShutdown
    default: break
    }
    switch method {
    case "initialize":
      guard phase == .created else { throw .twice }
      return initialize(parameters)
    case "shutdown":
      phase = .shutDown
      return .null
    case "textDocument/hover": return try hover(parameters)
    case "textDocument/completion": return try completion(parameters)
    case "textDocument/definition": return try definition(parameters)
    case "textDocument/references": return try references(parameters)
    case "textDocument/documentHighlight": return try highlights(parameters)
    case "textDocument/prepareRename": return try prepareRename(parameters)
    case "textDocument/rename": return try rename(parameters)
    case "textDocument/codeAction": return try codeActions(parameters)
    case "textDocument/codeLens": return try codeLenses(parameters)
    case "textDocument/inlayHint": return try inlayHints(parameters)
    case "textDocument/documentLink": return try documentLinks(parameters)
    case "textDocument/documentSymbol": return try documentSymbols(parameters)
    case "workspace/symbol": return workspaceSymbols(parameters)
    case "textDocument/foldingRange": return try foldingRanges(parameters)
    case "textDocument/selectionRange": return try selectionRanges(parameters)
    case "textDocument/formatting": return try formatting(parameters)
    case "textDocument/rangeFormatting": return try formatting(parameters)
    case "workspace/executeCommand": return try execute(parameters)
    default: throw .unknown(method)
    }
  }

  private mutating func initialize(_ parameters: JSONValue) -> JSONValue {
    phase = .running
    let offered = parameters[path: "capabilities", "general", "positionEncodings"]?.items ?? []
    encoding = PositionEncoding(offered: offered.compactMap(\.stringValue))
    client = ClientCapabilities(parameters["capabilities"] ?? .null)
    clientProcess = parameters["processId"]?.integer
    set(ServerSettings(parameters["initializationOptions"] ?? .null), isStart: true)
    for folder in Self.folders(parameters) { open(folder: folder) }
    return Self.capabilities(encoding)
  }

  /// The paths of the directories that the client has open.
  private static func folders(_ parameters: JSONValue) -> [String] {
    if let folders = parameters["workspaceFolders"]?.items {
      return folders.compactMap { $0["uri"]?.stringValue.flatMap(DocumentURI.path) }
    }
    if let uri = parameters["rootUri"]?.stringValue, let path = DocumentURI.path(uri) {
      return [path]
    }
    return parameters["rootPath"]?.stringValue.map { [DocumentURI.normalized($0)] } ?? []
  }

  // MARK: notifications

  private mutating func notice(_ method: String, _ parameters: JSONValue) -> [JSONValue] {
    if method == "exit" {
      exit = phase == .shutDown ? 0 : 1
      phase = .exited
      return []
    }
    guard phase == .running else { return [] }
    switch method {
    case "initialized":
      changed()
      return (client.watchesFiles ? [watchFiles()] : []) + askForSettings(registers: true)
    case "textDocument/didOpen": openDocument(parameters)
    case "textDocument/didChange": return changeDocument(parameters)
    case "textDocument/didClose": closeDocument(parameters)
    case "textDocument/didSave":
      isSaved = true
      filesChanged()
    case "workspace/didChangeWatchedFiles": filesChanged()
    case "workspace/didChangeConfiguration":
      if client.givesSettings { return askForSettings(registers: false) }
      if let section = parameters[path: "settings", "linkpolicy"] { set(ServerSettings(section)) }
    case "workspace/didChangeWorkspaceFolders": changeFolders(parameters)
    default: break
    }
    return []
  }

  /// A request to the client, numbered.
  mutating func request(
    _ method: String, _ parameters: JSONValue, then expectation: Expectation = .nothing
  ) -> JSONValue {
    requests += 1
    expected[requests] = expectation
    return Outgoing.request(requests, method, parameters)
  }

  private mutating func watchFiles() -> JSONValue {
    let globs = [
      "**/*.{yaml,yml}", "**/apple-app-site-association*", "**/assetlinks.json",
      "**/*baseline*.json",
    ]
    return request(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "linkpolicy-files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": [
              "watchers": .array(globs.map { ["globPattern": .string($0)] })
            ],
          ]
        ]
      ])
  }

  private mutating func openDocument(_ parameters: JSONValue) {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.stringValue,
      let text = item["text"]?.stringValue
    else { return }
    documents[uri] = OpenDocument(uri: uri, version: item["version"]?.integer ?? 0, text: text)
    changed()
  }

  private mutating func changeDocument(_ parameters: JSONValue) -> [JSONValue] {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.stringValue,
      var document = documents.removeValue(forKey: uri)
    else { return [] }
    defer { documents[uri] = document }
    changed()
    do throws(ResponseError) {
      try document.apply(
        parameters["contentChanges"]?.items ?? [],
        version: item["version"]?.integer ?? document.version + 1, encoding)
      return []
    } catch {
      return [
        Outgoing.notification(
          "window/logMessage",
          ["type": 1, "message": .string("a change cannot be applied: \(error.message)")])
      ]
    }
  }

  private mutating func closeDocument(_ parameters: JSONValue) {
    guard let uri = parameters[path: "textDocument", "uri"]?.stringValue else { return }
    documents[uri] = nil
    changed()
  }

  private mutating func changeFolders(_ parameters: JSONValue) {
    let removed = parameters[path: "event", "removed"]?.items ?? []
    for folder in removed {
      guard let path = folder["uri"]?.stringValue.flatMap(DocumentURI.path) else { continue }
      workspaces.removeAll { $0.root == path }
    }
    for folder in parameters[path: "event", "added"]?.items ?? [] {
      if let path = folder["uri"]?.stringValue.flatMap(DocumentURI.path) { open(folder: path) }
    }
    changed()
  }

  private mutating func open(folder path: String) {
    guard !workspaces.contains(where: { $0.root == path }) else { return }
    workspaces.append(workspace(at: path))
  }

  private func workspace(at root: String) -> EditorWorkspace {
    let own = settings.config.map { EditorWorkspace.absolute($0, below: root) }
    return EditorWorkspace(
      root: root, in: fileSystem, configurationFile: configurationFile ?? own,
      workers: workers)
  }

  /// Takes settings; what means nothing is said once.
  ///
  /// - Parameter isStart: they come with `initialize`.
  mutating func set(_ new: ServerSettings, isStart: Bool = false) {
    let unknown = new.unknown.filter { !settings.unknown.contains($0) }
    let known = settings.unknown
    // A repository may bring settings of its own: it must not choose a file that is written.
    let traceFile = isStart ? new.traceFile : settings.traceFile
    settings = new
    settings.traceFile = traceFile
    settings.unknown = known + unknown
    trace.path = traceFile
    if !unknown.isEmpty {
      let names = unknown.map { UTF8Text.quoted($0) }.joined(separator: ", ")
      notices.append(
        Outgoing.notification(
          "window/logMessage",
          ["type": 2, "message": .string("linkpolicy: settings that mean nothing: \(names)")]))
    }
    workspaces = workspaces.map { workspace(at: $0.root) }
    filesChanged()
  }

  /// Something that was read is not any more as it was.
  package mutating func filesChanged() {
    wantsRefresh = true
    changed()
  }

  /// Everything that a check has read, and the directories in which something may appear: for clients that
  /// watch no files.
  package var watchedPaths: [String] {
    guard phase == .running, !client.watchesFiles else { return [] }
    var paths: Set<String> = []
    for workspace in workspaces {
      paths.insert(workspace.root)
      paths.insert(workspace.root + "/linkpolicy.yaml")
      if let baseline = checks[workspace.root]?.baseline {
        paths.insert(EditorWorkspace.absolute(baseline, below: workspace.root))
      }
      for source in (checks[workspace.root]?.projects ?? []).flatMap(\.report.sources) {
        var path = EditorWorkspace.absolute(source.name, below: workspace.root)
        while path.utf8.count > workspace.root.utf8.count, paths.insert(path).inserted,
          let slash = path.lastIndex(of: "/")
        {
          path = String(path[..<slash])
        }
      }
      paths.insert(workspace.root + "/Policies")
    }
    return paths.sorted()
  }

  private mutating func changed() {
    checks = [:]
    outcomes = [:]
    isDirty = true
  }

  // MARK: checks

  /// The workspace that a path belongs to: the innermost one.
  func workspace(of path: String) -> EditorWorkspace? {
    workspaces.filter { $0.contains(path) }.max { $0.root.utf8.count < $1.root.utf8.count }
  }

  /// What a check of a workspace finds; done once for each state of the texts.
  mutating func check(_ workspace: EditorWorkspace) -> EditorWorkspace.Check {
    if let check = checks[workspace.root] { return check }
    let texts = documents.values.compactMap { document in
      document.path.flatMap { path in
        self.workspace(of: path)?.root == workspace.root
          ? (path: path, source: document.source) : nil
      }
    }.sorted { $0.path < $1.path }
    let check = workspace.check(texts)
    checks[workspace.root] = check
    return check
  }

  /// Checks everything that changed, and gives the findings to send.
  package mutating func publish() -> [JSONValue] {
    guard isDirty, phase == .running else { return [] }
    isDirty = false
    var output: [JSONValue] = []
    var current: Set<String> = []
    for workspace in workspaces {
      let check = check(workspace)
      if isSaved { compare(workspace, check) }
      let findings = FileFindings(check, workspace, self)
      for file in findings.files {
        current.insert(file.uri)
        output.append(
          Outgoing.notification("textDocument/publishDiagnostics", file.parameters))
      }
    }
    for uri in published.subtracting(current).sorted() {
      output.append(
        Outgoing.notification(
          "textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []]))
    }
    published = current
    isSaved = false
    // After an edit clients ask again by themselves.
    if wantsRefresh, client.refreshesLenses, settings.hasCodeLenses {
      output.append(request("workspace/codeLens/refresh", .null))
    }
    if wantsRefresh, client.refreshesHints {
      output.append(request("workspace/inlayHint/refresh", .null))
    }
    wantsRefresh = false
    output += notices
    notices = []
    for message in output { trace.add(Array(message.text().utf8), isIncoming: false) }
    trace.write(to: fileSystem)
    return output
  }

  /// The URI of a path: as the client spells it, where it has the file open.
  func uri(of path: String) -> String {
    documents.values.first { $0.path == path }?.uri ?? DocumentURI.uri(path)
  }
}

extension LanguageServer {
  /// The bytes of an open text, for tests.
  package func text(of uri: String) -> [UInt8]? { documents[uri]?.source.bytes }
}
