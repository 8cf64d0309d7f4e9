import LinkPolicy
import ProjectTestSupport
import Testing
import WebApp

/// Which files are listed, shown and saved, and which are inaccessible.
@Suite struct WorkspaceTests {
  private static let policy = "linkpolicy: 1\nname: a\n"
  /// A secret that no response may contain.
  private static let hidden = "s3cr3t-value-of-the-client"
  private static let withSecret = """
    linkpolicy: 1
    name: b
    clients:
      web:
        provider: generic
        type: web
        client_id: { prod: web-prod, sandbox: web-sandbox }
        client_secret: \(hidden)
        redirect_uris: { prod: [https://app.example/cb], sandbox: [https://sandbox.app.example/cb] }

    """

  private func list(_ server: TestServer) throws -> [JSONValue] {
    let json = try JSONValue(parsing: server.get("/api/files").bytes ?? [])
    guard case .array(let files)? = json["files"] else { return [] }
    return files
  }

  private func file(_ server: TestServer, _ path: String) throws -> (id: String, digest: String) {
    let file = try #require(try list(server).first { $0["path"]?.stringValue == path })
    return (try #require(file["id"]?.stringValue), try #require(file["digest"]?.stringValue))
  }

  private func save(
    _ server: TestServer, _ id: String, _ text: String, _ digest: String?
  ) -> WebAnswer {
    let fields = digest.map { [(name: "if-match", value: "\"\($0)\"")] } ?? []
    let body: JSONValue = ["text": .string(text)]
    return server.send(server.head("PUT", "/api/files/\(id)", fields), Array(body.text().utf8))
  }

  @Test func `only files of the workspace have an ID`() throws {
    let files = MemoryFileSystem([
      "Policies/a.yaml": Self.policy, "secrets/key.pem": Self.hidden, "Policies/notes.txt": "x",
    ])
    let server = TestServer(files)
    #expect(try list(server).compactMap { $0["path"]?.stringValue } == ["Policies/a.yaml"])
    for id in ["0000000000000000", "../secrets/key.pem", "%2e%2e", "..", "secrets%2fkey.pem"] {
      #expect(server.get("/api/files/\(id)").status == 404, "\(id)")
    }
    let answer = server.get("/api/files/\(try file(server, "Policies/a.yaml").id)")
    #expect(answer.text.contains(#""text":"linkpolicy: 1\nname: a\n""#))
  }

  @Test func `no response has a secret, and a file with one can't be saved`() throws {
    let server = TestServer(
      MemoryFileSystem(["Policies/a.yaml": Self.policy, "Policies/b.yaml": Self.withSecret]),
      writes: true)
    let (id, digest) = try file(server, "Policies/b.yaml")
    let shown = server.get("/api/files/\(id)")
    #expect(shown.text.contains("[redacted]"))
    #expect(shown.text.contains(#""read_only":true"#))
    #expect(save(server, id, "x", digest).status == 403)
    let requests: [(String, JSONValue)] = [
      ("validate", [:]), ("validate", ["verbose": true]), ("generate", [:]), ("test", [:]),
      ("flow", ["allow_invalid": true]), ("addresses", [:]), ("map", [:]), ("links", [:]),
      ("who-allows", ["uri": "https://app.example/cb", "allow_invalid": true]),
      (
        "simulate",
        ["kind": "authorize", "client_id": "web-prod", "trace": true, "allow_invalid": true]
      ),
      (
        "diff",
        ["old": ["files": [:], "disk": true], "new": ["disk": true], "allow_invalid": true]
      ),
    ]
    let answers = requests.map { server.post($0.0, $0.1) } + [shown, server.get("/api/files")]
    for answer in answers { #expect(!answer.text.contains(Self.hidden)) }
    #expect(answers[0].text.contains("client-secret-in-policy"))
  }

  @Test func `nothing is written without --write`() throws {
    let files = MemoryFileSystem(["Policies/a.yaml": Self.policy])
    let server = TestServer(files)
    let (id, digest) = try file(server, "Policies/a.yaml")
    #expect(save(server, id, "x", digest).code == "read-only")
    #expect(files.writes.isEmpty)
  }

  @Test func `a save needs the digest of the version that was loaded`() throws {
    let files = MemoryFileSystem(["Policies/a.yaml": Self.policy])
    let server = TestServer(files, writes: true)
    let (id, digest) = try file(server, "Policies/a.yaml")
    #expect(save(server, id, "x", nil).status == 400)
    #expect(save(server, id, "x", "0").status == 409)
    #expect(files.writes.isEmpty)
    #expect(save(server, id, "linkpolicy: 1\nname: b\n", digest).status == 200)
    #expect(files.files["Policies/a.yaml"] == "linkpolicy: 1\nname: b\n")
    // The page has loaded the previous version.
    #expect(save(server, id, "x", digest).status == 409)
    let now = try file(server, "Policies/a.yaml").digest
    #expect(now != digest)
    #expect(save(server, id, Self.policy, now).status == 200)
  }

  @Test func `a save never writes through a symbolic link`() throws {
    let files = MemoryFileSystem(
      ["Policies/a.yaml": Self.policy], links: ["Policies/a.yaml"])
    let server = TestServer(files, paths: ["Policies/a.yaml"], writes: true)
    let (id, digest) = try file(server, "Policies/a.yaml")
    #expect(save(server, id, "x", digest).status == 403)
    #expect(files.writes.isEmpty)
  }

  // MARK: documents of a page

  @Test func `a document replaces its file, and other files are used too`() throws {
    let server = TestServer(MemoryFileSystem(["Policies/a.yaml": Self.policy]))
    let clean = server.post("validate", [:])
    let changed = server.post(
      "validate", ["files": ["Policies/a.yaml": "linkpolicy: 1\nnam: a\n"]])
    let more = server.post("validate", ["files": ["Policies/new.yaml": "linkpolicy: 1\nnam: a\n"]])
    #expect(clean.text.contains(#""errors": 0"#))
    #expect(changed.text.contains(#""rule": "unknown-key""#))
    #expect(more.text.contains(#""file": "Policies/new.yaml""#))
    #expect(more.text.contains(#""files": 2"#))
  }

  @Test func `with disk false, documents are checked without other files`() throws {
    let server = TestServer(
      MemoryFileSystem([
        "Policies/a.yaml": Self.policy, "linkpolicy.yaml": "linkpolicy_config: 1\n",
      ]))
    let answer = server.post(
      "validate", ["files": ["x.yaml": .string(Self.policy)], "disk": false])
    #expect(answer.text.contains(#""files": 1"#))
    #expect(!answer.text.contains("Policies/"))
    // The same name in a document and a file is not a finding then.
    #expect(answer.text.contains(#""errors": 0"#))
  }

  @Test(arguments: ["/etc/passwd", "", "a\u{0}b", "a\nb"])
  func `the path of a document must be relative and printable`(path: String) {
    let server = TestServer(MemoryFileSystem())
    let answer = server.post(
      "validate", ["files": .object([(key: path, value: .string("linkpolicy: 1\n"))])])
    #expect(answer.status == 400)
  }

  @Test func `a document never opens a file outside of the directory`() {
    let files = MemoryFileSystem(["Policies/a.yaml": Self.policy])
    let server = TestServer(files, writes: true)
    let answer = server.post(
      "validate", ["files": ["../outside.yaml": "linkpolicy: 1\nname: x\n"]])
    #expect(answer.status == 200)
    #expect(files.writes.isEmpty)
  }
}
