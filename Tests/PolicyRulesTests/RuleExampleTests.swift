import PolicyText
import PolicyRules
import Testing

/// The examples of the documentation are the first tests of their rules.
@Suite struct RuleExampleTests {
  static let rules =
    RuleRegistry.rules.map { $0.info.id.rawValue }

  @Test(arguments: rules)
  func `a bad example reports exactly at its mark and nothing else`(id: String) throws {
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
  func `a good example is silent`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let found = Checking.diagnostics(
      example: ExamplePolicy.policies(info.examples.good, info.examples.kind), info.examples.kind)
    #expect(found.isEmpty, "\(Checking.describe(found))")
  }

  @Test(arguments: rules)
  func `messages are in house style`(id: String) throws {
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
  func `the fix of a bad example removes its finding and breaks nothing`(id: String) throws {
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
