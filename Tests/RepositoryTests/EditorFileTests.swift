import Foundation
import PolicyTestSupport
import Testing

/// Editor configurations that no test runs. The names in them exist, and they ignore other YAML
/// files.
@Suite struct EditorFileTests {
  private struct Helix: Decodable {
    struct Language: Decodable {
      struct FileType: Decodable { var glob: String }
      var name: String
      var grammar: String
      var fileTypes: [FileType]
      var languageServers: [String]
    }
    struct Server: Decodable {
      var command: String
      var args: [String]
    }
    var language: [Language]
    var languageServer: [String: Server]
  }

  @Test(.needs("python")) func `Helix gets a separate language`() throws {
    let python = try #require(Tool.path("python"))
    let path = Fixtures.root.appending(path: "Editors/helix/languages.toml").path
    let script =
      "import json, sys, tomllib; print(json.dumps(tomllib.load(open(sys.argv[1], 'rb'))))"
    let run = try Tool.run(python, ["-c", script, path])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { keys in
      let parts = keys[keys.count - 1].stringValue.split(separator: "-")
      return Key(parts[0] + parts.dropFirst().map(\.capitalized).joined())
    }
    let file = try decoder.decode(Helix.self, from: Data(run.output.utf8))
    let language = try #require(file.language.first)
    #expect(file.language.count == 1 && language.name == "linkpolicy" && language.grammar == "yaml")
    #expect(language.fileTypes.map(\.glob).allSatisfy(Self.isOurs))
    #expect(language.languageServers.allSatisfy { file.languageServer[$0] != nil })
    #expect(file.languageServer.values.map { [$0.command] + $0.args } == [["linkpolicy", "lsp"]])
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  private static func isOurs(_ glob: String) -> Bool {
    glob.contains("Policies/") || glob.contains("linkpolicy.y")
  }

  private struct Extension: Decodable {
    struct Language: Decodable {
      var id: String
      var filenames: [String]
      var filenamePatterns: [String]
      var configuration: String
    }
    struct Grammar: Decodable {
      var language: String
      var scopeName: String
      var path: String
    }
    struct Configuration: Decodable {
      struct Property: Decodable { var description: String }
      var properties: [String: Property]
    }
    struct Contributions: Decodable {
      var languages: [Language]
      var grammars: [Grammar]
      var configuration: Configuration
    }
    var main: String
    var contributes: Contributions
  }

  @Test func `the extension of VS Code is complete`() throws {
    let folder = "Editors/vscode/"
    func data(_ path: String) throws -> Data { Data(try Fixtures.text(folder + path).utf8) }
    let package = try JSONDecoder().decode(Extension.self, from: data("package.json"))
    let parts = package.contributes
    #expect(parts.languages.map(\.id) == ["linkpolicy"])
    for language in parts.languages {
      #expect((language.filenames + language.filenamePatterns).allSatisfy(Self.isOurs))
      _ = try JSONSerialization.jsonObject(with: data(language.configuration))
    }
    for grammar in parts.grammars {
      struct Header: Decodable { var scopeName: String }
      let header = try JSONDecoder().decode(Header.self, from: data(grammar.path))
      #expect(header.scopeName == grammar.scopeName && grammar.language == "linkpolicy")
    }
    // The extension has the server's settings, except for those that only other clients need.
    let server = try Fixtures.text("Sources/LanguageServer/Protocol/ServerSettings.swift")
    let read = server.matches(of: #/case "([A-Za-z]+(?:\.[A-Za-z]+)?)"/#).map { String($0.1) }
    let offered = parts.configuration.properties.keys.map {
      String($0.dropFirst("linkpolicy.".count))
    }
    let others = ["diagnostics.pull", "trace.file", "trace.server"]
    #expect(offered.count > 5 && Set(offered).isSubset(of: read + ["path"]))
    #expect(Set(read).subtracting(offered).isSubset(of: others))
    #expect(try Fixtures.text(folder + package.main).contains("args: ['lsp']"))
  }

  @Test(.needs("node")) func `the extension of VS Code is valid JavaScript`() throws {
    let node = try #require(Tool.path("node"))
    let path = Fixtures.root.appending(path: "Editors/vscode/extension.js").path
    let run = try Tool.run(node, ["--check", path])
    #expect(run.status == 0, "\(run.output)")
  }
}
