import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// `generate` under `linkpolicy.yaml`.
@Suite struct GenerateConfigurationTests {
  private func tree(_ configuration: String, in directory: String = "/repo/sub") -> TreeFileSystem {
    TreeFileSystem(
      [
        "/repo/.git/HEAD": "", "/repo/linkpolicy.yaml": "linkpolicy_config: 1\n\(configuration)",
        "/repo/Policies/p.yaml": cleanPolicy, "/repo/sub/other.txt": "",
      ], in: directory)
  }

  private func written(_ tree: TreeFileSystem, _ options: String...) -> Set<String> {
    let run = tree.run(["generate", "--quiet"] + options)
    #expect(run.status == .clean, "\(run)")
    return Set(tree.files.writes)
  }

  @Test(arguments: ["out", "out/", "./out//", "/repo/out"])
  func `directory and targets of the configuration count`(_ output: String) {
    let files = written(tree("generate: { output: \(output), targets: [python, json] }\n"))
    #expect(files.contains("/repo/out/code/python/linkpolicy_allowlist/__init__.py"))
    #expect(files.contains("/repo/out/allowlist.json"))
    #expect(files.contains("/repo/out/manifest.json"))
    #expect(!files.contains { $0.contains("/swift/") || $0.contains("report") })
  }

  @Test func `the command line wins, each option by itself`() {
    let configuration = "generate: { output: out, targets: [python] }\n"
    let target = written(tree(configuration), "--target", "json")
    #expect(target.contains("/repo/out/allowlist.json"))
    #expect(!target.contains { $0.hasSuffix(".py") })
    let output = written(tree(configuration), "--output", "mine")
    #expect(output.contains("/repo/sub/mine/code/python/linkpolicy_allowlist/__init__.py"))
    #expect(!output.contains { $0.hasPrefix("/repo/out") })
  }

  @Test func `without the section all targets go to generated`() {
    let files = written(tree("", in: "/repo"))
    #expect(files.contains("/repo/generated/report.md"))
    #expect(files.contains("/repo/generated/allowlist.json"))
    let named = TreeFileSystem(
      [
        "/repo/ci.yaml": "linkpolicy_config: 1\ngenerate: { output: ci }\n",
        "/repo/Policies/p.yaml": cleanPolicy,
      ], in: "/repo")
    #expect(written(named, "--config", "ci.yaml").contains("/repo/ci/allowlist.json"))
  }

  @Test func `check looks where the configuration writes`() {
    let tree = tree("generate: { output: out, targets: [json] }\n")
    #expect(tree.run(["generate", "--check"]).status == .findings)
    _ = written(tree)
    #expect(tree.run(["generate", "--check"]).status == .clean)
  }

  @Test func `what the configuration says wrong is told at its place`() {
    let target = tree("generate: { targets: [pyhton] }\n").run(["generate"])
    #expect(target.status == .usage)
    #expect(target.errors.contains("../linkpolicy.yaml:2:"), "\(target)")
    #expect(target.errors.contains("did you mean `python`?"))
    let output = tree("generate: { output: \"\" }\n").run(["generate"])
    #expect(output.status == .usage && output.errors.contains("`generate.output`"), "\(output)")
  }
}
