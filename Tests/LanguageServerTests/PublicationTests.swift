import LanguageServer
import PolicyText
import ProjectTestSupport
import Testing

/// Which findings are published, and how often.
@Suite struct PublicationTests {
  private static let name = "Policies/a.yaml"
  private static let invalid = cleanPolicy.replacing("type: web", with: "type: wep")
  private static let document: JSONValue = ["textDocument": ["uri": "file:///w/Policies/a.yaml"]]

  /// The published findings: file, version and number.
  private static func published(_ session: inout ServerSession) -> [String] {
    session.server.publish().filter { $0["method"] == "textDocument/publishDiagnostics" }.map {
      let parameters = $0["params"]
      let uri = parameters?["uri"]?.stringValue ?? ""
      let version = parameters?["version"]?.integer.map { " v\($0)" } ?? ""
      return
        "\(uri.dropFirst("file:///w/Policies/".count))\(version) \(parameters?["diagnostics"]?.items?.count ?? -1)"
    }
  }

  private static func replace(_ session: inout ServerSession, _ version: Int, _ text: String) {
    session.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": "file:///w/Policies/a.yaml", "version": .int(version)],
        "contentChanges": [["text": .string(text)]],
      ])
  }

  @Test func `opening, changing or saving a document publishes its findings`() {
    var session = ServerSession([Self.name: cleanPolicy])
    #expect(Self.published(&session) == [])
    session.open(Self.name, cleanPolicy)
    #expect(Self.published(&session) == ["a.yaml v1 0"])
    Self.replace(&session, 2, Self.invalid)
    #expect(Self.published(&session) == ["a.yaml v2 1"])
    // Emacs sometimes processes a message only when the next one arrives, so a save must publish
    // again.
    Self.replace(&session, 3, cleanPolicy)
    #expect(Self.published(&session) == ["a.yaml v3 0"])
    session.notify("textDocument/didSave", Self.document)
    #expect(Self.published(&session) == ["a.yaml v3 0"])
    #expect(Self.published(&session) == [])
  }

  @Test func `findings of other files are published if they change, after those of edited files`() {
    var session = ServerSession([
      Self.name: cleanPolicy, "Policies/0.yaml": Self.invalid.replacing("lumen", with: "other"),
      "Policies/b.yaml": cleanPolicy.replacing("lumen", with: "third"),
    ])
    #expect(Self.published(&session) == ["0.yaml 1"])
    session.open(Self.name, Self.invalid)
    #expect(Self.published(&session) == ["a.yaml v1 1"])
    // Two policies with the same name: findings are published for both files.
    Self.replace(&session, 2, cleanPolicy.replacing("name: lumen", with: "name: third"))
    let both = Self.published(&session)
    #expect(both.first?.hasPrefix("a.yaml v2") == true && both.last?.hasPrefix("b.yaml") == true)
    Self.replace(&session, 3, cleanPolicy)
    #expect(Self.published(&session) == ["a.yaml v3 0", "b.yaml 0"])
    session.notify("textDocument/didClose", Self.document)
    #expect(Self.published(&session) == [])
  }

  @Test func `findings are published once for many changes`() {
    var session = ServerSession([Self.name: cleanPolicy])
    session.open(Self.name, cleanPolicy)
    #expect(session.server.isUrgent)
    for version in 2...101 { Self.replace(&session, version, Self.invalid) }
    #expect(Self.published(&session) == ["a.yaml v101 1"])
    Self.replace(&session, 102, Self.invalid)
    #expect(session.server.isDirty && !session.server.isUrgent)
  }

  @Test func `nothing is published before the session starts and after it ends`() {
    var server = LanguageServer(in: MemoryFileSystem())
    #expect(!server.isDirty)
    for text in [
      #"{"id":1,"method":"initialize","params":{"rootUri":"file:///w","capabilities":{}}}"#,
      #"{"method":"initialized","params":{}}"#, #"{"id":2,"method":"shutdown"}"#,
    ] {
      _ = server.handle([Array(text.utf8)])
      #expect(server.isDirty == text.contains("initialized"))
    }
    #expect(server.publish().isEmpty)
  }

  // MARK: large texts

  @Test func `a document over 4 MiB is checked when it is saved, with one message`() {
    let large =
      Self.invalid
      + String(repeating: "#" + String(repeating: "x", count: 1_022) + "\n", count: 4_200)
    var session = ServerSession([Self.name: cleanPolicy])
    session.open(Self.name, large)
    #expect(Self.published(&session) == ["a.yaml v1 1"])
    let edit: JSONValue = [
      "range": [
        "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0],
      ], "text": "# one line more\n",
    ]
    for version in 2...4 {
      session.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": "file:///w/Policies/a.yaml", "version": .int(version)],
          "contentChanges": [edit],
        ])
    }
    #expect(Self.published(&session) == [])
    let remarks = session.sent.filter { $0["method"] == "window/showMessage" }
    #expect(remarks.count == 1)
    let remark = remarks.first?[path: "params", "message"]?.stringValue
    #expect(remark == "a.yaml has more than 4 MiB, so it is checked only on save")
    // After an edit, code actions of the last check no longer apply.
    let whole: JSONValue = [
      "start": ["line": 0, "character": 0], "end": ["line": 20, "character": 0],
    ]
    let actions = session.request(
      "textDocument/codeAction",
      .object([
        ("textDocument", ["uri": "file:///w/Policies/a.yaml"]), ("range", whole),
        ("context", ["diagnostics": []]),
      ]))
    #expect(actions == [])
    session.notify("textDocument/didSave", Self.document)
    #expect(Self.published(&session) == ["a.yaml v4 1"])
    Self.replace(&session, 5, cleanPolicy)
    #expect(Self.published(&session) == ["a.yaml v5 0"])
  }

  // MARK: rule pages

  private static func pages(_ options: JSONValue, _ configuration: String?) -> [String?] {
    let marked = cleanPolicy.replacing(
      "type: web\n", with: "type: wep # linkpolicy: ignore[unknown-value] as a test of links\n")
    var files = [name: Self.invalid, "Policies/b.yaml": marked.replacing("lumen", with: "other")]
    files["linkpolicy.yaml"] = configuration
    var session = ServerSession(
      files,
      capabilities: ["textDocument": ["publishDiagnostics": ["codeDescriptionSupport": true]]],
      options: options)
    session.settle()
    let finding = session.findings["file:///w/\(name)"]?.first
    session.open("Policies/b.yaml", marked.replacing("lumen", with: "other"))
    let links = session.request(
      "textDocument/documentLink", ["textDocument": ["uri": "file:///w/Policies/b.yaml"]])
    return [
      finding?[path: "codeDescription", "href"]?.stringValue,
      links.items?.first?["target"]?.stringValue,
    ]
  }

  @Test func `findings and links lead to the site in the settings, or else in the configuration`() {
    func page(_ base: String) -> [String?] {
      Array(repeating: "https://\(base)/rules/unknown-value/", count: 2)
    }
    let configuration = "linkpolicy_config: 1\ndocs_base: https://docs.lumen.example/lp\n"
    #expect(Self.pages(.null, nil) == [nil, nil])
    #expect(Self.pages(.null, configuration) == page("docs.lumen.example/lp"))
    #expect(Self.pages(["docs.base": "https://own.example/"], nil) == page("own.example"))
    #expect(Self.pages(["docs.base": "https://own.example"], configuration) == page("own.example"))
    // An invalid URL is reported, and the configuration applies.
    #expect(
      Self.pages(["docs.base": "own.example"], configuration) == page("docs.lumen.example/lp"))
  }
}
