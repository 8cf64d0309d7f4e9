import Foundation
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The pages that were written for the documentation site: what they show is what happens.
@Suite struct SitePageTests {
  private static let folder = "Site/pages"

  /// A file that the reader writes, or a command and what it prints.
  private enum Block {
    case file(String, String)
    case command(String, output: String)
  }

  private static func blocks(_ page: String) -> [Block] {
    page.matches(of: #/(?m)^```(\w+)(?: title="([^"]+)")?\n((?s:.*?))^```$/#).compactMap { match in
      let (_, language, title, content) = match.output
      if let title { return .file(String(title), String(content)) }
      guard language == "console" else { return nil }
      let lines = content.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return .command(String(lines[0].dropFirst(2)), output: String(lines.last ?? ""))
    }
  }

  @Test(arguments: try Fixtures.names(in: folder).filter { $0.hasSuffix(".md") })
  func `a page shows what its commands write, one after the other`(name: String) throws {
    let page = try Fixtures.text("\(Self.folder)/\(name)")
    let tree = TreeFileSystem(["/start/.git/HEAD": ""], in: "/start")
    for block in Self.blocks(page) {
      switch block {
      case .file(let path, let text): try tree.write(Array(text.utf8), to: path)
      case .command(let command, let output):
        let words = command.split(separator: " ").map { String($0) }
        try #require(words.first == "linkpolicy", "\(command)")
        let run = tree.run(Array(words.dropFirst()))
        #expect(
          run.output.trimmingCharacters(in: .newlines) == output.trimmingCharacters(in: .newlines),
          "\(command): \(run.errors)")
      }
    }
  }

  /// README, the pages about imports and those of the site have tests that run their blocks.
  @Test func `no other article of the site shows commands with their output`() throws {
    let catalogue = "Sources/LinkPolicy/LinkPolicy.docc"
    let articles =
      try Fixtures.files(below: catalogue).filter { !$0.contains("/Import/") }
      + Fixtures.files(below: "Editors") + ["CHANGELOG.md", "SECURITY.md"]
    let shown = try articles.filter {
      try $0.hasSuffix(".md") && Fixtures.text($0).contains("```console")
    }
    // Its block is run by the tests of those pages.
    #expect(shown == ["\(catalogue)/Import.md"])
    for name in try Fixtures.names(in: "\(catalogue)/Import") {
      let text = try Fixtures.text("\(catalogue)/Import/\(name)")
      #expect(text.components(separatedBy: "```console").count == 2, "\(name)")
    }
  }

  @Test func `the README shows commands of linkpolicy and make only`() throws {
    let text = try Fixtures.text("README.md")
    for match in text.matches(of: #/(?m)^```console\n\$ (\w+)/#) {
      #expect(["linkpolicy", "make"].contains(match.output.1))
    }
  }
}
