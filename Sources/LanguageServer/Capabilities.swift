import EditorSupport
import LinkPolicy
import PolicyText

extension LanguageServer {
  /// What this server can do.
  static func capabilities(_ encoding: PositionEncoding) -> JSONValue {
    [
      "capabilities": [
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
      ],
      "serverInfo": ["name": "linkpolicy", "version": .string(linkPolicyVersion)],
    ]
  }
}
