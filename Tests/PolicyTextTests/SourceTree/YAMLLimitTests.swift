import PolicyText
import Testing

/// Hostile files end in one located finding.
@Suite struct YAMLLimitTests {
  private static func limits(_ change: (inout ReadingLimits) -> Void) -> ReadingLimits {
    var limits = ReadingLimits()
    change(&limits)
    return limits
  }

  @Test(arguments: ["[", "{a: ", "- "]) func `256 levels are read and 257 are not`(open: String) {
    let close = open == "[" ? "]" : open == "- " ? "" : "}"
    for (levels, rules) in [(256, [String]()), (257, ["yaml-limit"])] {
      let text =
        String(repeating: open, count: levels) + "x" + String(repeating: close, count: levels)
      let sample = Sample(yaml: text)
      #expect(sample.rules == rules)
      #expect(sample.faults == [])
      if levels == 257 {
        #expect(sample.diagnostics.first?.location.span.start == 256 * open.utf8.count)
      }
    }
  }

  @Test func `aliases stand for so many nodes and no more`() {
    let limits = Self.limits { $0.aliasedNodes = 10 }
    #expect(Sample(yaml: "a: &a [1, 2, 3, 4]\nb: *a\nc: *a\n", limits: limits).rules == [])
    let over = Sample(yaml: "a: &a [1, 2, 3, 4]\nb: *a\nc: *a\nd: *a\n", limits: limits)
    #expect(over.findings == ["yaml-limit: *a"])
    #expect(over.firstPlace == "4:4")
  }

  @Test func `aliases of aliases multiply`() {
    let levels = (1...9).map { level in
      let aliases = Array(repeating: "*l\(level - 1)", count: 10).joined(separator: ", ")
      return "l\(level): &l\(level) [\(aliases)]\n"
    }
    let sample = Sample(yaml: "l0: &l0 x\n" + levels.joined())
    #expect(sample.rules == ["yaml-limit"])
  }

  @Test func `a long text behind many aliases counts for its length`() {
    let text = String(repeating: "x", count: 100_000)
    let aliases = (0..<1000).map { _ in "- *a\n" }.joined()
    #expect(Sample(yaml: "a: &a \(text)\nb:\n\(aliases)").rules == ["yaml-limit"])
  }

  @Test func `entries, scalars, files, directives and findings are bounded`() {
    let three = Self.limits {
      $0.keys = 3
      $0.scalar = 8
    }
    #expect(Sample(yaml: "a: 1\nb: 2\nc: 3\n", limits: three).rules == [])
    let keys = Sample(yaml: "a: 1\nb: 2\nc: 3\nd: 4\n", limits: three)
    #expect(keys.rules == ["yaml-limit"])
    #expect(keys.firstPlace == "4:1")
    #expect(Sample(yaml: "[1, 2, 3, 4]", limits: three).firstPlace == "1:11")
    #expect(Sample(yaml: "a: 12345678\n", limits: three).rules == [])
    #expect(Sample(yaml: "a: 123456789\n", limits: three).firstPlace == "1:4")
    #expect(Sample(yaml: "a: \"\\x41234567890\"\n", limits: three).rules == ["yaml-limit"])
    #expect(
      Sample(json: "{\"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4}", limits: three).rules == [
        "yaml-limit"
      ])
    #expect(Sample(json: "[\"123456789\"]", limits: three).rules == ["yaml-limit"])
    #expect(Sample(json: "[123456789]", limits: three).rules == ["yaml-limit"])
    let small = Self.limits { $0.bytes = 4 }
    #expect(Sample(yaml: "abcde", limits: small).rules == ["yaml-limit"])
    #expect(Sample(json: "12345", limits: small).rules == ["yaml-limit"])
    let directives = (0..<100).map { "%TAG !t\($0)! tag:x,2025:\n" }.joined()
    #expect(Sample(yaml: "\n# c\n" + directives + "---\na: 1\n").firstPlace == "67:1")
    let few = Self.limits { $0.findings = 3 }
    let tags = Sample(yaml: "[!a x, !b x, !c x, !d x, !e x]", limits: few)
    #expect(tags.rules == ["yaml-unsupported", "yaml-unsupported", "yaml-limit"])
  }
}
