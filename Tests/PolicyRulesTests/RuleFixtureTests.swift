import Foundation
import PolicyText
import PolicyRules
import PolicyTestSupport
import Testing

/// What examples cannot show: `Tests/Fixtures/rules/<rule-id>/*.yaml`.
///
/// A comment `# ⟵ rule-id` (several with commas) ends a line on which exactly these rules report at or
/// above warning; notes may be named too and are compared where they are. Files `ok-*.yaml` are silent
/// for the rule of their folder.
@Suite struct RuleFixtureTests {
  static let folder = Fixtures.root.appending(path: "Tests/Fixtures/rules")

  static let files: [String] = {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  @Test(arguments: files)
  func `each fixture reports what its comments say`(path: String) throws {
    let file = Self.folder.appending(path: path)
    let text = try String(contentsOf: file, encoding: .utf8)
    let rule = RuleID(rawValue: file.deletingLastPathComponent().lastPathComponent)
    #expect(RuleRegistry.info(for: rule) != nil)
    var expected: [Int: Set<String>] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let mark = line.range(of: "# ⟵ ") else { continue }
      expected[index + 1] = Set(
        line[mark.upperBound...].split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces)
        })
    }
    let report = Checking.report([Array(text.utf8)])
    var found: [Int: Set<String>] = [:]
    for finding in report.diagnostics {
      let line = report.sources[0].position(of: finding.location.span.start).line
      let isNamed = expected[line]?.contains(finding.rule.rawValue) == true
      guard finding.severity >= .warning || isNamed || finding.rule == rule else { continue }
      if file.lastPathComponent.hasPrefix("ok-"), finding.rule != rule { continue }
      found[line, default: []].insert(finding.rule.rawValue)
    }
    #expect(found == expected, "\(Checking.describe(report.diagnostics))")
    if !file.lastPathComponent.hasPrefix("ok-") {
      #expect(expected.values.contains { $0.contains(rule.rawValue) })
    }
  }
}
