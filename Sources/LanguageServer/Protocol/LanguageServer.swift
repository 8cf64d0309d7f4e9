package import LinkPolicy
package import PolicyText

/// A language server (LSP 3.17): messages in, messages out. It reads files through a
/// `FileSystem` and uses no streams or clocks.
package struct LanguageServer {
  /// The state of a session.
  enum Phase {
    case created
    case running
    case shutDown
    case exited
  }

  var phase = Phase.created
  private(set) var encoding = PositionEncoding.utf16
  private(set) var client = ClientCapabilities()
  /// The open directories of the client.
  var workspaces: [EditorWorkspace] = []
  var documents: [String: OpenDocument] = [:]
  /// The current settings.
  var settings = ServerSettings()
  /// The published findings.
  var publications = Publications()
  /// Whether the client pulls diagnostics; then none are published.
  private(set) var isPulled = false
  /// The findings of all files, for pull diagnostics; nil after a change.
  var pulled: [FileFindings.File]?
  /// Large documents whose user was told that they are checked only on save.
  var remarked: Set<String> = []
  /// The results of the last check, by workspace root; empty after a change.
  var checks: [String: EditorWorkspace.Check] = [:]
  /// The checks before the last change, by workspace root, to reuse unchanged files.
  var formerChecks: [String: EditorWorkspace.Check] = [:]
  /// The test results, by workspace root.
  var outcomes: [String: TestOutcomes] = [:]
  /// The changes since the revision in the settings, by workspace root, as of the last save.
  var differences: [String: PolicyDifference] = [:]
  /// The number of generated files out of date, by workspace root, as of the last save.
  var stale: [String: Int] = [:]
  /// A file was saved since the last publication.
  var isSaved = false
  /// Lenses and hints may have changed without an edit of their document.
  var wantsRefresh = false
  /// Marks findings as changed.
  package var isDirty: Bool { publications.isDue && phase == .running }
  /// The number of changes, to check consecutive edits only once.
  package var changes: Int { publications.changes }
  /// Whether findings are due now, because a document was opened or saved.
  package var isUrgent: Bool { isDirty && publications.isUrgent }
  var progress = CheckProgress.none
  var requests = 0
  /// The pending requests to the client, by id.
  var expected: [Int: Expectation] = [:]
  /// Messages to send with the next ones.
  var notices: [JSONValue] = []
  /// The process id of the client, if known.
  package private(set) var clientProcess: Int?
  let fileSystem: any FileSystem
  let configurationFile: String?
  let revisions: RevisionReader?
  /// A directory for cached files.
  let cacheDirectory: String?
  var trace = SessionTrace()

  /// - Parameters:
  ///   - fileSystem: reads absolute paths.
  ///   - configurationFile: replaces the `linkpolicy.yaml` of a workspace.
  ///   - revisions: reads the revision for comparisons on save; nil for no comparison.
  ///   - cacheDirectory: for results of commands that an editor shows as a file.
  package init(
    in fileSystem: any FileSystem, configurationFile: String? = nil,
    revisions: RevisionReader? = nil, cacheDirectory: String? = nil
  ) {
    self.fileSystem = fileSystem
    self.configurationFile = configurationFile
    self.revisions = revisions
    self.cacheDirectory = cacheDirectory
  }

  /// The exit status once the session is over: 0 after `shutdown`, else 1; nil before.
  package var exitStatus: Int? { phase == .exited ? exit : nil }
  var exit = 1

  /// The status at the end of the input.
  package var statusAtEnd: Int { phase == .shutDown ? 0 : exitStatus ?? 1 }

  /// Handles messages and returns the messages to send.
  ///
  /// - Parameter bodies: in order. A request that a later one cancels is skipped.
  package mutating func handle(_ bodies: [[UInt8]]) -> [JSONValue] {
    var messages: [Message] = []
    var output: [JSONValue] = []
    for body in bodies {
      trace.add(body, isIncoming: true)
      if let value = try? JSONValue(parsingMessage: body) {
        messages.append(Message(value))
      } else {
        output.append(
          Outgoing.failure(.null, ResponseError(code: -32700, message: "message is not valid JSON"))
        )
      }
    }
    for (index, message) in messages.enumerated() {
      guard phase != .exited else { break }
      if case .request(let id, _, _) = message, phase == .running,
        Self.isCancelled(id, in: messages[(index + 1)...])
      {
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

  private static func isCancelled(_ id: JSONValue, in later: ArraySlice<Message>) -> Bool {
    later.contains { message in
      if case .notification("$/cancelRequest", let parameters) = message {
        return parameters["id"] == id
      }
      return false
    }
  }

  private mutating func handle(_ message: Message) -> [JSONValue] {
    switch message {
    case .response(let id, let result): return received(id, result)
    case .malformed(let id):
      return [Outgoing.failure(id, ResponseError(code: -32600, message: "invalid request"))]
    case .notification(let method, let parameters): return notice(method, parameters)
    case .request(let id, let method, let parameters):
      do throws(ResponseError) {
        return [Outgoing.result(id, try answer(method, parameters))]
      } catch {
        // The files must be read again for the next request.
        if error == .contentModified { filesChanged() }
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
    case "textDocument/diagnostic" where isPulled: return try findings(parameters)
    case "workspace/diagnostic" where isPulled: return workspaceFindings(parameters)
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
    isPulled = settings.pullsDiagnostics && client.pullsDiagnostics
    for folder in Self.folders(parameters) { open(folder: folder) }
    return Self.capabilities(encoding, isPulled: isPulled)
  }

  private static func folders(_ parameters: JSONValue) -> [String] {
    if let folders = parameters["workspaceFolders"]?.items {
      return folders.compactMap { $0["uri"]?.stringValue.flatMap(DocumentURI.path) }
    }
    if let uri = parameters["rootUri"]?.stringValue, let path = DocumentURI.path(uri) {
      return [path]
    }
    return parameters["rootPath"]?.stringValue.map { [DocumentURI.normalized($0)] } ?? []
  }
}

extension LanguageServer {
  /// The bytes of an open document, for tests.
  package func text(of uri: String) -> [UInt8]? { documents[uri]?.source.bytes }
}
