import LinkPolicy
import ProjectTestSupport
import Testing
import WebApp
import PolicyTestSupport

/// The map, the tree of links, and the page of a directory without policies.
@Suite struct PictureTests {
  private static let policy = Fixtures.policy("pictures")

  private func json(_ answer: WebAnswer) throws -> JSONValue {
    #expect(answer.status == 200, "\(answer.text.prefix(300))")
    return try JSONValue(parsing: answer.bytes ?? [])
  }

  @Test func `the map is a picture whose numbers lead to lines of the workspace`() {
    let server = TestServer(MemoryFileSystem(["Policies/a b.yaml": Self.policy]))
    let answer = server.post("map", [:])
    #expect(answer.fields.contains { $0.name == "content-type" && $0.value == "image/svg+xml" })
    #expect(answer.text.hasPrefix("<svg "))
    #expect(answer.text.contains(#"href="Policies/a%20b.yaml#L17""#), "\(answer.text)")
    #expect(!answer.text.contains("<script"))
    #expect(TestServer(MemoryFileSystem()).post("map", [:]).code != nil)
    let empty = MemoryFileSystem(["Policies/a.yaml": "linkpolicy: 1\nname: a\n"])
    #expect(TestServer(empty).post("map", [:]).code == "no-client")
  }

  @Test func `paths of a host are a tree, with the apps of both platforms`() throws {
    let server = TestServer(MemoryFileSystem(["Policies/a.yaml": Self.policy]))
    let hosts = try #require(try json(server.post("links", [:]))["hosts"]?.items)
    #expect(hosts.map { $0["host"]?.stringValue } == ["acme.example"])
    let paths = try #require(hosts.first?["paths"]?.items)
    #expect(paths.map { $0["pattern"]?.stringValue } == ["/*", "/open/*", "/open/now"])
    #expect(paths.map { $0["depth"]?.integer } == [0, 1, 2])
    #expect(paths.map { $0["ios"]?.items?.first?["links"]?.stringValue } == ["some", "all", "all"])
    try #require(paths.count == 3)
    #expect(paths[0]["example"]?.stringValue == "https://acme.example/open")
    #expect(paths[2]["example"]?.stringValue == "https://acme.example/open/now")
    #expect(paths[2]["ios"]?.items?.map { $0["app"]?.stringValue } == ["ios"])
    #expect(paths[2]["android"]?.items?.isEmpty == true)
    // An app for only one platform is no difference.
    #expect(paths.allSatisfy { $0["differs"] == false })
  }

  @Test func `an origin isn't a receiver of codes`() throws {
    let server = TestServer(MemoryFileSystem(["Policies/a.yaml": Self.policy]))
    let addresses = try #require(try json(server.post("addresses", [:]))["addresses"]?.items)
    let purposes = addresses.map { ($0["place"]?.stringValue, $0["purpose"]?.stringValue) }
    #expect(purposes.contains { $0 == ("redirect_uris", "codes") })
    #expect(purposes.contains { $0 == ("cors_origins", "origin") })
    #expect(!purposes.contains { $0 == ("cors_origins", "codes") })
  }

  // MARK: a directory without policies

  private static let manifest = """
    {"applinks":{"details":[{"appIDs":["A1B2C3D4E5.example.acme"],"components":[{"/":"/open/*"}]}]}}
    """

  @Test func `a starter policy and an import are shown without being written`() throws {
    let files = MemoryFileSystem(
      ["www/.well-known/apple-app-site-association": Self.manifest], hasRoot: true)
    let server = TestServer(files, workingDirectory: "/acme")
    #expect(try json(server.get("/api/files"))["files"]?.items?.isEmpty == true)
    let start = try json(server.post("init", ["starter": true]))
    let paths = start["files"]?.items?.compactMap { $0["path"]?.stringValue }
    #expect(paths == ["Policies/acme.yaml", "linkpolicy.yaml"])
    let text = try #require(start["files"]?.items?.first?["text"]?.stringValue)
    #expect(text == StarterPolicy.text(named: "acme"))
    let found = try json(server.post("init", [:]))
    #expect(found["output"]?.stringValue?.contains("Taken: 1 app") == true)
    let imported = try #require(found["files"]?.items?.first)
    #expect(imported["path"]?.stringValue?.hasPrefix("Policies/") == true)
    #expect(imported["text"]?.stringValue?.contains("example.acme") == true)
    #expect(files.writes.isEmpty)
  }

  @Test func `a starter policy is written only with --write, and changes no file`() throws {
    let refusing = TestServer(MemoryFileSystem(), workingDirectory: "/acme")
    #expect(refusing.post("init", ["starter": true, "write": true]).code == "read-only")
    let files = MemoryFileSystem(["linkpolicy.yaml": "linkpolicy_config: 1\n"])
    let server = TestServer(files, writes: true, workingDirectory: "/acme")
    _ = try json(server.post("init", ["starter": true, "write": true]))
    #expect(files.files["Policies/acme.yaml"] == StarterPolicy.text(named: "acme"))
    #expect(files.files["linkpolicy.yaml"] == "linkpolicy_config: 1\n")
    let before = files.files
    _ = try json(server.post("init", ["starter": true, "write": true]))
    #expect(files.files == before)
  }
}
