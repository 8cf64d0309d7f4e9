import LinkPolicyCLI
import PolicyText
import PolicyRules
import ProjectTestSupport
import Testing

/// A former id of a rule is as good as its id, wherever a rule is named.
@Suite struct RuleAliasTests {
  /// Former ids.
  static let former = [
    "env-cross", "al-host-only", "yaml-unknown-key", "uri-path-params", "domain-wildcard",
  ]

  /// The rule of today, and a policy that it reports.
  private func rule(_ alias: String) throws -> (id: String, policy: String) {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: alias)))
    try #require(info.id.rawValue != alias)
    let policies = ExamplePolicy.policies(info.examples.bad, info.examples.kind)
    try #require(policies.count == 1)
    return (info.id.rawValue, policies[0].filter { $0 != "⟦" && $0 != "⟧" })
  }

  private func tree(
    _ policy: String, _ configuration: String = "", others: [String: String] = [:]
  ) -> TreeFileSystem {
    var files = [
      "/repo/.git/HEAD": "", "/repo/linkpolicy.yaml": "linkpolicy_config: 1\n\(configuration)",
      "/repo/p.yaml": policy,
    ]
    files.merge(others) { $1 }
    return TreeFileSystem(files, in: "/repo")
  }

  private func findings(_ tree: TreeFileSystem, _ options: String...) -> String {
    tree.run(["validate", "p.yaml", "--format", "oneline"] + options).output
  }

  @Test(arguments: former)
  func `options of the command line take it`(alias: String) throws {
    let (id, policy) = try rule(alias)
    let selected = findings(tree(policy), "--select", alias)
    #expect(selected.contains("[\(id)]"))
    #expect(selected == findings(tree(policy), "--select", id))
    #expect(!findings(tree(policy), "--ignore", alias).contains("[\(id)]"))
  }

  @Test(arguments: former)
  func `a suppression takes it`(alias: String) throws {
    let (id, policy) = try rule(alias)
    #expect(findings(tree(policy)).contains("[\(id)]"))
    let output = findings(tree("# linkpolicy: ignore-file[\(alias)] a reason\n" + policy))
    #expect(!output.contains("[\(id)]") && !output.contains("suppression-"), "\(output)")
  }

  @Test(arguments: former)
  func `severities of a configuration take it`(alias: String) throws {
    let (id, policy) = try rule(alias)
    let note = findings(tree(policy, "severities: { \(alias): note }\n"))
    #expect(note.contains("note[\(id)]"), "\(note)")
    let override = "overrides: [{ paths: [p.yaml], severities: { \(alias): off } }]\n"
    #expect(!findings(tree(policy, override)).contains("[\(id)]"))
  }

  @Test(arguments: former)
  func `a baseline written with it holds`(alias: String) throws {
    let (id, policy) = try rule(alias)
    let files = tree(policy)
    #expect(files.run(["validate", "p.yaml", "--write-baseline", "known.json"]).status == .clean)
    let written = try #require(files.files.files["/repo/known.json"])
    let old = written.replacing("\"rule\":\"\(id)\"", with: "\"rule\":\"\(alias)\"")
    #expect(old != written)
    let known = tree(policy, "baseline: known.json\n", others: ["/repo/known.json": old])
    #expect(!findings(known).contains("[\(id)]"), "\(findings(known))")
  }

  @Test(arguments: former)
  func `explain knows it`(alias: String) throws {
    let (id, policy) = try rule(alias)
    let output = tree(policy).run(["explain", alias]).output
    #expect(output.hasPrefix("\(id) "), "\(output)")
    #expect(output == tree(policy).run(["explain", id]).output)
  }
}
