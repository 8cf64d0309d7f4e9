import LanguageServer
import PolicyText
import ProjectTestSupport
import Testing

/// Several workspace folders in one session. Each has its own configuration and policies.
@Suite struct WorkspaceFolderTests {
  private static let policy = """
    linkpolicy: 1
    name: acme
    clients:
      app:
        provider: generic
        type: wep
        client_id: { prod: a, sandbox: b }

    """

  private struct Session {
    var server: LanguageServer
    var requests = 0
    /// Rules of findings by file.
    var found: [String: [String]] = [:]

    init(_ files: [String: String], folders: [String]) {
      server = LanguageServer(in: MemoryFileSystem(files))
      send(
        [
          "id": 1, "method": "initialize",
          "params": [
            "capabilities": [
              "general": ["positionEncodings": ["utf-8"]], "workspace": ["workspaceFolders": true],
            ],
            "workspaceFolders": .array(folders.map(Self.folder)),
          ],
        ])
      notify("initialized", [:])
      publish()
    }

    static func folder(_ path: String) -> JSONValue {
      ["uri": .string("file://\(path)"), "name": .string(path)]
    }

    mutating func send(_ message: JSONValue) {
      _ = server.handle([Array(message.text().utf8)])
    }

    mutating func notify(_ method: String, _ parameters: JSONValue) {
      send(["method": .string(method), "params": parameters])
    }

    mutating func publish() {
      for message in server.publish() {
        guard let uri = message[path: "params", "uri"]?.stringValue else { continue }
        let items = message[path: "params", "diagnostics"]?.items ?? []
        found[String(uri.dropFirst(7))] = items.compactMap { $0["code"]?.stringValue }
      }
    }

    mutating func change(added: [String] = [], removed: [String] = []) {
      notify(
        "workspace/didChangeWorkspaceFolders",
        [
          "event": [
            "added": .array(added.map(Self.folder)), "removed": .array(removed.map(Self.folder)),
          ]
        ])
      publish()
    }

    /// Files with findings.
    var files: [String] { found.filter { !$0.value.isEmpty }.keys.sorted() }
  }

  private static let files = [
    "/a/Policies/a.yaml": policy, "/b/Policies/b.yaml": policy,
    "/b/linkpolicy.yaml":
      "linkpolicy_config: 1\nseverities: { environment-counterpart-missing: off }\n",
    "/a/inner/Policies/c.yaml": policy, "/c/Policies/d.yaml": policy,
  ]

  @Test func `each folder is checked by itself`() {
    let session = Session(Self.files, folders: ["/a", "/b"])
    #expect(session.files == ["/a/Policies/a.yaml", "/b/Policies/b.yaml"])
    #expect(session.found["/a/Policies/a.yaml"]?.contains("unknown-value") == true)
  }

  @Test func `folders are added and removed`() {
    var session = Session(Self.files, folders: ["/a"])
    #expect(session.files == ["/a/Policies/a.yaml"])
    session.change(added: ["/c", "/b"])
    #expect(session.files == ["/a/Policies/a.yaml", "/b/Policies/b.yaml", "/c/Policies/d.yaml"])
    session.change(removed: ["/a"])
    #expect(session.files == ["/b/Policies/b.yaml", "/c/Policies/d.yaml"])
    // Adding a folder twice, or removing an unknown one, has no effect.
    session.change(added: ["/b"], removed: ["/nowhere"])
    #expect(session.files == ["/b/Policies/b.yaml", "/c/Policies/d.yaml"])
    session.change(removed: ["/b", "/c"])
    #expect(session.files == [])
  }

  @Test func `a file belongs to the innermost folder`() {
    var session = Session(Self.files, folders: ["/a", "/a/inner"])
    #expect(session.files == ["/a/Policies/a.yaml", "/a/inner/Policies/c.yaml"])
    session.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": "file:///a/inner/Policies/c.yaml", "languageId": "yaml", "version": 1,
          "text": .string(Self.policy.replacing("wep", with: "web")),
        ]
      ])
    session.publish()
    #expect(session.found["/a/inner/Policies/c.yaml"]?.contains("unknown-value") == false)
    #expect(session.found["/a/Policies/a.yaml"]?.contains("unknown-value") == true)
  }
}
