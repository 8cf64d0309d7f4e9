import Foundation
import LinkPolicyCLI
import PolicyRules
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

@Suite struct SuppressionTests {
  /// Returns the rule of each finding in a policy, in order.
  private func rules(_ policy: String, _ options: String...) -> [String] {
    let run = CommandLineRun(
      ["validate", "p.yaml", "--format", "oneline"] + options,
      files: MemoryFileSystem(["p.yaml": policy]))
    return run.output.split(separator: "\n").compactMap {
      $0.split(separator: "[").dropFirst().first?.split(separator: "]").first.map { String($0) }
    }
  }

  @Test func `without a comment the finding is reported`() {
    #expect(rules(invalidPolicy()) == ["uri-http"])
  }

  @Test(arguments: [
    "# linkpolicy: ignore[uri-http] the device has no TLS",
    "#linkpolicy: ignore[ uri-http ] reason", "# linkpolicy:ignore [uri-http]: reason",
    "# linkpolicy: ignore-file[uri-http] reason", "# linkpolicy: ignore[uri-http] 理由",
  ])
  func `a comment on the line or above it suppresses a finding`(comment: String) {
    #expect(rules(invalidPolicy(comment: comment)).isEmpty)
    #expect(rules(invalidPolicy(above: comment)).isEmpty)
  }

  @Test func `a rule alias works like the ID`() {
    let policy = cleanPolicy.replacing(
      "[https://lumen.example/oauth/callback]",
      with: "[123] # linkpolicy: ignore[minimum-version-type] a reason")
    #expect(!rules(policy).contains("yaml-not-string"))
    #expect(!rules(policy).contains("suppression-unused"))
  }

  @Test(arguments: [
    ("# linkpolicy: ignore[uri-http]", ["suppression-reason"]),
    ("# linkpolicy: ignore[uri-http] --", ["suppression-reason"]),
    ("# linkpolicy: ignore[uri-htttp] reason", ["uri-http", "suppression-unknown-rule"]),
    ("# linkpolicy: ignore[uri-http, uri-idn] reason", ["suppression-unused"]),
    ("# linkpolicy: ignore[uri-http, uri-http] reason", ["suppression-unused"]),
    ("# linkpolicy: ignore[] reason", ["uri-http", "suppression-syntax"]),
    ("# linkpolicy: ignore uri-http reason", ["uri-http", "suppression-syntax"]),
    ("# linkpolicy: ignore-line[uri-http] reason", ["uri-http", "suppression-syntax"]),
    ("# linkpolicy: ignore[uri-http reason", ["uri-http", "suppression-syntax"]),
    ("# linkpolicy: disable=uri-http", ["uri-http", "suppression-syntax"]),
    ("# linkpolicy: uri-http, for tests", ["uri-http", "suppression-syntax"]),
    ("# linkpolicy: disables nothing that uri-http reports", ["uri-http"]),
    ("# linkpolicy: 1", ["uri-http"]), ("# about linkpolicy: ignore[uri-http] x", ["uri-http"]),
    ("# linkpolicy: ignore[yaml-syntax] reason", ["uri-http", "suppression-unused"]),
  ])
  func `a mistake in a comment is a finding`(comment: String, expected: [String]) {
    #expect(rules(invalidPolicy(comment: comment)).sorted() == expected.sorted())
  }

  @Test func `consecutive comments apply to the same line`() {
    let above = "# linkpolicy: ignore[uri-http] one\n        # linkpolicy: ignore[uri-idn] two"
    #expect(rules(invalidPolicy(above: above)) == ["suppression-unused"])
  }

  @Test(arguments: [
    "name: \"a # linkpolicy: ignore-file[uri-http] reason\"",
    "name: 'a # linkpolicy: ignore-file[uri-http] reason'",
    "name: a\nx-text: |\n  # linkpolicy: ignore-file[uri-http] reason\n  b",
    "name: a\nx-text: >-\n  b\n\n  # linkpolicy: ignore-file[uri-http] reason",
    "name: a\nx-text: a#linkpolicy:ignore-file[uri-http]",
  ])
  func `a number sign in a scalar doesn't start a comment`(line: String) {
    let policy = invalidPolicy().replacing("name: lumen", with: line)
    #expect(rules(policy).contains("uri-http"))
    #expect(!rules(policy).contains { $0.hasPrefix("suppression") })
  }

  @Test(arguments: [
    "name: lumen # linkpolicy: ignore-file[uri-http] reason",
    "name: lumen\nx-text: | # linkpolicy: ignore-file[uri-http] reason\n  text",
    "name: lumen\nx-text: |\n  text\n# linkpolicy: ignore-file[uri-http] reason",
    "name: lumen\nx-a: [a, # linkpolicy: ignore-file[uri-http] reason\n  b]",
    "name: lumen\n# \"\n# linkpolicy: ignore-file[uri-http] reason",
  ])
  func `comments are recognized wherever YAML allows them`(line: String) {
    #expect(rules(invalidPolicy().replacing("name: lumen", with: line)).isEmpty)
  }

