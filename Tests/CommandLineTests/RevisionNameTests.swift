import LinkPolicyCLI
import Testing

@Suite struct RevisionNameTests {
  @Test(arguments: [
    "HEAD", "HEAD~3", "main", "v1.2.0", "origin/main^", "feature/a-b_c", "0a1b2c3", "@{-1}",
    "main@{upstream}", "HEAD@{0}", "ä",
  ])
  func `a name of a commit is accepted`(name: String) throws {
    #expect(try RevisionName(name).text == name)
  }

  @Test(arguments: [
    "", "-h", "--upload-pack=x", "HEAD..main", "a b", "a:b", ":/fix", "a\0b", "a\n", "a\nb", ".git",
    "^main", "a\\b", "a\tb", "a\u{7F}", String(repeating: "a", count: 251),
  ])
  func `what git could read as more than a name is refused`(name: String) {
    #expect(throws: UsageError.self) { try RevisionName(name) }
  }
}
