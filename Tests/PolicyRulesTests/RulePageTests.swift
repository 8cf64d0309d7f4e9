import PolicyRules
import PolicyTestSupport
import Testing

/// The documentation of the rules in the repository.
@Suite struct RulePageTests {
  @Test func `pages are fresh`() throws {
    for page in RulePages.files {
      let text = try? Fixtures.text(page.path)
      #expect(text == page.text, "\(page.path) is stale: run linkpolicy-dev rule-docs")
    }
  }

  @Test func `there is no page without a rule`() throws {
    let folder = "\(RulePages.folder)/Rules"
    let names = try Fixtures.names(in: folder)
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
    let text = try Fixtures.text("\(RulePages.folder)/LinkPolicy.md")
    #expect(text.contains("<doc:Rules>"))
  }
}
