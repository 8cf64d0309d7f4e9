import Foundation
import PolicyRules
import Testing

/// The documentation of the rules in the repository.
@Suite struct RulePageTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  @Test func `pages are fresh`() throws {
    for page in RulePages.files {
      let text = try? String(contentsOf: Self.root.appending(path: page.path), encoding: .utf8)
      #expect(text == page.text, "\(page.path) is stale: run linkpolicy-dev rule-docs")
    }
  }

  @Test func `there is no page without a rule`() throws {
    let folder = "\(RulePages.folder)/Rules"
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: folder).path)
    let expected = Set(RulePages.files.map(\.path))
    for name in names { #expect(expected.contains("\(folder)/\(name)"), "\(name)") }
  }

  @Test func `no page shows a mark or a secret of its example`() {
    for page in RulePages.files {
      #expect(!page.text.contains("⟦") && !page.text.contains("⟧"), "\(page.path)")
      #expect(!page.text.contains("\t"), "\(page.path)")
    }
  }

  @Test func `the landing page leads to the index`() throws {
    let text = try String(
      contentsOf: Self.root.appending(path: "\(RulePages.folder)/LinkPolicy.md"), encoding: .utf8)
    #expect(text.contains("<doc:Rules>"))
  }
}
