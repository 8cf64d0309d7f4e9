import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing
import WebApp

/// Routes respond with the bytes that commands print.
@Suite struct SameBytesTests {
  /// Returns what a command line prints.
  private static func output(_ arguments: [String], _ files: any FileSystem, input: String = "")
    -> String
  {
    let collected = Collected(Array(input.utf8))
    let console = Console(
      fileSystem: files, read: { collected.read($0) }, write: { collected.output += $0 },
      writeError: { _ in }, variable: { _ in nil }, isTerminal: false, isErrorTerminal: false)
    _ = Program.run(arguments, on: console)
    return collected.output
  }

  private final class Collected: @unchecked Sendable {
    var output = ""
    private var input: ArraySlice<UInt8>
    init(_ input: [UInt8]) { self.input = input[...] }
    func read(_ limit: Int) -> [UInt8] {
      defer { input = input.dropFirst(limit) }
      return Array(input.prefix(limit))
    }
  }

  private static let fixtures: [String] = {
    let all = (try? Fixtures.files(below: "Tests/Fixtures")) ?? []
    let own = (try? Fixtures.files(below: "Policies")) ?? []
    return all.filter { path in
      InputKind(path: path) != nil && !path.contains("/fuzz/") && !path.contains("/import/")
        // Left out, because thousands of clients test nothing more and would take half of the time.
        && !path.hasSuffix("/big2000.yaml")
    } + own
  }()

  @Test func `findings of every fixture`() throws {
    let fixtures = Self.fixtures
    #expect(fixtures.count > 200)
    var different: [String] = []
    for path in fixtures {
      let text = String(decoding: try Fixtures.bytes(path), as: UTF8.self)
      let name = try #require(path.split(separator: "/").last.map(String.init))
      let printed = Self.output(
        ["validate", "--format", "json", "--allow-empty", name], MemoryFileSystem([name: text]))
      let server = TestServer(MemoryFileSystem())
      let answer = server.post(
        "validate", ["files": .object([(name, .string(text))]), "disk": false])
      if answer.text != printed { different.append(path) }
    }
    #expect(different.isEmpty, "\(different.prefix(5))")
  }

  /// This repository's policies as a directory.
  private static func workspace() throws -> MemoryFileSystem {
    MemoryFileSystem(
      try Dictionary(
        uniqueKeysWithValues: Fixtures.files(below: "Policies").map { ($0, try Fixtures.text($0)) })
    )
  }

