import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// What the report of `generate` says besides the policies.
@Suite struct GenerateReportTests {
  private func tree(_ others: [String: String] = [:]) -> TreeFileSystem {
    var files = ["/repo/.git/HEAD": "", "/repo/Policies/p.yaml": cleanPolicy]
    files.merge(others) { $1 }
    return TreeFileSystem(files, in: "/repo")
  }

  private func report(_ tree: TreeFileSystem, _ options: String...) throws -> String {
    let run = tree.run(["generate", "--quiet", "--target", "report"] + options)
    try #require(run.status == .clean, "\(run)")
    return try #require(tree.files.files["/repo/generated/report.md"])
  }

  @Test func `flows are run, and no comparison is made up`() throws {
    let text = try report(tree())
    #expect(text.contains("## Flows") && text.contains("| `authorize:website` | completes"))
    #expect(text.contains("2 of 2 sign-ins complete"))
    #expect(!text.contains("since"))
  }

  @Test func `against older policies the report begins with what changed`() throws {
    let old = cleanPolicy.replacing("[devices]", with: "[devices, profile]")
    let text = try report(tree(["/repo/old/p.yaml": old]), "--against", "old")
    #expect(text.contains("2 narrowing [changes](#changes) since `old`"))
    #expect(text.contains("## What changed"))
    let same = try report(tree(["/repo/old/p.yaml": cleanPolicy]), "--against", "old")
    #expect(same.contains("unchanged The same requests are allowed since `old`."))
  }

  @Test func `older policies that decide nothing are refused`() {
    let broken = tree(["/repo/old/p.yaml": "linkpolicy: 1\nclients: 3\n"])
    let run = broken.run(["generate", "--against", "old"])
    #expect(run.status == .usage && run.errors.contains("`old` have errors"), "\(run)")
    #expect(tree().run(["generate", "--against", "a", "--from", "b"]).status == .usage)
  }

  @Test func `findings lead to the pages of their rules`() throws {
    let policy = cleanPolicy.replacing("lumen.example/oauth", with: "lumen.example:443/oauth")
    let files = tree([
      "/repo/Policies/p.yaml": policy,
      "/repo/linkpolicy.yaml": "linkpolicy_config: 1\ndocs_base: https://docs.acme.example\n",
    ])
    let text = try report(files)
    #expect(text.contains("](https://docs.acme.example/rules/"), "\(text)")
  }
}
