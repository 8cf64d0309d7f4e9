import Foundation
import LanguageServer
import LinkPolicy
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Document URIs as clients spell them: encoded, through links, outside of every workspace, or
/// without a file.
@Suite struct SpellingTests {
  private static let invalid = cleanPolicy.replacing("type: web", with: "type: wep")

  private static func message(_ method: String, _ parameters: JSONValue, id: Int? = nil) -> [UInt8]
  {
    var entries: [(key: String, value: JSONValue)] = [
      ("jsonrpc", "2.0"), ("method", .string(method)), ("params", parameters),
    ]
    if let id { entries.append(("id", .int(id))) }
    return Array(JSONValue.object(entries).text().utf8)
  }

  private static func server(
    _ files: any FileSystem, folder: JSONValue, capabilities: JSONValue = [:]
  ) -> LanguageServer {
    var server = LanguageServer(in: files)
    _ = server.handle([
      message("initialize", ["rootUri": folder, "capabilities": capabilities], id: 0),
      message("initialized", [:]),
    ])
    return server
  }

  private static func open(
    _ server: inout LanguageServer, _ uri: String, _ text: String, language: String = "yaml"
  ) {
    let item: JSONValue = [
      "uri": .string(uri), "languageId": .string(language), "version": 1, "text": .string(text),
    ]
    _ = server.handle([message("textDocument/didOpen", ["textDocument": item])])
  }

  /// URIs and numbers of findings.
  private static func published(_ server: inout LanguageServer) -> [String] {
    server.publish().filter { $0["method"] == "textDocument/publishDiagnostics" }.map {
      let count = $0[path: "params", "diagnostics"]?.items?.count ?? -1
      return "\($0[path: "params", "uri"]?.stringValue ?? "") \(count)"
    }
  }

  @Test func `findings are published for the URI that the client uses`() {
    let path = "/w o/Policies/ä#b.yaml"
    for uri in [
      "file:///w%20o/Policies/%C3%A4%23b.yaml", "file:///w%20o/Policies/%c3%a4%23b.yaml",
      "file:///w%20o/Policies/ä%23b.yaml", "FILE:///w%20o/Policies/%C3%A4%23b.yaml",
      "file://localhost/w%20o/Policies/%C3%A4%23b%2Eyaml",
    ] {
      var server = Self.server(MemoryFileSystem([path: Self.invalid]), folder: "file:///w%20o")
      #expect(Self.published(&server) == ["file:///w%20o/Policies/%C3%A4%23b.yaml 1"])
      Self.open(&server, uri, Self.invalid)
      let found = Self.published(&server)
      #expect(found.contains("\(uri) 1"))
      // Its other URI has no findings, so users don't see them twice.
      #expect(found.count == (uri == "file:///w%20o/Policies/%C3%A4%23b.yaml" ? 1 : 2))
      #expect(found.allSatisfy { $0.hasSuffix(" 0") || $0.hasPrefix("\(uri) ") })
    }
  }

  @Test func `a document belongs to its workspace through links too`() throws {
    try Tool.withTemporaryDirectory { directory in
      let root = directory.resolvingSymlinksInPath()
      let policies = root.appending(path: "real/Policies")
      try FileManager.default.createDirectory(at: policies, withIntermediateDirectories: true)
      try Data(cleanPolicy.utf8).write(to: policies.appending(path: "a.yaml"))
      try FileManager.default.createSymbolicLink(
        at: root.appending(path: "link"), withDestinationURL: root.appending(path: "real"))
      let folder = "file://\(root.path)/link"
      for name in ["a.yaml", "new.yaml"] {
        var server = Self.server(LocalFileSystem(), folder: .string(folder))
        let uri = "file://\(root.path)/real/Policies/\(name)"
        // Two policies with the same name conflict if they are different files, but not if both
        // URIs are one file.
        Self.open(&server, uri, Self.invalid)
        let found = Self.published(&server)
        #expect(found.count == 1 && found.first?.hasPrefix("\(uri) ") == true, "\(found)")
        #expect(found.first?.hasSuffix(" 1") == (name == "a.yaml"), "\(found)")
      }
    }
  }

