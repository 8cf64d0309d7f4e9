import Foundation
import PolicyTestSupport
import Testing

@Suite struct DocumentationTests {
  /// The names of the library's public types, including exported ones.
  private static func publicTypes() throws -> Set<String> {
    var names: Set<String> = []
    for file in try RepositoryFiles.swift(in: "Sources/LinkPolicy") {
      for line in file.lines {
        if let match = line.firstMatch(
          of:
            #/^(?:@_exported public import \w+ \w+\.|public (?:struct|enum|protocol|final class) )(\w+)/#
        ) {
          names.insert(String(match.1))
        }
      }
    }
    return names
  }

  private static func page(_ name: String) throws -> String {
    try String(
      contentsOf: Fixtures.root.appending(path: "Sources/LinkPolicy/LinkPolicy.docc/\(name).md"),
      encoding: .utf8)
  }

  private static func symbols(_ text: some StringProtocol) -> Set<String> {
    Set(String(text).matches(of: #/``(\w+)``/#).map { String($0.1) })
  }

  @Test func `the topics list exactly the public types of the library`() throws {
    let page = try Self.page("LinkPolicy")
    let topics = try #require(page.range(of: "## Topics"))
    let named = Self.symbols(page[topics.upperBound...])
    let types = try Self.publicTypes()
    #expect(types.count > 20)
    #expect(named == types)
  }

  @Test func `every example of the library is in a test of another package`() throws {
    let tests = try RepositoryFiles.swift(in: "Examples/Library/Tests").map {
      Self.code($0.lines.map { $0[...] })
    }
    let guide = try Fixtures.text("docs/guides/library.md")
    for page in [try Self.page("LinkPolicy"), guide] {
      let blocks = page.matches(of: #/```swift\n((?s:.+?))```/#).map {
        Self.code($0.1.split(separator: "\n"))
      }
      #expect(blocks.count > 2)
      for block in blocks where !block.contains("dependencies: [") {
        #expect(tests.contains { $0.contains(block) }, "\(block)")
        #expect(block.count(where: { $0 == "\n" }) <= 10, "\(block)")
      }
    }
  }

  /// Returns the lines without indentation, empty lines and imports.
  private static func code(_ lines: [Substring]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.map { $0 + "\n" }.joined()
  }

  @Test func `types in the guides exist`() throws {
    let types = try Self.publicTypes().union(["LinkPolicy"])
    for path in try Fixtures.files(below: "docs") where path.hasSuffix(".md") {
      for symbol in Self.symbols(try Fixtures.text(path)) {
        #expect(types.contains(symbol), "\(path): \(symbol)")
      }
    }
  }

  @Test func `every guide is in the navigation of the site`() throws {
    let navigation = try Fixtures.text("Site/mkdocs.yml")
    for path in try Fixtures.files(below: "docs") where path.hasSuffix(".md") {
      #expect(navigation.contains(": \(path.dropFirst("docs/".count))\n"), "\(path)")
    }
  }

  @Test func `the library's example imports no other module of linkpolicy`() throws {
    for file in try RepositoryFiles.swift(in: "Examples/Library/Tests") {
      for line in file.lines where line.hasPrefix("import ") || line.contains("@testable") {
        #expect(
          ["import Foundation", "import LinkPolicy", "import Testing"].contains(line),
          "\(file.path)")
      }
    }
  }
}

/// The code in `Servers.md` is that of the examples.
@Suite struct ServersPageTests {
  private struct Block {
    let file: String
    let code: String
  }

  /// Returns each code block with the last file that the page links before it.
  private static func blocks() throws -> [Block] {
    let page = try String(
      contentsOf: Fixtures.root.appending(path: "docs/guides/servers.md"),
      encoding: .utf8)
    var file = ""
    var code: [Substring]?
    var blocks: [Block] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let code { blocks.append(Block(file: file, code: code.joined(separator: "\n"))) }
        code = code == nil ? [] : nil
      } else if code != nil {
        code?.append(line)
      } else if let match = line.matches(of: #/\]\((?:../../)(Examples/Servers/[^)]+)\)/#).last {
        file = String(match.1)
      }
    }
    return blocks
  }

  @Test func `each block is a part of the file that is linked before it`() throws {
    let blocks = try Self.blocks().filter { !$0.file.hasSuffix("/check") }
    #expect(Set(blocks.map(\.file)).count == 7)
    for block in blocks {
      let text = try String(
        contentsOf: Fixtures.root.appending(path: block.file), encoding: .utf8)
      #expect(text.contains(block.code), "not in \(block.file): \(block.code)")
    }
  }
}

/// `Examples/AuthorizationServer`: Flask and Authlib with the generated Python code.
struct AuthorizationServerTests {
  /// A Python interpreter with the packages of the example.
  private static let python: String? = ["python", "python3"].compactMap { Tool.path($0) }.first {
    (try? Tool.run($0, ["-c", "import flask, authlib, requests"]))?.status == 0
  }

  @Test(
    .needs(BuiltTool.isAvailable, "the built linkpolicy is needed"),
    .needs(python != nil, "flask, authlib and requests are not installed"))
  func `real clients complete the flows, and every misuse is rejected`() throws {
    let python = try #require(Self.python)
    let run = try Tool.run(
      "/usr/bin/env",
      [
        "LINKPOLICY=\(BuiltTool.path)",
        "RUNTIME_TOOLS=\(URL(filePath: python).deletingLastPathComponent().path())",
        Fixtures.root.appending(path: "Examples/Servers/check").path(), "flask",
      ])
    #expect(run.status == 0 && run.output.contains("flask: Ran 12 tests: ok"), "\(run.output)")
  }
}
