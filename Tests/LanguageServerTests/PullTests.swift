import LanguageServer
import PolicyText
import ProjectTestSupport
import Testing

/// Findings for clients that request them, and requests during which files change.
@Suite struct PullTests {
  private static let invalid = cleanPolicy.replacing("type: web", with: "type: wep")
  private static let name = "Policies/a.yaml"
  private static let uri: JSONValue = "file:///w/Policies/a.yaml"
  private static let pulling: JSONValue = [
    "textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]],
  ]

  struct Client: Sendable {
    var capabilities: JSONValue
    var options: JSONValue
  }

  private static func session(_ files: [String: String]) -> ServerSession {
    ServerSession(files, capabilities: pulling, options: ["diagnostics": ["pull": true]])
  }

  private static func pull(
    _ session: inout ServerSession, _ known: JSONValue? = nil
  ) -> (kind: String?, id: JSONValue, codes: [String]) {
    let answer = session.request(
      "textDocument/diagnostic",
      .object(
        [("textDocument", ["uri": uri])] + (known.map { [("previousResultId", $0)] } ?? [])))
    return (
      answer["kind"]?.stringValue, answer["resultId"] ?? .null,
      (answer["items"]?.items ?? []).compactMap { $0["code"]?.stringValue }
    )
  }

  private static func sent(_ session: ServerSession, _ method: String) -> Int {
    session.sent.count { $0["method"]?.stringValue == method }
  }

  @Test func `a client that requests findings gets them once, and none are published`() {
    var session = Self.session([Self.name: Self.invalid])
    session.open(Self.name, Self.invalid)
    let first = Self.pull(&session)
    #expect(first.kind == "full" && first.codes == ["unknown-value"])
    let again = Self.pull(&session, first.id)
    #expect(again.kind == "unchanged" && again.id == first.id && again.codes.isEmpty)
    session.settle()
    #expect(session.findings.isEmpty)
    session.open(Self.name, cleanPolicy, version: 2)
    let fixed = Self.pull(&session, first.id)
    #expect(fixed.kind == "full" && fixed.codes.isEmpty && fixed.id != first.id)
    #expect(Self.pull(&session, fixed.id).kind == "unchanged")
  }