  @Test func `every command on this repository's policies`() throws {
    let files = try Self.workspace()
    let server = TestServer(files)
    func same(
      _ operation: String, _ json: JSONValue, _ arguments: [String], input: String = "",
      _ place: Testing.SourceLocation = #_sourceLocation
    ) {
      let printed = Self.output(arguments, files, input: input)
      #expect(!printed.isEmpty, sourceLocation: place)
      #expect(server.post(operation, json).text == printed, sourceLocation: place)
    }
    same("validate", [:], ["validate", "--format", "json"])
    same("test", ["coverage": true], ["test", "--format", "json", "--coverage"])
    same("test", ["filter": "port"], ["test", "--format", "json", "--filter", "port"])
    same("flow", [:], ["flow", "--format", "json"])
    same(
      "flow", ["environment": "sandbox", "client": "acme-cli"],
      ["flow", "--format", "json", "--environment", "sandbox", "--client", "acme-cli"])
    let flow = "app_flip_ios:google-home:prod"
    let drawn = Self.output(["flow", "--format", "svg", "--flow", flow], files)
    let start = try #require(drawn.firstRange(of: "<style>"))
    let end = try #require(drawn.firstRange(of: "</style>"))
    #expect(
      server.post("diagram", ["flow": .string(flow)]).text
        == drawn[..<start.lowerBound] + drawn[end.upperBound...])
    for uri in ["com.acme.cli:/callback", "https://nobody.example/", "http://127.0.0.1:1/callback"]
    {
      same(
        "who-allows", ["uri": .string(uri)], ["who-allows", uri, "--format", "json"])
    }
    #expect(server.get("/api/rules").text == Self.output(["rules", "--format", "json"], files))
  }

  @Test(arguments: ["", "# later\n", "name: acme\n", "linkpolcy: 1\nname: acme\n"])
  func `a document without a marker has a finding in the playground`(text: String) {
    let server = TestServer(MemoryFileSystem())
    for name in ["playground.yaml", "Policies/b.yaml"] {
      let answer = server.post(
        "validate", ["files": .object([(name, .string(text))]), "disk": false]
      ).text
      #expect(answer.contains("\"errors\": 1"), "\(answer)")
    }
  }

  @Test func `requests, one and many, with and without their steps`() throws {
    let files = try Self.workspace()
    let server = TestServer(files)
    let requests: [JSONValue] = [
      ["kind": "universal_link", "url": "https://www.acme.example/flip"],
      [
        "id": 7, "kind": "app_link", "url": "https://www.acme.example/flip",
        "environment": "sandbox",
      ],
      [
        "kind": "authorize", "client_id": "acme-cli-prod",
        "redirect_uri": "http://127.0.0.1:1/callback",
      ],
      ["kind": "nothing"], ["kind": "authorize", "typo": 1],
    ]
    for trace in [false, true] {
      let flags = trace ? ["--trace"] : []
      for request in requests {
        let printed = Self.output(
          ["simulate", "--requests", "-"] + flags, files, input: request.text() + "\n")
        guard case .object(let entries) = request else { continue }
        let requested = JSONValue.object(entries + [("trace", .bool(trace))])
        #expect(server.post("simulate", requested).text == printed)
      }
      let lines = requests.map { $0.text() + "\n" }.joined()
      let printed = Self.output(["simulate", "--requests", "-"] + flags, files, input: lines)
      let answers = printed.split(separator: "\n").joined(separator: ",")
      #expect(
        server.post("simulate", ["requests": .array(requests), "trace": .bool(trace)]).text
          == #"{"schemaVersion":1,"answers":[\#(answers)]}"# + "\n")
    }
  }

  @Test func `two versions of a policy, as documents and on disk`() throws {
    let path = "Policies/acme-cli.yaml"
    let old = try Fixtures.text(path)
    let new = old.replacing("scopes: [devices, offline]", with: "scopes: [devices]")
    #expect(old != new)
    // The command compares paths, and the page compares documents with one path. Each keeps its own
    // names.
    let files = MemoryFileSystem(["a/acme-cli.yaml": old, "b/acme-cli.yaml": new])
    let printed = Self.output(
      ["diff", "a/acme-cli.yaml", "b/acme-cli.yaml", "--format", "json"], files)
    #expect(printed.contains("scope"))
    let server = TestServer(files)
    let answer = server.post(
      "diff",
      [
        "old": ["files": ["a/acme-cli.yaml": .string(old)], "disk": false],
        "new": ["files": ["b/acme-cli.yaml": .string(new)], "disk": false],
      ])
    #expect(answer.text == printed)
    let same = TestServer(try Self.workspace()).post(
      "diff", ["old": ["disk": true], "new": ["files": [:], "disk": true]])
    #expect(same.text.contains(#""changes": []"#))
  }

  @Test func `a replay as a stream`() throws {
    let files = try Self.workspace()
    let log = try Fixtures.text("Examples/replay/yesterday.ndjson")
    let printed = Self.output(
      ["replay", "-", "--policy", "Policies", "--summary", "json"], files, input: log)
    let server = TestServer(files, paths: ["Policies"])
    let head = WebHead(
      method: "POST", target: "/api/replay", hosts: ["localhost"],
      fields: [
        ("authorization", "Bearer \(server.gate.text)"), ("content-type", "application/x-ndjson"),
      ])
    let answer = server.send(head, Array(log.utf8))
    #expect(Self.streamed(answer) == "event: summary\ndata: \(printed)\n")
  }

  @Test func `a replay without a listener ends, however long its log is`() throws {
    let server = TestServer(try Self.workspace(), paths: ["Policies"])
    let head = WebHead(method: "POST", target: "/api/replay", hosts: ["localhost"])
    let lines = Array(String(repeating: "{}\n", count: 20_000).utf8)
    let answer = server.service.answer(to: head, body: .stream { Array(lines.prefix($0)) })
    let sent = Self.streamed(answer) { !$0.contains("progress") }
    #expect(sent.hasPrefix("event: progress\ndata: {\"bytes\":"))
  }

  /// Returns what a stream sends while it has a listener.
  private static func streamed(
    _ answer: WebAnswer, while listens: @escaping @Sendable (String) -> Bool = { _ in true }
  ) -> String {
    guard case .stream(let produce) = answer.body else {
      Issue.record("no stream: \(answer.text)")
      return ""
    }
    let sent = Collected([])
    produce {
      sent.output += String(decoding: $0, as: UTF8.self)
      return listens(sent.output)
    }
    return sent.output
  }

  @Test func `a link and an association file of another site`() throws {
    let server = TestServer(MemoryFileSystem())
    let question: JSONValue = [
      "id": 1,
      "aasa": [
        "applinks": ["details": [["appIDs": ["A1B2C3D4E5.x"], "components": [["/": "/a/*"]]]]]
      ], "domain": "x.example", "url": "https://x.example/a/b",
    ]
    let printed = Self.output(
      ["match", "--ndjson"], MemoryFileSystem(), input: question.text() + "\n")
    #expect(printed.contains("match"))
    #expect(server.post("match", question).text == printed)
  }

  @Test func `an editor's requests have the results of lsp`() {
    let server = TestServer(MemoryFileSystem())
    let text = "linkpolicy: 1\nna"
    let answer = server.post(
      "editor/completion",
      [
        "file": "a.yaml", "files": ["a.yaml": .string(text)], "disk": false,
        "position": ["line": 1, "character": 2],
      ])
    #expect(answer.text.contains(#""label":"name""#))
    let hover = server.post(
      "editor/hover",
      [
        "file": "a.yaml", "files": ["a.yaml": .string(text)],
        "position": ["line": 0, "character": 1],
      ])
    #expect(hover.text.contains("Version of the policy language"))
    let actions = server.post(
      "editor/actions",
      [
        "file": "a.yaml", "files": ["a.yaml": "linkpolicy: 1\nnam: x\n"], "disk": false,
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 2, "character": 0]],
      ])
    #expect(actions.text.contains("rename it to `name`"))
    #expect(server.post("editor/hover", ["file": "b", "files": [:]]).status == 400)
  }

  @Test func `policies with errors generate and decide nothing`() {
    let server = TestServer(MemoryFileSystem(["Policies/a.yaml": "linkpolicy: 1\nnam: a\n"]))
    for (name, json) in [
      ("generate", [:]), ("flow", [:]), ("test", [:]), ("simulate", ["kind": "scopes"]),
      ("diff", ["old": ["disk": true], "new": ["disk": true]]),
    ] as [(String, JSONValue)] {
      #expect(server.post(name, json).code == "policies-have-errors", "\(name)")
    }
  }

  @Test func `generated files are those of generate`() throws {
    let files = try Self.workspace()
    let server = TestServer(files)
    let answer = server.post("generate", ["targets": ["json", "aasa"]])
    let json = try JSONValue(parsing: answer.bytes ?? [])
    _ = Self.output(["generate", "--target", "json", "--target", "aasa"], files)
    guard case .array(let made)? = json["files"] else {
      Issue.record("\(answer.text.prefix(200))")
      return
    }
    #expect(made.count > 2)
    for file in made {
      let path = try #require(file["path"]?.stringValue)
      #expect(file["text"]?.stringValue == files.files["generated/\(path)"], "\(path)")
      #expect(file["state"]?.stringValue == "create")
    }
    #expect(server.post("generate", ["targets": ["json"]]).text.contains(#""state":"unchanged""#))
    // A request for the number of files needn't include their contents.
    let short = server.post("generate", ["targets": ["json"], "texts": false])
    #expect(short.text.contains(#""state":"unchanged"}"#))
    #expect(server.post("generate", ["texts": 1]).status == 400)
  }
}
