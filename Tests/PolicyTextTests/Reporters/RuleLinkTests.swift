import Foundation
import PolicyText
import PolicyTestSupport
import Testing

/// Links to the pages of rules, which somebody serves somewhere.
@Suite struct RuleLinkTests {
  private static let base = DocumentationBase("https://docs.acme.example/linkpolicy")
  private static let page = "https://docs.acme.example/linkpolicy/rules/uri-wildcard/"

  @Test(arguments: [
    ("https://docs.example", "https://docs.example/"), ("http://[::1]:8000/x/", nil),
    ("https://a.example/a%20b", "https://a.example/a%20b/"),
  ])
  func `a base ends with a slash`(text: String, url: String?) throws {
    let base = try #require(DocumentationBase(text))
    #expect(base.url == url ?? text)
    #expect(base.page(of: "uri-http") == base.url + "rules/uri-http/")
  }

  @Test(arguments: [
    "", "docs.example", "/docs", "//docs.example", "ftp://a.example", "javascript:alert(1)",
    "https://", "https:///x", "https://:80", "https://u@a.example", "https://a.example?q=1",
    "https://a.example#x", "https://a.example/\u{1B}[31m", "https://a.example/a b",
    "https://a.example/\"><b>", "https://a.example/)", "https://ä.example", "HTTPS://a.example",
    "https://a.example\n",
  ])
  func `what is no plain address of a site is refused`(text: String) {
    #expect(DocumentationBase(text) == nil)
  }

  @Test func `SARIF, JSON, text and GitHub lead to the page of a rule`() throws {
    var context = SampleReport.context
    context.documentation = Self.base
    let report = SampleReport.report
    let sarif = SARIFReporter(context).render(report)
    #expect(sarif.contains("\"helpUri\": \"\(Self.page)\""))
    let json = JSONReporter(version: "1.2.3", documentation: Self.base).render(report)
    #expect(json.contains("\"url\": \"\(Self.page)\""))
    #expect(TextReporter(documentation: Self.base).render(report).contains("docs: \(Self.page)\n"))
    #expect(GitHubReporter(context).render(report).contains("%0Adocs: \(Self.page)\n"))
  }

  @Test func `without a base no address is invented`() {
    for name in SampleReport.names {
      let output = SampleReport.output(name)
      #expect(!output.contains("helpUri") && !output.contains("docs: "), "\(name)")
    }
  }

  @Test(.needs("check-jsonschema"))
  func `a log with links is valid by the schema of OASIS`() throws {
    var context = SampleReport.context
    context.documentation = Self.base
    try Tool.withTemporaryDirectory { directory in
      let file = directory.appending(path: "out.sarif")
      try Data(SARIFReporter(context).render(SampleReport.report).utf8).write(to: file)
      let schema = Fixtures.root.appending(path: "Tests/Schemas/sarif-2.1.0.json").path
      let validator = try #require(Tool.path("check-jsonschema"))
      let result = try Tool.run(validator, ["--schemafile", schema, file.path])
      #expect(result.status == 0, "\(result.output)")
    }
  }
}
