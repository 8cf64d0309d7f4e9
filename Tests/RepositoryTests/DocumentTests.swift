import Foundation
import PolicyTestSupport
import Testing

/// Checks that `ARCHITECTURE.md`, `CONTRIBUTING.md` and `README.md` match the code.
@Suite struct DocumentTests {
  private static let documents = ["ARCHITECTURE.md", "CONTRIBUTING.md"]

  /// Returns the strings in backticks outside of code blocks.
  private static func quoted(_ document: String) throws -> [String] {
    let text = try Fixtures.text(document)
    let prose = text.components(separatedBy: "```").enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    return prose.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Fixtures.root.appending(path: path).path)
  }

  @Test(arguments: documents) func `every path in a document exists`(document: String) throws {
    let paths = try Self.quoted(document).filter {
      $0.wholeMatch(of: #/[\w.<>*+-]*(/[\w.<>*+-]+)+/?|[\w.<>*+-]+//#) != nil
    }
    #expect(paths.count > 15)
    for path in paths where path != ".build/release/linkpolicy" {
      // `<Name>` is a placeholder.
      let fixed = path.split(separator: "/").prefix { !$0.contains(#/[<*]/#) }
      #expect(fixed.count > 1 || !path.contains("<"), "\(path)")
      #expect(Self.exists(fixed.joined(separator: "/")), "\(document) names \(path)")
    }
    let links = try Fixtures.text(document).matches(of: #/\]\(([^)#:]+)\)/#)
    for link in links { #expect(Self.exists(String(link.output.1)), "\(link.output.1)") }
  }

  @Test func `every guarantee of the threat model names its test`() throws {
    let text = try Fixtures.text("docs/about/threat-model.md")
    let table = try #require(text.components(separatedBy: "| guarantee | test |").last)
    let tests = table.matches(of: #/\| `([^`]+)` \|\n/#).map { String($0.output.1) }
    #expect(tests.count > 15)
    for test in tests {
      #expect(Self.exists(test), "the threat model names \(test), which doesn't exist")
    }
  }

  /// The types, files and targets of the repository.
  private static let names = Result {
    let files = try (Fixtures.files(below: "Sources") + Fixtures.files(below: "Tests"))
      .filter { $0.hasSuffix(".swift") }
      .map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
    let targets = try PackageManifest().targets.flatMap { [$0.name] + $0.dependencies }
    let declaration = #/(?:protocol|struct|enum|class|actor) ([A-Z]\w+)/#
    let types = try RepositoryFiles.product().flatMap(\.lines)
      .compactMap { $0.firstMatch(of: declaration).map { String($0.output.1) } }
    return Set(files + types + targets + ["String"])
  }

  @Test(arguments: documents) func `every type and target in a document exists`(
    document: String
  ) throws {
    let known = try Self.names.get()
    for name in try Self.quoted(document) {
      guard let type = name.wholeMatch(of: #/([A-Z]\w+)(\.\w+\(.*\))?/#)?.output.1 else { continue }
      #expect(known.contains(String(type)), "\(document) names \(name)")
    }
  }

  @Test(arguments: [
    "CONTRIBUTING.md", "README.md", ".ci/run", ".github/pull_request_template.md",
  ])
  func `every make target in a document is in the Makefile`(document: String) throws {
    let makefile = try Fixtures.text("Makefile")
    let targets = Set(makefile.matches(of: #/(?m)^([a-z-]+):/#).map { String($0.output.1) })
    let text = try Fixtures.text(document)
    let named = text.matches(of: #/(?m)(?:`|^\$ |^)make ([a-z-]+)/#).map { String($0.output.1) }
    #expect(!named.isEmpty)
    for name in named {
      #expect(targets.contains(name), "\(document) names make \(name), which doesn't exist")
    }
  }

  @Test func `every make target is declared and explained`() throws {
    let lines = try Fixtures.text("Makefile").components(separatedBy: "\n")
    let declaration = try #require(
      try Fixtures.text("Makefile").replacing("\\\n", with: " ").split(separator: "\n")
        .first { $0.hasPrefix(".PHONY: ") })
    let phony = declaration.split(separator: " ").dropFirst().map { String($0) }
    var found: [String] = []
    for (index, line) in lines.enumerated() {
      guard let name = line.firstMatch(of: #/^([a-z-]+):(?!.*=)/#)?.output.1 else { continue }
      found.append(String(name))
      let isExplained = index > 0 && lines[index - 1].hasPrefix("## ")
      #expect(isExplained || ["clean", "format-check"].contains(name), "\(name)")
    }
    #expect(Set(found) == Set(phony))
  }

  @Test func `the test filters in CONTRIBUTING match a test`() throws {
    let text = try Fixtures.text("CONTRIBUTING.md")
    let filters = text.matches(of: #/--filter ("[^"]+"|\w+)/#).map {
      $0.output.1.replacing("\"", with: "")
    }
    let files = try Fixtures.files(below: "Tests").filter { $0.hasSuffix("Tests.swift") }
    let sources = try files.map { "\($0) \(try Fixtures.text($0))" }
    #expect(filters.count >= 3)
    for filter in filters { #expect(sources.contains { $0.contains(filter) }, "\(filter)") }
  }

  /// A list in `CONTRIBUTING.md`, and a pattern for the names of an example addition.
  private static let additions = [
    ("A rule for policies", #"\bUriFragment\b|"uri-fragment""#),
    ("A request type", #"\b[tT]okenRefresh\b"#),
    ("A target of `generate`", #"\bCaddyTarget\b"#),
    ("A key that decides", #"\bomitRedirectURI\b|\bomit_redirect_uri\b"#),
    ("A file format for `import`", #"\bDexFormat\b"#),
    ("A command", #"\bWhoAllowsCommand\b"#),
  ]

  @Test(arguments: additions)
  func `a list of CONTRIBUTING has each file that an addition changes`(
    title: String, pattern: String
  ) throws {
    let text = try Fixtures.text("CONTRIBUTING.md")
    let section = try #require(text.components(separatedBy: "\n### \(title)\n").dropFirst().first)
    let listed = section.components(separatedBy: "\n### ")[0]
      .matches(of: #/`((?:Sources|Web)/[^`]+)`/#)
      .map { $0.output.1.prefix { $0 != "<" && $0 != "*" } }
    let names = try Regex(pattern)
    var count = 0
    for file in try RepositoryFiles.product()
    where file.lines.contains(where: { $0.contains(names) }) {
      count += 1
      #expect(listed.contains { file.path.hasPrefix($0) }, "\(title): \(file.path)")
    }
    #expect(count >= 1)
  }

  // MARK: the diagram in ARCHITECTURE.md

  @Test func `the table of targets is that of the package`() throws {
    let rows = try Fixtures.text("ARCHITECTURE.md").split(separator: "\n")
      .filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|").map(String.init) }
      .filter { $0.count == 3 }
    var table: [String: Set<String>] = [:]
    for row in rows {
      func names(_ cell: String) -> [String] {
        cell.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
      }
      table[try #require(names(row[0]).first)] = Set(names(row[2]))
    }
    let product = try PackageManifest().product
    #expect(product.count > 10)
    #expect(Set(table.keys) == Set(product.map(\.name)))
    for target in product {
      #expect(table[target.name] == Set(target.dependencies), "\(target.name)")
    }
  }

  @Test func `every dependency of the package leads down in the diagram`() throws {
    let blocks = try Fixtures.text("ARCHITECTURE.md").components(separatedBy: "```text\n")
    let picture = try #require(blocks.dropFirst().first?.components(separatedBy: "```").first)
    var level: [String: Int] = [:]
    for (index, line) in picture.split(separator: "\n").enumerated() {
      for name in line.split(separator: " ") where name != "↓" {
        #expect(level.updateValue(index, forKey: String(name)) == nil, "\(name) stands twice")
      }
    }
    let product = try PackageManifest().product
    #expect(Set(level.keys) == Set(product.map(\.name)))
    for target in product {
      for other in target.dependencies {
        guard let below = level[other], let own = level[target.name] else { continue }
        #expect(own < below, "\(target.name) uses \(other)")
      }
    }
    // A dependency leads exactly one level down, so no target is lower than necessary.
    for target in product {
      let levels = target.dependencies.compactMap { level[$0] }
      guard let own = level[target.name], let next = levels.min() else { continue }
      #expect(next - own == 2, "\(target.name) stands higher than what it uses asks for")
    }
  }
}