  @Test func `a comment isn't unused if this run skips its rule`() {
    let policy = invalidPolicy(comment: "# linkpolicy: ignore[uri-http] reason")
    #expect(rules(policy, "--ignore", "uri-http").isEmpty)
    #expect(rules(policy, "--select", "uri-fragment,suppression-unused").isEmpty)
  }

  @Test func `errors of a file with a syntax error can't be suppressed`() {
    let run = rules(
      "# linkpolicy: ignore-file[yaml-syntax, uri-idn] reason\n" + cleanPolicy + "]\n")
    #expect(run == ["yaml-syntax"])
  }

  @Test func `suppressed findings are counted`() throws {
    let policy = invalidPolicy(comment: "# linkpolicy: ignore[uri-http] reason")
    let run = CommandLineRun(
      ["validate", "p.yaml", "--format", "json"], files: MemoryFileSystem(["p.yaml": policy]))
    #expect(run.status == .clean)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect((report["summary"] as? [String: Int])?["suppressed"] == 1)
  }

  @Test(arguments: RuleRegistry.catalogue.filter { $0.category == .meta }.map(\.id.rawValue))
  func `the examples in the documentation work`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let bad = info.examples.bad.filter { $0 != "⟦" && $0 != "⟧" }
    #expect(rules(bad) == [id])
    #expect(rules(info.examples.good).isEmpty)
  }

  /// A policy with a suppressed finding on each of many lines, and as many comments whose rule
  /// doesn't run.
  private static func comments(_ count: Int) -> String {
    let lines = (0..<count).map {
      "        - http://lumen.example/\($0) # linkpolicy: ignore[uri-http] reason\n"
    }.joined()
    let policy = invalidPolicy().replacing(
      "        - http://lumen.example/oauth/callback\n", with: lines)
    return String(repeating: "# linkpolicy: ignore[uri-idn] reason\n", count: count) + policy
  }

  @Test func `thousands of comments each suppress their finding`() {
    let policy = Self.comments(TestForm.size(1_000, full: 10_000))
    #expect(rules(policy, "--select", "uri-http,suppression-unused").isEmpty)
  }

  @Test(.countsInstructions) func `comments are looked up without pairwise comparison`() throws {
    let growth = try Instructions.growth(from: Self.comments(1_000), to: Self.comments(10_000))
    #expect(growth < 13, "\(growth) times the instructions for ten times the comments")
  }
}

/// A former rule ID is accepted wherever a rule ID is.
@Suite struct RuleAliasTests {
  /// Former ids.
  static let former = [
    "env-cross", "al-host-only", "yaml-unknown-key", "uri-path-params", "domain-wildcard",
  ]

  /// Returns the current ID, and a policy that the rule reports.
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
  func `options of the command line accept former IDs`(alias: String) throws {
    let (id, policy) = try rule(alias)
    let selected = findings(tree(policy), "--select", alias)
    #expect(selected.contains("[\(id)]"))
    #expect(selected == findings(tree(policy), "--select", id))
    #expect(!findings(tree(policy), "--ignore", alias).contains("[\(id)]"))
  }

  @Test(arguments: former)
  func `suppressions accept former IDs`(alias: String) throws {
    let (id, policy) = try rule(alias)
    #expect(findings(tree(policy)).contains("[\(id)]"))
    let output = findings(tree("# linkpolicy: ignore-file[\(alias)] a reason\n" + policy))
    #expect(!output.contains("[\(id)]") && !output.contains("suppression-"), "\(output)")
  }

  @Test(arguments: former)
  func `severities in a configuration accept former IDs`(alias: String) throws {
    let (id, policy) = try rule(alias)
    let note = findings(tree(policy, "severities: { \(alias): note }\n"))
    #expect(note.contains("note[\(id)]"), "\(note)")
    let override = "overrides: [{ paths: [p.yaml], severities: { \(alias): off } }]\n"
    #expect(!findings(tree(policy, override)).contains("[\(id)]"))
  }

  @Test(arguments: former)
  func `baselines with former IDs work`(alias: String) throws {
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
  func `explain accepts former IDs`(alias: String) throws {
    let (id, policy) = try rule(alias)
    let output = tree(policy).run(["explain", alias]).output
    #expect(output.hasPrefix("\(id) "), "\(output)")
    #expect(output == tree(policy).run(["explain", id]).output)
  }
}
