import LinkPolicy

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
