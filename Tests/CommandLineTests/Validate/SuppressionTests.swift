import Foundation
import LinkPolicyCLI
import PolicyText
import PolicyRules
import PolicyTestSupport
import ProjectTestSupport
import Testing

@Suite struct SuppressionTests {
  /// `rule` of each finding of a policy, in order.
  private func rules(_ policy: String, _ options: String...) -> [String] {
    let run = CommandLineRun(
      ["validate", "p.yaml", "--format", "oneline"] + options,
      files: MemoryFileSystem(["p.yaml": policy]))
    return run.output.split(separator: "\n").compactMap {
      $0.split(separator: "[").dropFirst().first?.split(separator: "]").first.map { String($0) }
    }
  }

  @Test func `without a comment the finding is reported`() {
    #expect(rules(faultyPolicy()) == ["uri-http"])
  }

  @Test(arguments: [
    "# linkpolicy: ignore[uri-http] the device has no TLS",
    "#linkpolicy: ignore[ uri-http ] reason", "# linkpolicy:ignore [uri-http]: reason",
    "# linkpolicy: ignore-file[uri-http] reason", "# linkpolicy: ignore[uri-http] 理由",
  ])
  func `a comment on the line or above it takes a finding away`(comment: String) {
    #expect(rules(faultyPolicy(comment: comment)).isEmpty)
    #expect(rules(faultyPolicy(above: comment)).isEmpty)
  }

  @Test func `an alias is as good as an id`() {
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
    ("# linkpolicy: 1", ["uri-http"]), ("# about linkpolicy: ignore[uri-http] x", ["uri-http"]),
    ("# linkpolicy: ignore[yaml-syntax] reason", ["uri-http", "suppression-unused"]),
  ])
  func `what is wrong with a comment is a finding`(comment: String, expected: [String]) {
    #expect(rules(faultyPolicy(comment: comment)).sorted() == expected.sorted())
  }

  @Test func `comments above each other are about the same line`() {
    let above = "# linkpolicy: ignore[uri-http] one\n        # linkpolicy: ignore[uri-idn] two"
    #expect(rules(faultyPolicy(above: above)) == ["suppression-unused"])
  }

  @Test(arguments: [
    "name: \"a # linkpolicy: ignore-file[uri-http] reason\"",
    "name: 'a # linkpolicy: ignore-file[uri-http] reason'",
    "name: a\nx-text: |\n  # linkpolicy: ignore-file[uri-http] reason\n  b",
    "name: a\nx-text: >-\n  b\n\n  # linkpolicy: ignore-file[uri-http] reason",
    "name: a\nx-text: a#linkpolicy:ignore-file[uri-http]",
  ])
  func `a number sign within text is no comment`(line: String) {
    let policy = faultyPolicy().replacing("name: lumen", with: line)
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
  func `a comment is found wherever YAML allows one`(line: String) {
    #expect(rules(faultyPolicy().replacing("name: lumen", with: line)).isEmpty)
  }

  @Test func `a rule that this run leaves out makes no comment unused`() {
    let policy = faultyPolicy(comment: "# linkpolicy: ignore[uri-http] reason")
    #expect(rules(policy, "--ignore", "uri-http").isEmpty)
    #expect(rules(policy, "--select", "uri-fragment,suppression-unused").isEmpty)
  }

  @Test func `a file that was not read to its end keeps its errors`() {
    let run = rules(
      "# linkpolicy: ignore-file[yaml-syntax, uri-idn] reason\n" + cleanPolicy + "]\n")
    #expect(run == ["yaml-syntax"])
  }

  @Test func `suppressed findings are counted`() throws {
    let policy = faultyPolicy(comment: "# linkpolicy: ignore[uri-http] reason")
    let run = CommandLineRun(
      ["validate", "p.yaml", "--format", "json"], files: MemoryFileSystem(["p.yaml": policy]))
    #expect(run.status == .clean)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect((report["summary"] as? [String: Int])?["suppressed"] == 1)
  }

  @Test(arguments: RuleRegistry.catalogue.filter { $0.category == .meta }.map(\.id.rawValue))
  func `the examples of the documentation are true`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let bad = info.examples.bad.filter { $0 != "⟦" && $0 != "⟧" }
    #expect(rules(bad) == [id])
    #expect(rules(info.examples.good).isEmpty)
  }

  /// A policy with a suppressed finding on each of many lines, and as many comments that suppress nothing
  /// because their rule does not run.
  private static func comments(_ count: Int) -> String {
    let lines = (0..<count).map {
      "        - http://lumen.example/\($0) # linkpolicy: ignore[uri-http] reason\n"
    }.joined()
    let policy = faultyPolicy().replacing(
      "        - http://lumen.example/oauth/callback\n", with: lines)
    return String(repeating: "# linkpolicy: ignore[uri-idn] reason\n", count: count) + policy
  }

  @Test func `thousands of comments each do their work`() {
    let policy = Self.comments(TestForm.size(1_000, full: 10_000))
    #expect(rules(policy, "--select", "uri-http,suppression-unused").isEmpty)
  }

  @Test(.countsInstructions) func `comments are looked up without pairwise comparison`() throws {
    let growth = try Instructions.growth(from: Self.comments(1_000), to: Self.comments(10_000))
    #expect(growth < 13, "\(growth) times the instructions for ten times the comments")
  }
}
