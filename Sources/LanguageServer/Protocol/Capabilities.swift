import LinkPolicy
import PolicyText

extension LanguageServer {
  /// The capabilities of this server.
  ///
  /// - Parameter isPulled: whether the client pulls diagnostics.
  static func capabilities(_ encoding: PositionEncoding, isPulled: Bool) -> JSONValue {
    let pull: [(key: String, value: JSONValue)] =
      isPulled
      ? [
        (
          "diagnosticProvider",
          [
            "identifier": "linkpolicy", "interFileDependencies": true,
            "workspaceDiagnostics": true,
          ]
        )
      ] : []
    return [
      "capabilities": .object(abilities(encoding) + pull),
      "serverInfo": ["name": "linkpolicy", "version": .string(linkPolicyVersion)],
    ]
  }

  private static func abilities(
    _ encoding: PositionEncoding
  ) -> [(key: String, value: JSONValue)] {
    let all: JSONValue =
      [
        "positionEncoding": .string(encoding.rawValue),
        "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
        "hoverProvider": true,
        "completionProvider": ["triggerCharacters": [" ", ":", "[", "{", "/", "\"", "("]],
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": ["prepareProvider": true],
        "codeActionProvider": [
          "codeActionKinds": [
            "quickfix", "refactor", "source", "source.fixAll.linkpolicy",
          ]
        ],
        "codeLensProvider": [:],
        "inlayHintProvider": true,
        "documentLinkProvider": [:],
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
        "executeCommandProvider": [
          "commands": .array(EditorCommand.Name.allCases.map { .string($0.rawValue) })
        ],
        "workspace": [
          "workspaceFolders": ["supported": true, "changeNotifications": true]
        ],
      ]
    guard case .object(let entries) = all else { return [] }
    return entries
  }
}

/// The capabilities of the client that responses depend on.
struct ClientCapabilities {
  var documentChanges = false
  var createsFiles = false
  var hierarchicalSymbols = false
  var relatedInformation = false
  var diagnosticTags = false
  var codeDescriptions = false
  var codeActionLiterals = false
  var watchesFiles = false
  var registersSettings = false
  var givesSettings = false
  var refreshesLenses = false
  var refreshesHints = false
  var showsDocuments = false
  var asksUsers = false
  var showsProgress = false
  /// Whether the client pulls diagnostics and supports refresh.
  var pullsDiagnostics = false

  init() {}

  /// Reads the `capabilities` of `initialize`.
  init(_ value: JSONValue) {
    func has(_ keys: String...) -> Bool {
      var found: JSONValue? = value
      for key in keys { found = found?[key] }
      return found?.isTrue ?? false
    }
    documentChanges = has("workspace", "workspaceEdit", "documentChanges")
    createsFiles =
      value[path: "workspace", "workspaceEdit", "resourceOperations"]?.items?
      .contains { $0 == "create" } ?? false
    hierarchicalSymbols = has(
      "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
    relatedInformation = has("textDocument", "publishDiagnostics", "relatedInformation")
    diagnosticTags =
      value[path: "textDocument", "publishDiagnostics", "tagSupport"] != nil
    codeDescriptions = has("textDocument", "publishDiagnostics", "codeDescriptionSupport")
    codeActionLiterals =
      value[path: "textDocument", "codeAction", "codeActionLiteralSupport"] != nil
    watchesFiles = has("workspace", "didChangeWatchedFiles", "dynamicRegistration")
    registersSettings = has("workspace", "didChangeConfiguration", "dynamicRegistration")
    givesSettings = has("workspace", "configuration")
    refreshesLenses = has("workspace", "codeLens", "refreshSupport")
    refreshesHints = has("workspace", "inlayHint", "refreshSupport")
    showsDocuments = has("window", "showDocument", "support")
    showsProgress = has("window", "workDoneProgress")
    pullsDiagnostics =
      value[path: "textDocument", "diagnostic"] != nil
      && has("workspace", "diagnostics", "refreshSupport")
    asksUsers = value[path: "window", "showMessage"] != nil
  }
}
