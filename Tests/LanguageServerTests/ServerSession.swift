import LanguageServer
import LinkPolicy
import PolicyText
import ProjectTestSupport

/// A session with a server in the process: what an editor sends, and what comes back.
struct ServerSession {
  var server: LanguageServer
  let files: MemoryFileSystem
  private var requests = 0
  /// The findings that the editor has, by URI.
  private(set) var findings: [String: [JSONValue]] = [:]

  /// Opens `/w` with these files below it.
  init(_ files: [String: String], capabilities: JSONValue = Self.capabilities) {
    self.files = MemoryFileSystem(
      Dictionary(uniqueKeysWithValues: files.map { ("/w/\($0)", $1) }))
    server = LanguageServer(in: self.files)
    _ = request(
      "initialize", ["rootUri": "file:///w", "capabilities": capabilities])
    notify("initialized", [:])
  }

  static let capabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]],
    "workspace": ["workspaceEdit": ["documentChanges": true]],
    "textDocument": [
      "publishDiagnostics": ["relatedInformation": true],
      "codeAction": ["codeActionLiteralSupport": [:]],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
    ],
  ]

  /// Sends a request; the result, or the error as an object with `error`.
  mutating func request(_ method: String, _ parameters: JSONValue) -> JSONValue {
    requests += 1
    let answers = send([
      "jsonrpc": "2.0", "id": .int(requests), "method": .string(method), "params": parameters,
    ])
    for answer in answers where answer["id"]?.integer == requests {
      return answer["result"] ?? ["error": answer["error"] ?? .null]
    }
    return ["error": "no answer"]
  }

  mutating func notify(_ method: String, _ parameters: JSONValue) {
    _ = send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  mutating func send(_ message: JSONValue) -> [JSONValue] {
    server.handle([Array(message.text().utf8)])
  }

  /// What an editor gets when it stops typing.
  mutating func settle() {
    for message in server.publish() {
      guard let uri = message[path: "params", "uri"]?.stringValue else { continue }
      findings[uri] = message[path: "params", "diagnostics"]?.items
    }
  }

  mutating func open(_ name: String, _ text: String, version: Int = 1) {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string("file:///w/\(name)"), "languageId": "yaml", "version": .int(version),
          "text": .string(text),
        ]
      ])
  }

  /// A request about a place in a text, marked `‸`; the text is opened without the mark.
  mutating func ask(
    _ method: String, _ name: String, _ marked: String,
    _ more: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    let before = marked.prefix { $0 != "‸" }
    open(name, marked.replacing("‸", with: ""))
    let line = before.count { $0 == "\n" }
    let column =
      before.split(separator: "\n", omittingEmptySubsequences: false).last?.utf16.count ?? 0
    return request(
      method,
      .object(
        [
          ("textDocument", ["uri": .string("file:///w/\(name)")]),
          ("position", ["line": .int(line), "character": .int(column)]),
        ] + more))
  }
}

/// A policy without findings.
let soundPolicy = """
  linkpolicy: 1
  name: lumen
  apps:
    lumen-ios: { platform: ios, bundle_id: com.lumen.home, team_id: R7KM2QX94T }
  domains:
    lumen.example:
      links:
        - apps: [lumen-ios]
          rules:
            - { path: /open/* }
  clients:
    website:
      provider: generic
      type: web
      client_id: { prod: lumen-web-prod, sandbox: lumen-web-sandbox }
      client_secret: { env: LUMEN_WEB_SECRET }
      redirect_uris:
        prod: [https://lumen.example/oauth/callback]
        sandbox: [https://sandbox.lumen.example/oauth/callback]
      scopes: [devices]
  tests:
    - name: allowed
      request: { kind: authorize, client: website, query: redirect_uri=x }
      expect: { decision: deny }

  """
