import LanguageServer
import LinkPolicy
import ProjectTestSupport
import Testing

/// Lenses, hints, commands and settings.
@Suite struct LensTests {
  private static let uri: JSONValue = ["textDocument": ["uri": "file:///w/Policies/a.yaml"]]

  private static func lenses(_ session: inout ServerSession) -> [(line: Int, title: String)] {
    (session.request("textDocument/codeLens", uri).items ?? []).map {
      (
        $0[path: "range", "start", "line"]?.integer ?? -1,
        $0[path: "command", "title"]?.stringValue ?? ""
      )
    }
  }

  @Test func `links, clients and tests have lenses, and each is also an action`() {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    session.open("Policies/a.yaml", cleanPolicy)
    let lenses = Self.lenses(&session)
    #expect(
      lenses.map { "\($0.line) \($0.title)" } == [
        "6 match a URL", "11 simulate", "11 0 of 2 entries tested", "20 run all", "21 run · ✓",
      ])
    let marked = cleanPolicy.replacing("  website:\n", with: "  web‸site:\n")
    let titles = session.actions("Policies/a.yaml", marked).compactMap { $0["title"]?.stringValue }
    #expect(titles.contains("simulate") && titles.contains("0 of 2 entries tested"), "\(titles)")
    var quiet = ServerSession(
      ["Policies/a.yaml": cleanPolicy], options: ["codeLens": ["enable": false]])
    quiet.open("Policies/a.yaml", cleanPolicy)
    #expect(Self.lenses(&quiet).isEmpty)
  }

  private static func hints(_ text: String, _ options: JSONValue) -> [String] {
    var session = ServerSession(["Policies/a.yaml": text], options: options)
    session.open("Policies/a.yaml", text)
    let hints = session.request("textDocument/inlayHint", uri)
    return (hints.items ?? []).map {
      "\($0[path: "position", "line"]?.integer ?? -1) \($0["label"]?.stringValue ?? "")"
    }
  }

  @Test func `hints show results of tests, and the effective values if enabled`() {
    #expect(Self.hints(cleanPolicy, .null) == ["21 ✓"])
    let failing = cleanPolicy.replacing("{ decision: deny }", with: "{ decision: allow }")
    #expect(Self.hints(failing, .null) == [#"21 ✗ decision "deny""#])
    #expect(
      Self.hints(cleanPolicy, ["inlayHints": ["tests": false, "values": true]])
        == [
          "7 R7KM2QX94T.com.lumen.home", "11 pkce: optional, token_endpoint_auth: post",
        ])
  }

  // MARK: commands

  private static func run(
    _ session: inout ServerSession, _ name: String, _ arguments: JSONValue...
  ) -> JSONValue {
    session.request(
      "workspace/executeCommand",
      ["command": .string("linkpolicy.\(name)"), "arguments": .array(arguments)])
  }

  @Test func `commands return the JSON of the command line`() throws {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    session.open("Policies/a.yaml", cleanPolicy)
    var file = InputFile(name: "Policies/a.yaml", text: cleanPolicy)
    file.isExplicit = false
    let project = Project([file])
    let uri = "https://lumen.example/oauth/callback"
    #expect(Self.run(&session, "whoAllows", .string(uri)) == project.entries(allowing: uri).json)
    #expect(Self.run(&session, "runTests") == TestOutcome.json(TestRunner(project).run()))
    let request: JSONValue = ["kind": "universal_link", "url": "https://lumen.example/open/x"]
    #expect(
      Self.run(&session, "simulate", request)
        == RequestEvaluator(project, withTrace: true).answer(request).json)
    let match = Self.run(&session, "match", ["url": "https://lumen.example/open/x"])
    #expect(match["answers"]?.items?.first?["decision"] == "allow")
    #expect(
      Self.run(&session, "explain", "uri-http")["rules"]?.items?.first?["id"] == "uri-http")
    #expect(Self.run(&session, "explain", "x")[path: "error", "code"]?.integer == -32803)
    #expect(Self.run(&session, "nothing")[path: "error", "code"]?.integer == -32602)
    let preview = Self.run(&session, "previewGenerated")
    #expect(preview["files"]?.items?.isEmpty == false)
    #expect(session.files.kind(of: "/w/generated") == nil)
  }

  @Test func `results are shown as a document if the client can, otherwise as a message`() throws {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    _ = Self.run(&session, "explain", "uri-http")
    #expect(session.sent.last?["method"] == "window/showMessage")
    var modern = ServerSession(
      ["Policies/a.yaml": cleanPolicy],
      capabilities: ["window": ["showDocument": ["support": true]]])
    _ = Self.run(&modern, "explain", "uri-http")
    #expect(modern.sent.last?["method"] == "window/showDocument")
    let shown = try modern.files.read("/cache/linkpolicy/linkpolicy.explain.md")
    #expect(String(decoding: shown, as: UTF8.self).contains("**uri-http** · error"))
  }

  @Test func `generated files are written after the user confirms`() {
    for answer in ["Write", "Cancel"] {
      var session = ServerSession(["Policies/a.yaml": cleanPolicy])
      _ = Self.run(&session, "writeGenerated")
      let question = session.sent.last
      #expect(question?["method"] == "window/showMessageRequest")
      _ = session.send([
        "jsonrpc": "2.0", "id": question?["id"] ?? .null, "result": ["title": .string(answer)],
      ])
      let isWritten = session.files.kind(of: "/w/generated/manifest.json") == .file
      #expect(isWritten == (answer == "Write"))
    }
  }

  // MARK: changes since the last commit

  @Test func `a save reports what the last commit denied and is now allowed`() {
    let wider = cleanPolicy.replacing(
      "prod: [https://lumen.example/oauth/callback]",
      with: "prod: [https://lumen.example/oauth/callback, https://lumen.example/oauth/other]")
    for asFindings in [false, true] {
      var session = ServerSession(
        ["Policies/a.yaml": wider], options: ["diff": ["asFindings": .bool(asFindings)]],
        head: ["Policies/a.yaml": cleanPolicy])
      session.open("Policies/a.yaml", wider)
      session.settle()
      #expect(Self.lenses(&session).first?.title == "match a URL")
      session.notify("textDocument/didSave", Self.uri)
      session.settle()
      #expect(Self.lenses(&session).first?.title == "1 widening against HEAD")
      let codes = (session.findings["file:///w/Policies/a.yaml"] ?? []).compactMap {
        $0["code"]?.stringValue
      }
      #expect(codes.contains("widening") == asFindings)
      let answer = Self.run(&session, "diff")
      #expect(answer["changes"]?.items?.count == 1, "\(answer.text())")
    }
  }

  @Test func `out-of-date generated files are counted on save`() {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    _ = Self.run(&session, "writeGenerated")
    _ = session.send([
      "jsonrpc": "2.0", "id": session.sent.last?["id"] ?? .null, "result": ["title": "Write"],
    ])
    session.open("Policies/a.yaml", cleanPolicy.replacing("/open/*", with: "/opened/*"))
    session.notify("textDocument/didSave", Self.uri)
    session.settle()
    let title = Self.lenses(&session).first?.title ?? ""
    #expect(title.hasSuffix("generated files out of date"), "\(title)")
  }

  // MARK: settings

  private static func warnings(_ session: ServerSession) -> [String] {
    session.sent.compactMap { $0[path: "params", "message"]?.stringValue }.filter {
      $0.contains("unknown settings")
    }
  }

  @Test func `unknown settings are reported once`() {
    var session = ServerSession(
      ["Policies/a.yaml": cleanPolicy],
      options: ["asist": "off", "codeLens": ["enable": "no"], "docs.base": .null])
    #expect(Self.warnings(session).count == 1)
    #expect(Self.warnings(session).first?.contains("`asist`, `codeLens.enable`") == true)
    session.notify(
      "workspace/didChangeConfiguration", ["settings": ["linkpolicy": ["asist": "off"]]])
    #expect(Self.warnings(session).count == 1)
  }

  @Test func `settings are requested from a client that supports it, and then apply`() {
    var session = ServerSession(
      ["Policies/a.yaml": cleanPolicy],
      capabilities: [
        "workspace": [
          "configuration": true, "didChangeConfiguration": ["dynamicRegistration": true],
        ]
      ])
    session.open("Policies/a.yaml", cleanPolicy)
    #expect(
      session.sent.compactMap { $0["method"]?.stringValue } == [
        "client/registerCapability", "workspace/configuration",
      ])
    #expect(!Self.lenses(&session).isEmpty)
    _ = session.send([
      "jsonrpc": "2.0", "id": session.sent.last?["id"] ?? .null,
      "result": [["codeLens": ["enable": false]]],
    ])
    #expect(Self.lenses(&session).isEmpty)
    session.notify("workspace/didChangeConfiguration", ["settings": .null])
    #expect(session.sent.last?["method"] == "workspace/configuration")
    _ = session.send([
      "jsonrpc": "2.0", "id": session.sent.last?["id"] ?? .null, "result": [.null],
    ])
    #expect(Self.lenses(&session).isEmpty)
  }

  @Test func `another configuration applies as soon as it is set`() {
    let files = [
      "Policies/a.yaml": cleanPolicy.replacing("/oauth/callback]", with: "/oauth/callback#x]"),
      "ci/strict.yaml": "linkpolicy_config: 1\nseverities: { uri-fragment: off }\n",
    ]
    var session = ServerSession(files)
    session.settle()
    #expect(session.findings["file:///w/Policies/a.yaml"]?.isEmpty == false)
    session.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["linkpolicy": ["config": "ci/strict.yaml"]]])
    session.settle()
    #expect(session.findings["file:///w/Policies/a.yaml"] ?? [] == [])
  }

  @Test func `an open configuration applies before it is saved`() {
    var session = ServerSession([
      "Policies/a.yaml": cleanPolicy.replacing("/oauth/callback]", with: "/oauth/callback#x]"),
      "linkpolicy.yaml": "linkpolicy_config: 1\n",
    ])
    session.open(
      "linkpolicy.yaml", "linkpolicy_config: 1\nseverities: { uri-fragment: off }\n")
    session.settle()
    #expect(session.findings["file:///w/Policies/a.yaml"] ?? [] == [])
  }

  @Test func `a trace has the messages of both sides`() throws {
    var session = ServerSession(
      ["Policies/a.yaml": cleanPolicy], options: ["trace.file": "/w/trace.log"])
    session.open("Policies/a.yaml", cleanPolicy.replacing("type: web", with: "type: wep"))
    session.settle()
    let text = String(decoding: try session.files.read("/w/trace.log"), as: UTF8.self)
    #expect(text.contains("<- ") && text.contains("-> ") && text.contains("publishDiagnostics"))
  }

  @Test func `a trace overwrites no other file, and workspace settings can't start one`() throws {
    var session = ServerSession(
      ["Policies/a.yaml": cleanPolicy, "notes": "mine"], options: ["trace.file": "/w/notes"])
    session.settle()
    #expect(try session.files.read("/w/notes") == Array("mine".utf8))
    session.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["linkpolicy": ["trace.file": "/w/other.log"]]])
    session.settle()
    #expect(session.files.kind(of: "/w/other.log") == nil)
  }

  @Test func `files that were read are watched if the client can't watch them`() {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    session.settle()
    #expect(
      session.server.watchedPaths == [
        "/w", "/w/Policies", "/w/Policies/a.yaml", "/w/linkpolicy.yaml",
      ])
    let watching = ServerSession(
      ["Policies/a.yaml": cleanPolicy],
      capabilities: ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]])
    #expect(watching.server.watchedPaths.isEmpty)
  }
}
