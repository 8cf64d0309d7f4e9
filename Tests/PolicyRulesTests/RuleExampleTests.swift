import Foundation
import PolicyRules
import PolicyTestSupport
import PolicyText
import Testing

/// The examples in the documentation are the first tests of their rules.
@Suite struct RuleExampleTests {
  static let rules =
    RuleRegistry.rules.map { $0.info.id.rawValue }

  @Test(arguments: rules)
  func `a bad example is reported exactly at its mark, and nothing else is`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let files = ExamplePolicy.policies(info.examples.bad, info.examples.kind)
      .map(Checking.marked)
    let marks = files.compactMap(\.span)
    #expect(marks.count == 1)
    let found = Checking.diagnostics(example: files.map(\.text), info.examples.kind)
    let own = found.filter { $0.rule == info.id }
    #expect(own.count == 1, "\(Checking.describe(found))")
    #expect(own.first?.location.span == marks.first, "\(Checking.describe(found))")
    #expect(own.first?.severity == info.severity)
    let others = found.filter { $0.rule != info.id && $0.severity >= .warning }
    #expect(others.isEmpty, "\(Checking.describe(others))")
  }

  @Test(arguments: rules)
  func `a good example has no finding of its rule`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let found = Checking.diagnostics(
      example: ExamplePolicy.policies(info.examples.good, info.examples.kind), info.examples.kind)
    #expect(found.isEmpty, "\(Checking.describe(found))")
  }

  @Test(arguments: rules)
  func `messages follow the writing style`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let files = ExamplePolicy.policies(info.examples.bad, info.examples.kind)
    let texts = files.map { Checking.marked($0).text }
    for finding in Checking.diagnostics(example: texts, info.examples.kind) {
      #expect(finding.message.last != ".")
      #expect(!finding.message.contains("\n"))
      #expect(finding.help?.last != ".")
      if finding.rule == info.id { #expect(finding.help != nil, "\(id) has no help") }
    }
    #expect(info.summary.last != ".")
    #expect(info.why.last == "." || info.why.last == ")")
  }

  @Test(arguments: rules)
  func `the fix of a bad example removes its finding and causes no other`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    var files = ExamplePolicy.policies(info.examples.bad, info.examples.kind)
      .map { Array(Checking.marked($0).text.utf8) }
    let before = Checking.report(files).diagnostics
    guard let fix = before.first(where: { $0.rule == info.id })?.fixes.first else { return }
    #expect(info.isFixable)
    for edit in fix.edits.sorted(by: { $0.location.span > $1.location.span }) {
      let span = edit.location.span
      files[edit.location.file.index].replaceSubrange(
        span.start..<span.end, with: edit.replacement.utf8)
    }
    let after = Checking.report(files).diagnostics
    #expect(!after.contains { $0.rule == info.id }, "\(Checking.describe(after))")
    #expect(after.count < before.count, "\(Checking.describe(after))")
  }
}

/// Fixtures in addition to the examples: `Tests/Fixtures/rules/<rule-id>/*.yaml`.
///
/// A line ends in the comment `# ⟵ rule-id` (several with commas) if exactly these rules report it
/// as a warning or error. Notes may be listed too, and are compared on these lines. Files named
/// `ok-*.yaml` must have no finding of their folder's rule.
@Suite struct RuleFixtureTests {
  static let folder = Fixtures.root.appending(path: "Tests/Fixtures/rules")

  static let files: [String] = {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  @Test(arguments: files)
  func `each fixture has the findings in its comments`(path: String) throws {
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

/// Fixes that remove an entry don't change other entries.
@Suite struct ItemRemovalTests {
  static func fixed(_ lines: String, _ rule: RuleID) throws -> String? {
    let head =
      "linkpolicy: 1\nname: example\nproviders:\n  firebase:\n    project_id: { prod: p }\n"
    let policy = head + lines
    let finding = try #require(Checking.diagnostics(policy).first { $0.rule == rule })
    guard let edit = finding.fixes.first?.edits.first else { return nil }
    var bytes = Array(policy.utf8)
    let span = edit.location.span
    bytes.replaceSubrange(span.start..<span.end, with: edit.replacement.utf8)
    return String(String(decoding: bytes, as: UTF8.self).dropFirst(head.count))
  }

  @Test(
    arguments: [
      ("[p.firebaseapp.com, p.firebaseapp.com]", "[p.firebaseapp.com]"),
      (
        "[p.firebaseapp.com, 'p.firebaseapp.com' , a.example]",
        "[p.firebaseapp.com , a.example]"
      ),
      (
        "\n        - p.firebaseapp.com # ours\n        - p.firebaseapp.com # again\r\n        - a.example",
        "\n        - p.firebaseapp.com # ours\n        - a.example"
      ),
    ])
  func `the second entry of a list is removed`(list: String, left: String) throws {
    #expect(
      try Self.fixed(
        "    authorized_domains:\n      prod: \(list)\n", "authorized-domain-redundant")
        == "    authorized_domains:\n      prod: \(left)\n")
  }

  @Test func `only the entry of a multi-line list is removed`() throws {
    let list = "[p.firebaseapp.com\n        , \"p.firebase\\\n        app.com\"\n        ]"
    let text = try Self.fixed(
      "    authorized_domains: { prod: \(list) }\n", "authorized-domain-redundant")
    #expect(text == "    authorized_domains: { prod: [p.firebaseapp.com\n        \n        ] }\n")
  }

  @Test(
    arguments: [
      (
        "        url: { prod: https://a.example/ }\n        dynamic_link_domain: x.example\n",
        "        url: { prod: https://a.example/ }\n"
      ),
      (
        "        { dynamic_link_domain: x.example, url: { prod: https://a.example/ } }\n",
        "        { url: { prod: https://a.example/ } }\n"
      ),
      (
        "        { url: { prod: https://a.example/ }, dynamic_link_domain: { prod: x.example } }\n",
        "        { url: { prod: https://a.example/ } }\n"
      ),
    ])
  func `a key is removed with its value`(action: String, left: String) throws {
    let head = "    email_actions:\n      verify_email:\n"
    #expect(try Self.fixed(head + action, "link-domain-retired") == head + left)
  }
}