  @Test func `a document outside of every workspace or without a file is checked alone`() {
    let files = MemoryFileSystem([
      "/w/Policies/a.yaml": cleanPolicy, "/x/Policies/b.yaml": Self.invalid,
      "/x/Policies/other.yaml": Self.invalid,
    ])
    for folder: JSONValue in ["file:///w", .null] {
      var server = Self.server(files, folder: folder)
      #expect(Self.published(&server) == [])
      Self.open(&server, "file:///x/Policies/b.yaml", Self.invalid)
      Self.open(&server, "untitled:Untitled-1", Self.invalid)
      Self.open(&server, "untitled:Untitled-2", Self.invalid, language: "plaintext")
      Self.open(&server, "output:1", Self.invalid)
      #expect(
        Self.published(&server) == [
          "file:///x/Policies/b.yaml 1", "untitled:Untitled-1 1", "untitled:Untitled-2 0",
          "output:1 0",
        ])
      let hover = server.handle([
        Self.message(
          "textDocument/hover",
          [
            "textDocument": ["uri": "untitled:Untitled-1"],
            "position": ["line": 12, "character": 7],
          ], id: 5)
      ]).first
      #expect(hover?["result"] != nil && hover?["result"] != .null)
    }
  }

  @Test func `edits have versions if the client supports them, and null for closed files`() throws {
    for (capabilities, isVersioned) in [
      ([:], false), (["workspace": ["workspaceEdit": ["documentChanges": true]]], true),
    ] as [(JSONValue, Bool)] {
      let test = cleanTest
      var server = Self.server(
        MemoryFileSystem(["/w/Policies/a.yaml": cleanPolicy, "/w/Policies/t.yaml": test]),
        folder: "file:///w", capabilities: capabilities)
      Self.open(&server, "file:///w/Policies/%61.yaml", cleanPolicy)
      let question: JSONValue = [
        "textDocument": ["uri": "file:///w/Policies/%61.yaml"],
        "position": ["line": 11, "character": 4], "newName": "site",
      ]
      let answer = server.handle([Self.message("textDocument/rename", question, id: 1)]).first
      let result = try #require(answer?["result"])
      let changes = result["documentChanges"]?.items ?? []
      #expect((result["changes"] == nil) == isVersioned)
      if isVersioned {
        #expect(changes.map { $0[path: "textDocument", "version"] } == [1, .null])
      } else {
        #expect(result[path: "changes", "file:///w/Policies/%61.yaml"]?.items?.count == 2)
        #expect(result[path: "changes", "file:///w/Policies/t.yaml"]?.items?.count == 1)
      }
    }
  }

  @Test func `only messages to users are sent before the session has started`() {
    var server = LanguageServer(in: MemoryFileSystem(["/w/Policies/a.yaml": Self.invalid]))
    let start = server.handle([
      Self.message(
        "initialize",
        [
          "rootUri": "file:///w", "initializationOptions": ["asist": "off"],
          "capabilities": [
            "workspace": [
              "didChangeWatchedFiles": ["dynamicRegistration": true], "configuration": true,
              "codeLens": ["refreshSupport": true],
            ]
          ],
        ], id: 0)
    ])
    #expect(start.first?["result"] != nil)
    #expect(start.dropFirst().map { $0["method"] } == ["window/logMessage"])
    #expect(!server.isDirty && server.publish().isEmpty)
    let methods = server.handle([Self.message("initialized", [:])]).map { $0["method"] }
    #expect(methods == ["client/registerCapability", "workspace/configuration"])
    #expect(Self.published(&server) == ["file:///w/Policies/a.yaml 1"])
  }
}
