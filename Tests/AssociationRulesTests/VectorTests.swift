import AssociationFiles
import Foundation
import PolicyText
import PolicyTestSupport
import Testing

/// Findings against answers of the platforms themselves.
@Suite struct VectorTests {
  static func read(_ text: String, _ name: String) -> SourceTree {
    JSONReader.read(SourceFile(name: name, bytes: Array(text.utf8)), file: FileID(0)).tree
  }

  /// What says that a rule never decides.
  static let never: Set<RuleID> = [
    "link-exclude-unreachable", "link-rule-unreachable", "link-rule-never-matches",
    "link-variable-undefined",
    "link-rule-path-has-query", "link-rules-only-exclude",
  ]

  @Test func `no rule that decided on a device is called unreachable`() throws {
    var decided = 0
    for row in try Fixtures.table("aasa_components.tsv") {
      let component = try #require(row["component_json"])
      let variables = try #require(row["substitution_variables_json"])
      let text = """
        {"applinks": {"substitutionVariables": \(variables.isEmpty ? "{}" : variables),
         "details": [{"appIDs": ["R7KM2QX94T.a"], "components": [\(component)]}]}}
        """
      decided += check(text, try #require(row["url"]), domain: "example.com")
    }
    let lines = String(decoding: try Fixtures.vectors("aasa_documents.jsonl"), as: UTF8.self)
      .split(separator: "\n")
    for line in lines {
      let tree = Self.read(String(line), "documents")
      let root = try #require(tree.root)
      let file = try #require(tree.value(of: "aasa", in: root))
      let url = try #require(tree.value(of: "url", in: root))
      let domain = try #require(tree.value(of: "domain", in: root))
      decided += check(
        tree.source.text(tree.span(file)), tree.text(url).string,
        domain: tree.text(domain).string)
    }
    #expect(decided > 45)
  }

  /// Returns 1 where a rule decided about the URL.
  private func check(_ text: String, _ url: String, domain: String) -> Int {
    let tree = Self.read(text, "apple-app-site-association")
    let matcher = AppleLinkMatcher(
      AppleAppSiteAssociation(reading: tree), domain: ExactString(domain))
    let found = Checking.apple(text).filter { Self.never.contains($0.rule) }
    let rules = matcher.answer(ExactString(url)).steps.filter { $0.mismatch == nil }
    for rule in rules {
      guard let node = rule.node else { continue }
      let span = tree.span(node)
      let about = found.filter { span.contains($0.location.span) && $0.severity >= .warning }
      #expect(about.isEmpty, "\(url)\n\(text)\n\(Checking.describe(about))")
    }
    return rules.isEmpty ? 0 : 1
  }

  /// What is said of values that Google's conformance tests use and people should not.
  static let taste: Set<RuleID> = [
    "documentation-example", "fingerprint-single", "android-package-name-format",
    "fingerprint-public-debug-key",
    "credentials-missing",
  ]

  @Test
  func `every fault of Google's conformance tests is a finding, and nothing else is an error`()
    throws
  {
    var lists = 0
    var faults = 0
    for row in try Fixtures.table("assetlinks_conformance.tsv") {
      let pages = try #require(row["web_content"]).components(separatedBy: " || ")
      for page in pages where page.contains(" => ") {
        let text = page.components(separatedBy: " => ").dropFirst().joined(separator: " => ")
        let read = JSONReader.read(
          SourceFile(name: "assetlinks.json", bytes: Array(text.utf8)), file: FileID(0))
        let found = Checking.android(text)
        lists += 1
        if !read.diagnostics.isEmpty {
          #expect(found.contains { $0.severity == .error })
          continue
        }
        let problems = AssetLinks(reading: read.tree).problems
        for problem in problems {
          faults += 1
          let node = try #require(problem.node)
          // The place is the value at fault, or a key of the object in which something is missing.
          let span = read.tree.span(read.tree.parent(node) ?? node)
          let about = found.filter { span.contains($0.location.span) && $0.severity >= .warning }
          #expect(!about.isEmpty, "\(problem.kind) \(text)")
        }
        let errors = found.filter { $0.severity == .error && !Self.taste.contains($0.rule) }
        if problems.isEmpty {
          #expect(errors.isEmpty, "\(row["id"] ?? "") \(text)\n\(Checking.describe(errors))")
        }
      }
    }
    #expect(lists > 90 && faults > 50)
  }
}
