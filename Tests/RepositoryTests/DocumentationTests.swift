import Foundation
import PolicyTestSupport
import Testing

@Suite struct DocumentationTests {
  /// The public types of the library and those that it exports, by name.
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

  @Test func `the topics name every public type of the library, and nothing else`() throws {
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

  /// Lines without indentation, empty lines and imports.
  private static func code(_ lines: [Substring]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.map { $0 + "\n" }.joined()
  }

  @Test func `types that the guides name exist`() throws {
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

  @Test func `the example of the library imports nothing else of linkpolicy`() throws {
    for file in try RepositoryFiles.swift(in: "Examples/Library/Tests") {
      for line in file.lines where line.hasPrefix("import ") || line.contains("@testable") {
        #expect(
          ["import Foundation", "import LinkPolicy", "import Testing"].contains(line),
          "\(file.path)")
      }
    }
  }
}