  @Test func `workspace findings are marked as unchanged if the client has them`() throws {
    var session = Self.session([
      Self.name: Self.invalid, "Policies/b.yaml": "linkpolicy: 1\nnme: b\n",
    ])
    let all = session.request("workspace/diagnostic", ["previousResultIds": []])
    let items = try #require(all["items"]?.items)
    #expect(items.count == 2 && items.allSatisfy { $0["kind"] == "full" && $0["version"] == .null })
    let known = items.map { item -> JSONValue in
      ["uri": item["uri"] ?? .null, "value": item["resultId"] ?? .null]
    }
    session.open(Self.name, cleanPolicy, version: 7)
    let next = session.request("workspace/diagnostic", ["previousResultIds": .array(known)])
    let found = next["items"]?.items ?? []
    #expect(found.count == 2)
    for item in found {
      let isFixed = item["uri"] == Self.uri
      #expect(item["kind"] == (isFixed ? "full" : "unchanged"))
      #expect(item["version"] == (isFixed ? 7 : .null))
      if isFixed { #expect(item["items"] == []) }
    }
  }

  @Test func `a refresh is requested if findings of another file may have changed`() {
    let other = Self.invalid.replacing("lumen", with: "other")
    var session = Self.session([Self.name: cleanPolicy, "Policies/b.yaml": other])
    session.settle()
    let start = Self.sent(session, "workspace/diagnostic/refresh")
    session.open(Self.name, cleanPolicy)
    session.settle()
    #expect(Self.sent(session, "workspace/diagnostic/refresh") == start)
    // The name of another policy changes that file's findings, too.
    session.open(Self.name, cleanPolicy.replacing("name: lumen", with: "name: other"), version: 2)
    session.settle()
    #expect(Self.sent(session, "workspace/diagnostic/refresh") == start + 1)
    session.notify("workspace/didChangeWatchedFiles", ["changes": []])
    session.settle()
    #expect(Self.sent(session, "workspace/diagnostic/refresh") == start + 2)
  }

  @Test(arguments: [
    Client(capabilities: Self.pulling, options: .null),
    Client(
      capabilities: ["textDocument": ["diagnostic": [:]]], options: ["diagnostics.pull": true]),
  ])
  func `findings are published if the setting is off or refresh unsupported`(_ client: Client) {
    var session = ServerSession(
      [Self.name: Self.invalid], capabilities: client.capabilities, options: client.options)
    session.settle()
    #expect(session.findings["file:///w/Policies/a.yaml"]?.count == 1)
    let answer = session.request("textDocument/diagnostic", ["textDocument": ["uri": Self.uri]])
    #expect(answer[path: "error", "code"]?.integer == -32601)
  }

  @Test func `the server offers pull diagnostics only if the settings enable them`() {
    for (options, isOffered) in [(JSONValue.null, false), (["diagnostics.pull": true], true)] {
      var server = LanguageServer(in: MemoryFileSystem())
      let message: JSONValue = [
        "id": 1, "method": "initialize",
        "params": ["capabilities": Self.pulling, "initializationOptions": options],
      ]
      let answer = server.handle([Array(message.text().utf8)]).first
      let provider = answer?[path: "result", "capabilities", "diagnosticProvider"]
      #expect((provider?["workspaceDiagnostics"]?.isTrue == true) == isOffered)
      #expect(answer?[path: "result", "capabilities", "hoverProvider"]?.isTrue == true)
    }
  }

  // MARK: files that change during a request

  @Test func `an edit of a file that has changed on disk is rejected once`() throws {
    let other = cleanTest
    var session = ServerSession([Self.name: cleanPolicy, "Policies/b.yaml": other])
    session.open(Self.name, cleanPolicy)
    session.settle()
    let question: JSONValue = [
      "textDocument": ["uri": Self.uri], "position": ["line": 11, "character": 4],
      "newName": "site",
    ]
    func edited(_ answer: JSONValue) -> [String] {
      (answer["documentChanges"]?.items ?? []).compactMap {
        $0[path: "textDocument", "uri"]?.stringValue
      }
    }
    let both = edited(session.request("textDocument/rename", question))
    try #require(both.count == 2, "the other file uses the name too")
    // Another program writes the other file, and the server isn't notified.
    try session.files.write(Array(("# new\n" + other).utf8), to: "/w/Policies/b.yaml")
    let answer = session.request("textDocument/rename", question)
    #expect(answer[path: "error", "code"]?.integer == -32801)
    #expect(session.server.isDirty)
    #expect(edited(session.request("textDocument/rename", question)) == both)
  }

  @Test func `a cancelled request gets an error, and other requests a result`() {
    var session = ServerSession([Self.name: cleanPolicy])
    let answers = session.server.handle(
      [
        #"{"method":"$/cancelRequest","params":{"id":"later"}}"#,
        #"{"id":1,"method":"workspace/symbol","params":{"query":""}}"#,
        #"{"id":"later","method":"workspace/symbol","params":{"query":""}}"#,
        #"{"method":"$/cancelRequest","params":{"id":1}}"#,
        #"{"method":"$/cancelRequest","params":{"id":9}}"#,
      ].map { Array($0.utf8) })
    #expect(answers.map { $0["id"]?.text() } == ["1", "\"later\""])
    #expect(answers.map { $0[path: "error", "code"]?.integer } == [-32800, nil])
  }

  // MARK: progress

  private static func many(_ count: Int) -> [String: String] {
    var files: [String: String] = [:]
    for index in 0..<count { files["Policies/\(index).yaml"] = "a: 1\n" }
    return files
  }

  @Test(arguments: [(1_001, true), (1_000, true), (1_001, false)])
  func `the first check of many files shows progress`(_ count: Int, _ isOffered: Bool) {
    var session = ServerSession(
      Self.many(count), capabilities: ["window": ["workDoneProgress": .bool(isOffered)]])
    let question = session.sent.last { $0["method"] == "window/workDoneProgress/create" }
    #expect((question != nil) == (count > 1_000 && isOffered))
    guard let question else { return }
    #expect(session.server.announce().isEmpty)
    _ = session.send(["id": question["id"] ?? .null, "result": .null])
    let kinds = (session.server.announce() + session.server.publish()).compactMap {
      $0[path: "params", "value", "kind"]?.stringValue
    }
    #expect(kinds == ["begin", "end"])
    session.open("Policies/0.yaml", "a: 2\n")
    #expect(session.server.announce().isEmpty)
  }

  @Test func `no progress is shown if the client rejects it`() {
    var session = ServerSession(
      Self.many(1_001), capabilities: ["window": ["workDoneProgress": true]])
    let question = session.sent.last { $0["method"] == "window/workDoneProgress/create" }
    _ = session.send([
      "id": question?["id"] ?? .null, "error": ["code": -32603, "message": "no"],
    ])
    #expect(session.server.announce().isEmpty)
    #expect(!session.server.publish().contains { $0["method"] == "$/progress" })
  }
}
