import LanguageServer
import PolicyText
import ProjectTestSupport
import PolicyTestSupport

/// A session with a server in the test's process: the messages of an editor, and the responses.
struct ServerSession {
  var server: LanguageServer
  let files: MemoryFileSystem
  private var requests = 0
  /// The published findings by URI.
  private(set) var findings: [String: [JSONValue]] = [:]
  /// All other messages of the server, in order.
  private(set) var sent: [JSONValue] = []

  /// Opens the workspace `/w` with files.
  ///
  /// - Parameters:
  ///   - options: `initializationOptions`.
  ///   - head: the files of the last commit.
  init(
    _ files: [String: String], capabilities: JSONValue = Self.capabilities,
    options: JSONValue = .null, head: [String: String]? = nil
  ) {
    self.files = MemoryFileSystem(
      Dictionary(uniqueKeysWithValues: files.map { ("/w/\($0)", $1) }))
    server = LanguageServer(
      in: self.files,
      revisions: head.map(Self.revisions), cacheDirectory: "/cache")
    _ = request(
      "initialize",
      ["rootUri": "file:///w", "capabilities": capabilities, "initializationOptions": options])
    notify("initialized", [:])
  }

  /// Reads files of the last commit only.
  private static func revisions(_ head: [String: String]) -> RevisionReader {
    { paths, revision, _ in
      guard revision == "HEAD" else { return nil }
      var files: [String: [UInt8]] = [:]
      for path in paths { files[path] = head[path].map { Array($0.utf8) } }
      return files
    }
  }

  static let capabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]],
    "workspace": ["workspaceEdit": ["documentChanges": true, "resourceOperations": ["create"]]],
    "textDocument": [
      "publishDiagnostics": ["relatedInformation": true],
      "codeAction": ["codeActionLiteralSupport": [:]],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
    ],
  ]

  /// Sends a request. Returns the result, or an object with the member `error`.
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

  /// Sends a message. Returns the messages of the server.
  mutating func send(_ message: JSONValue) -> [JSONValue] {
    let output = server.handle([Array(message.text().utf8)])
    sent += output.filter { $0["method"] != nil }
    return output
  }

  /// Publishes what an editor receives after a pause.
  mutating func settle() {
    for message in server.publish() {
      guard message["method"] == "textDocument/publishDiagnostics",
        let uri = message[path: "params", "uri"]?.stringValue
      else {
        sent.append(message)
        continue
      }
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

  /// Returns the code actions at the mark `‸` in a document.
  mutating func actions(_ name: String, _ marked: String) -> [JSONValue] {
    let before = marked.prefix { $0 != "‸" }
    open(name, marked.replacing("‸", with: ""))
    let place: JSONValue = [
      "line": .int(before.count { $0 == "\n" }),
      "character": .int(
        before.split(separator: "\n", omittingEmptySubsequences: false).last?.utf16.count ?? 0),
    ]
    return request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string("file:///w/\(name)")],
        "range": ["start": place, "end": place], "context": ["diagnostics": []],
      ]
    ).items ?? []
  }

  /// Sends a request about the mark `‸` in a document, which is opened without the mark.
  mutating func request(
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

/// A test file for `cleanPolicy` that uses its client.
let cleanTest = """
  linkpolicy_tests: 1
  policy: lumen
  tests:
    - name: by name
      request: { kind: authorize, client: website, query: redirect_uri=x }
      expect: { decision: deny }

  """

/// A policy without findings.
let cleanPolicy = Fixtures.policy("clean")
