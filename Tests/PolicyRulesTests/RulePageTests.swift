import PolicyRules
import Testing

/// The pages about rules on the documentation site.
@Suite struct RulePageTests {
  @Test func `no page shows a mark of its example or a tab`() {
    #expect(RulePages.pages.count > 200)
    for page in RulePages.pages {
      #expect(!page.text.contains("⟦") && !page.text.contains("⟧"), "\(page.id)")
      #expect(!page.text.contains("\t"), "\(page.id)")
    }
  }

  @Test func `no page starts with a capitalized identifier`() {
    for page in RulePages.pages {
      let sentence = page.text.split(separator: "\n")[1]
      let word = sentence.prefix { $0 != " " }
      #expect(!word.contains("_") || word.first?.isUppercase == false, "\(page.id): \(sentence)")
    }
  }

  @Test func `the index links each page`() {
    let index = RulePages.index
    for page in RulePages.pages {
      #expect(index.contains("[\(page.id)](\(page.id).md)"), "\(page.id)")
    }
  }
}
