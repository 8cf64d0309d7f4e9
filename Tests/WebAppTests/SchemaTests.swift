import Foundation
import LinkPolicy
import PolicyTestSupport
import ProjectTestSupport
import Testing
import WebApp

/// Responses that aren't output of a command conform to `Schemas/web.schema.json`.
@Suite struct SchemaTests {
  private static let schema = "Schemas/web.schema.json"

  /// Returns a response of each route by the name in the schema.
  private static func answers() throws -> [(key: String, value: JSONValue)] {
    var files = try Dictionary(
      uniqueKeysWithValues: Fixtures.files(below: "Policies").map { ($0, try Fixtures.text($0)) })
    files["Policies/a.yaml"] = "linkpolicy: 1\nname: extra\n"
    let server = TestServer(MemoryFileSystem(files), writes: true)
    func json(_ answer: WebAnswer) throws -> JSONValue {
      #expect(answer.status == 200, "\(answer.text.prefix(300))")
      return try JSONValue(parsing: answer.bytes ?? [])
    }
    let listing = try json(server.get("/api/files"))
    let file = try #require(
      listing["files"]?.items?.first { $0["path"]?.stringValue == "Policies/a.yaml" })
    let id = try #require(file["id"]?.stringValue)
    let digest = try #require(file["digest"]?.stringValue)
    let text: JSONValue = ["a.yaml": "linkpolicy: 1\nnam: x\n"]
    let start: JSONValue = ["line": 0, "character": 1]
    let whole: JSONValue = ["start": start, "end": ["line": 2, "character": 0]]
    let code: JSONValue = ["code": .string(server.gate.makeCode())]
    return [
      ("error", try JSONValue(parsing: server.get("/api/nothing").bytes ?? [])),
      ("GET /api/info", try json(server.get("/api/info"))),
      ("GET /api/configuration", try json(server.get("/api/configuration"))),
      ("GET /api/files", listing),
      ("GET /api/files/ID", try json(server.get("/api/files/\(id)"))),
      (
        "PUT /api/files/ID",
        try json(
          server.send(
            server.head("PUT", "/api/files/\(id)", [("if-match", digest)]),
            Array(#"{"text":"linkpolicy: 1\nname: other\n"}"#.utf8)))
      ),
      ("GET /api/rules/ID", try json(server.get("/api/rules/uri-fragment"))),
      ("GET /api/kinds", try json(server.get("/api/kinds"))),
      ("POST /api/session", try json(server.post("session", code))),
      ("POST /api/generate", try json(server.post("generate", [:]))),
      (
        "POST /api/simulate",
        try json(server.post("simulate", ["requests": [["kind": "scopes"], ["kind": "x"]]]))
      ),
      (
        "POST /api/match",
        try json(
          server.post(
            "match",
            [
              "id": 1, "assetlinks": [], "domain": "x.example", "url": "https://x.example/",
            ]))
      ),
      ("POST /api/addresses", try json(server.post("addresses", [:]))),
      ("POST /api/links", try json(server.post("links", [:]))),
      ("POST /api/init", try json(server.post("init", ["starter": true]))),
      (
        "POST /api/editor/hover",
        try json(
          server.post("editor/hover", ["file": "a.yaml", "files": text, "position": start]))
      ),
      (
        "POST /api/editor/completion",
        try json(
          server.post("editor/completion", ["file": "a.yaml", "files": text, "position": start]))
      ),
      (
        "POST /api/editor/actions",
        try json(server.post("editor/actions", ["file": "a.yaml", "files": text, "range": whole]))
      ),
      ("POST /api/replay: progress", ["bytes": 4_194_304]),
    ]
  }

  @Test(.needs("check-jsonschema"))
  func `every route has a schema, and its response conforms to it`() throws {
    let answers = try Self.answers()
    let schema = try JSONValue(parsing: Fixtures.bytes(Self.schema))
    guard case .object(let known)? = schema["properties"] else {
      Issue.record("no properties")
      return
    }
    #expect(known.map(\.key) == answers.map(\.key))
    let tool = try #require(Tool.path("check-jsonschema"))
    try Tool.withTemporaryDirectory { directory in
      let file = directory.appending(path: "answers.json")
      try Data(JSONValue.object(answers).text().utf8).write(to: file)
      let result = try Tool.run(
        tool,
        ["--schemafile", Fixtures.root.appending(path: Self.schema).path, file.path])
      #expect(result.status == 0, "\(result.output)")
    }
  }
}
