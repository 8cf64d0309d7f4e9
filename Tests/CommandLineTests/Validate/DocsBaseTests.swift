import LinkPolicyCLI
import Testing

/// `--docs-base` and `docs_base`.
@Suite struct DocsBaseTests {
  private func tree(_ configuration: String = "") -> TreeFileSystem {
    TreeFileSystem(
      [
        "/repo/.git/HEAD": "", "/repo/linkpolicy.yaml": "linkpolicy_config: 1\n\(configuration)",
        "/repo/Policies/p.yaml": faultyPolicy(),
      ], in: "/repo")
  }

  private static let configured = "docs_base: https://docs.acme.example/lp/\n"

  @Test(arguments: ["json", "sarif", "text", "github"])
  func `the site of the configuration is linked`(format: String) {
    let run = tree(Self.configured).run(["validate", "--format", format])
    #expect(run.output.contains("https://docs.acme.example/lp/rules/uri-http/"), "\(run)")
  }

  @Test func `the command line wins`() {
    let run = tree(Self.configured).run([
      "validate", "--format", "json", "--docs-base", "http://localhost:8000",
    ])
    #expect(run.output.contains("\"url\": \"http://localhost:8000/rules/uri-http/\""))
    #expect(!run.output.contains("docs.acme.example"))
  }

  @Test func `without a site links stay in the repository`() {
    let run = tree().run(["validate", "--format", "json"])
    #expect(run.output.contains("\"url\": \"rules/uri-http/\""))
    #expect(!tree().run(["validate", "--format", "sarif"]).output.contains("helpUri"))
  }

  @Test func `rules and explain name the page`() {
    let rules = tree().run(["rules", "--format", "json", "--docs-base", "https://d.example"])
    #expect(rules.output.contains("\"url\": \"https://d.example/rules/uri-http/\""))
    let page = tree().run(["explain", "uri-http", "--docs-base", "https://d.example"])
    #expect(page.output.hasSuffix("\nDocs\n  https://d.example/rules/uri-http/\n"))
  }

  @Test func `what is no address is a usage error at its place`() {
    let option = tree().run(["validate", "--docs-base", "docs.example"])
    #expect(option.status == .usage)
    #expect(option.errors.contains("`--docs-base` must be an http or https URL"))
    let file = tree("docs_base: //docs.example\n").run(["validate"])
    #expect(file.status == .usage && file.errors.contains("linkpolicy.yaml:2:12: `docs_base`"))
  }

  @Test func `settings in force show it`() {
    let run = tree(Self.configured).run(["validate", "--show-config"])
    #expect(run.output.contains("docs_base"), "\(run)")
    #expect(run.output.contains("linkpolicy.yaml:2:12"))
  }
}
