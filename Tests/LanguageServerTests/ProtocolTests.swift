import Foundation
import LanguageServer
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// The base protocol: frames, states, IDs, and the end of a session.
@Suite struct ProtocolTests {
  private static let bodies = ["{}", #"{"a":"ü😀"}"#, "[1,2,3]"]

  @Test func `extreme numbers are valid positions and versions`() {
    let policy = "linkpolicy: 1\nname: a\napps: {}\n"
    let uri: JSONValue = ["uri": "file:///w/Policies/a.yaml"]
    let numbers: [JSONValue] = [
      .int(.max), .int(.min), .int(-1), .int(0), .number("9223372036854775808"), .number("1e999"),
      .number("4294967295.5"), .null,
    ]
    for number in numbers {
      var session = ServerSession(["Policies/a.yaml": policy])
      session.notify("initialize", ["processId": number])
      session.notify(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": "file:///w/Policies/a.yaml", "languageId": "yaml", "version": number,
            "text": .string(policy),
          ]
        ])
      // Without a version, the server increments the last one.
      for change: JSONValue in [["text": "x"], ["text": .string(policy)]] {
        session.notify(
          "textDocument/didChange", ["textDocument": uri, "contentChanges": [change]])
      }
      for other in numbers {
        let place: JSONValue = ["line": number, "character": other]
        let range: JSONValue = ["start": place, "end": ["line": other, "character": number]]
        session.notify(
          "textDocument/didChange",
          ["textDocument": uri, "contentChanges": [["range": range, "text": ""]]])
        for method in [
          "hover", "completion", "definition", "codeAction", "inlayHint", "rangeFormatting",
          "selectionRange", "rename",
        ] {
          let answers = session.send([
            "jsonrpc": "2.0", "id": "a", "method": .string("textDocument/\(method)"),
            "params": [
              "textDocument": uri, "position": place, "range": range, "positions": [place],
              "newName": "b", "context": ["diagnostics": []],
            ],
          ])
          #expect(answers.count { $0["method"] == nil } == 1, "\(method) at \(place.text())")
        }
      }
      session.settle()
    }
  }

  @Test func `a file has symbols up to a limit, however many lists its clients have`() {
    let clients = (0..<3_000).map {
      "  c\($0): { provider: generic, redirect_uris: { prod: [https://a\($0).example/cb] }, scopes: [a] }\n"
    }
    let policy =
      "linkpolicy: 1\nname: a\nclients:\n" + clients.joined()
      + "domains: { a.example: {} }\ntests:\n  - { name: a, request: {} }\n"
    var session = ServerSession(["Policies/a.yaml": policy])
    session.open("Policies/a.yaml", policy)
    let symbols = session.request(
      "textDocument/documentSymbol", ["textDocument": ["uri": "file:///w/Policies/a.yaml"]])
    #expect(symbols.items?.isEmpty == false, "\(symbols.text().prefix(200))")
  }

  @Test func `messages are complete wherever the stream is split`() throws {
    let stream = Self.bodies.flatMap { MessageFrames.frame($0) }
    for cut in 0...stream.count {
      var frames = MessageFrames()
      var found: [String] = []
      for part in [stream[..<cut], stream[cut...]] {
        frames.append(Array(part))
        while let body = try frames.next() { found.append(String(decoding: body, as: UTF8.self)) }
      }
      #expect(found == Self.bodies)
    }
  }

  @Test(arguments: [
    "content-length: 2\r\n\r\n{}",
    "Content-Type: application/vscode-jsonrpc; charset=utf8\r\nCONTENT-LENGTH:2\r\n\r\n{}",
  ])
  func `header names ignore case, and other headers are ignored`(_ text: String) throws {
    var frames = MessageFrames()
    frames.append(Array(text.utf8))
    #expect(try frames.next() == Array("{}".utf8))
  }

  @Test(arguments: [
    "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "X: 1\r\n\r\n",
    "Content-Length: 99999999999\r\n\r\n", "Content-Length: 67108865\r\n\r\n",
    String(repeating: "a", count: 9_000),
  ])
  func `a stream with invalid framing is rejected`(_ text: String) {
    var frames = MessageFrames()
    frames.append(Array(text.utf8))
    #expect(throws: MessageFrames.Malformed.self) { try frames.next() }
  }

  private static func send(_ server: inout LanguageServer, _ text: String) -> [JSONValue] {
    server.handle([Array(text.utf8)])
  }

  private static func code(_ answers: [JSONValue]) -> Int? {
    answers.first?[path: "error", "code"]?.integer
  }

  private static let start =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{},"rootUri":null}}"#

  @Test func `each state accepts only its messages`() {
    var server = LanguageServer(in: MemoryFileSystem())
    #expect(Self.code(Self.send(&server, #"{"id":"a","method":"textDocument/hover"}"#)) == -32002)
    #expect(Self.send(&server, #"{"method":"textDocument/didOpen","params":{}}"#).isEmpty)
    #expect(Self.code(Self.send(&server, "{")) == -32700)
    #expect(Self.send(&server, Self.start).first?["result"] != nil)
    #expect(Self.code(Self.send(&server, Self.start)) == -32600)
    #expect(Self.code(Self.send(&server, #"{"id":1,"method":"$/unknown"}"#)) == -32601)
    #expect(Self.send(&server, #"{"method":"$/unknown"}"#).isEmpty)
    #expect(Self.code(Self.send(&server, #"{"id":1}"#)) == -32600)
    #expect(Self.send(&server, #"{"id":7,"result":null}"#).isEmpty)
    #expect(server.statusAtEnd == 1)
    let end = Self.send(&server, #"{"id":"x","method":"shutdown"}"#)
    #expect(end.first?["id"] == "x")
    #expect(server.statusAtEnd == 0)
    #expect(Self.code(Self.send(&server, #"{"id":2,"method":"textDocument/hover"}"#)) == -32600)
    #expect(server.exitStatus == nil)
    _ = Self.send(&server, #"{"method":"exit"}"#)
    #expect(server.exitStatus == 0)
  }

  @Test func `exit without shutdown is a failure`() {
    var server = LanguageServer(in: MemoryFileSystem())
    _ = Self.send(&server, #"{"method":"exit"}"#)
    #expect(server.exitStatus == 1)
  }

  @Test func `a request that is cancelled before it is processed gets that response`() {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    let answers = session.server.handle(
      [
        #"{"id":5,"method":"textDocument/hover","params":{}}"#,
        #"{"method":"$/cancelRequest","params":{"id":5}}"#,
      ].map { Array($0.utf8) })
    #expect(answers.first?[path: "error", "code"]?.integer == -32800)
  }

  @Test func `no message crashes the server`() throws {
    var random = SeededRandom(seed: 5)
    let methods = [
      "textDocument/hover", "textDocument/completion", "textDocument/definition",
      "textDocument/references", "textDocument/rename", "textDocument/codeAction",
      "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/selectionRange",
      "textDocument/formatting", "textDocument/didChange", "textDocument/didOpen",
      "textDocument/didClose", "workspace/didChangeWorkspaceFolders", "textDocument/prepareRename",
      "textDocument/documentHighlight", "textDocument/codeLens", "textDocument/inlayHint",
      "textDocument/documentLink", "textDocument/rangeFormatting", "workspace/symbol",
      "workspace/executeCommand", "workspace/didChangeConfiguration", "textDocument/didSave",
    ]
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    session.open("Policies/a.yaml", cleanPolicy)
    func value(_ depth: Int) -> JSONValue {
      switch Int.random(in: 0..<9, using: &random) {
      case 0: return .null
      case 1: return .int(Int.random(in: -3...40, using: &random))
      case 2: return .number("99999999999999999999")
      case 3:
        return .string(random.one(of: ["file:///w/Policies/a.yaml", "x", "", "linkpolicy: 1\n"]))
      case 4: return .bool(true)
      case 5 where depth < 3: return .array((0..<2).map { _ in value(depth + 1) })
      default:
        guard depth < 4 else { return .null }
        let keys = [
          "textDocument", "uri", "position", "line", "character", "range", "start", "end",
          "contentChanges", "text", "newName", "context", "positions", "version", "event", "added",
          "settings", "linkpolicy", "command", "arguments", "query",
        ]
        return .object(
          random.some(of: keys).map { key in
            switch key {
            case "uri": (key, "file:///w/Policies/a.yaml")
            case "line", "character": (key, .int(Int.random(in: -1...30, using: &random)))
            default: (key, value(depth + 1))
            }
          })
      }
    }
    for _ in 0..<TestForm.size(1_500, full: 6_000) {
      let method = random.one(of: methods)
      let isNotice = method.contains("did")
      let message: JSONValue = .object(
        (isNotice ? [] : [("id", 1)]) + [("method", .string(method)), ("params", value(0))])
      let answers = session.send(message)
      #expect(isNotice || answers.count { $0["method"] == nil } == 1)
      if random.once(in: 20) { session.settle() }
    }
  }
}

/// Clients with the capabilities of editors: profiles recorded from Visual Studio Code, Neovim and
/// Emacs.
@Suite(.needs(ClientProfiles.isAvailable, "pytest-lsp and the built linkpolicy are needed"))
struct ClientProfileTests {
  @Test func `each profile gets what it supports and fixes the policy`() throws {
    let python = try #require(ClientProfiles.python)
    let (output, _, policy) = try EditorSession.run(
      """
      cp '\(Fixtures.root.path)/Tests/Fixtures/editors/test_clients.py' .
      TOOL='\(BuiltTool.path)' FOLDER="$PWD" '\(python)' -m pytest -q -p no:cacheprovider \
        -o asyncio_default_fixture_loop_scope=function \
        -W error::pytest_lsp.LspSpecificationWarning test_clients.py </dev/null
      """)
    #expect(output.contains("5 passed"), "\(output)")
    #expect(policy == EditorSession.fixed)
  }
}

/// pytest-lsp, one of the tools of `make test`.
private enum ClientProfiles {
  static let python = Tool.path("python")
  static var isAvailable: Bool {
    guard let python, BuiltTool.isAvailable else { return false }
    return (try? Tool.run(python, ["-c", "import pytest_lsp"]))?.status == 0
  }
}
