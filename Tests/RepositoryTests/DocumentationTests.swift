import Foundation
import PolicyTestSupport
import Testing

@Suite struct DocumentationTests {
  /// The public types of the library, by name.
  private static func publicTypes() throws -> Set<String> {
    var names: Set<String> = []
    for file in try RepositoryFiles.swift(in: "Sources/LinkPolicy") {
      for line in file.lines {
        if let match = line.firstMatch(of: #/^public (?:struct|enum|protocol|final class) (\w+)/#) {
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

  @Test func `symbols and pages that documentation names exist`() throws {
    let types = try Self.publicTypes()
    let sources = try Fixtures.names(in: "Sources/LinkPolicy/LinkPolicy.docc/Import")
    for name in [
      "LinkPolicy", "Import", "Library", "SwiftPackages", "GeneratedCode", "Servers",
      "ContinuousIntegration", "ThreatModel", "Deployments", "Logs", "Databases",
    ] + sources.map({ "Import/\($0.dropLast(3))" }) {
      let text = try Self.page(name)
      for symbol in Self.symbols(text).subtracting(["LinkPolicy"]) {
        #expect(types.contains(symbol), "\(name).md: \(symbol)")
      }
      for match in text.matches(of: #/<doc:(\w+)>/#) {
        let page = String(match.1)
        let folder = sources.contains(page + ".md") ? "Import/" : ""
        #expect(throws: Never.self) { try Self.page(folder + page) }
      }
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
