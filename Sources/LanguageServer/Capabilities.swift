import LinkPolicy
import PolicyText

extension LanguageServer.Client {
  /// Reads what a client says of itself.
  init(_ capabilities: JSONValue) {
    documentChanges =
      capabilities[path: "workspace", "workspaceEdit", "documentChanges"]?.isTrue ?? false
    hierarchicalSymbols =
      capabilities[
        path: "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"]?.isTrue
      ?? false
    relatedInformation =
      capabilities[path: "textDocument", "publishDiagnostics", "relatedInformation"]?.isTrue
      ?? false
    codeActionLiterals =
      capabilities[path: "textDocument", "codeAction", "codeActionLiteralSupport"] != nil
    watchesFiles =
      capabilities[path: "workspace", "didChangeWatchedFiles", "dynamicRegistration"]?.isTrue
      ?? false
  }
}

extension LanguageServer {
  /// What this server can do.
  static func capabilities(_ encoding: PositionEncoding) -> JSONValue {
    [
      "capabilities": [
        "positionEncoding": .string(encoding.rawValue),
        "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
        "hoverProvider": true,
        "completionProvider": ["triggerCharacters": [" ", ":", "[", "{", "/"]],
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": ["prepareProvider": true],
        "codeActionProvider": [
          "codeActionKinds": ["quickfix", "source.fixAll.linkpolicy"]
        ],
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "documentFormattingProvider": true,
        "workspace": [
          "workspaceFolders": ["supported": true, "changeNotifications": true]
        ],
      ],
      "serverInfo": ["name": "linkpolicy", "version": .string(linkPolicyVersion)],
    ]
  }
}
