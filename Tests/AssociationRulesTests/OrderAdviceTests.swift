import AssociationFiles
import PolicyText
import PolicyTestSupport
import Testing

/// Advice about the order of rules, followed and asked of the matcher.
@Suite struct OrderAdviceTests {
  private static func file(_ rules: [(path: String, exclude: Bool)]) -> String {
    let components = rules.map {
      "{ \"/\": \"\($0.path)\"\($0.exclude ? ", \"exclude\": true" : "") }"
    }
    return """
      { "applinks": { "details": [{ "appIDs": ["R7KM2QX94T.com.birch.shop"], "components": [
      \(components.joined(separator: ",\n"))
      ] }] } }
      """
  }

  private static func matcher(_ rules: [(path: String, exclude: Bool)]) -> AppleLinkMatcher {
    ReachabilityTests.matcher(
      rules.map { AppleLinkComponent(path: ExactString($0.path), exclude: $0.exclude) }[...])
  }

  /// The number of the rule that a finding or a note stands at: one line each.
  private static func rule(_ location: PolicyText.SourceLocation, _ text: String) -> Int {
    let before = text.utf8.prefix(location.span.start)
    return before.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) } - 1
  }

  @Test(arguments: 0..<TestForm.size(6, full: 40))
  func `who follows it excludes no less and kills no rule`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) &* 104_729 &+ 11)
    let patterns = ["*", "/*", "/a/*", "/a", "/b/*", "/a/b", "/a/b/*", "/b", "*/b", "/a*", "/?"]
    var followed = 0
    for _ in 0..<60 {
      let rules = (0..<Int.random(in: 2...5, using: &random)).map { _ in
        (path: random.one(of: patterns), exclude: random.once(in: 2))
      }
      let text = Self.file(rules)
      let before = Self.matcher(rules)
      for finding in Checking.apple(text) where finding.rule == "link-exclude-unreachable" {
        guard finding.help?.hasPrefix("move") == true else { continue }
        followed += 1
        let places = [finding.location] + finding.notes.dropFirst().compactMap(\.location)
        let excludes = places.map { Self.rule($0, text) }
        guard let target = finding.notes.first?.location.map({ Self.rule($0, text) }) else {
          Issue.record("no rule is named above\n\(text)")
          continue
        }
        var order = Array(rules.indices)
        order.removeAll { excludes.contains($0) }
        order.insert(contentsOf: excludes, at: order.firstIndex(of: target) ?? 0)
        let changed = order.map { rules[$0] }
        let after = Self.matcher(changed)
        var living: Set<Int> = []
        for path in ReachabilityTests.paths {
          let url = ExactString("https://h.example" + path)
          if before.answer(url).decision("x").outcome == .exclude {
            #expect(after.answer(url).decision("x").outcome == .exclude, "\(path)\n\(text)")
          }
          for (index, rule) in excludes.enumerated() where !living.contains(rule) {
            let place = order.firstIndex(of: excludes[index]) ?? 0
            let above = ReachabilityTests.matcher(
              changed[..<place].map { AppleLinkComponent(path: ExactString($0.path)) }[...])
            let own = Self.matcher([rules[rule]])
            if ReachabilityTests.matches(own, path), !ReachabilityTests.matches(above, path) {
              living.insert(rule)
            }
          }
        }
        #expect(living == Set(excludes), "\(text)")
      }
      // A rule that opens links is never told to move above an exclude.
      for finding in Checking.apple(text) where finding.rule == "link-rule-unreachable" {
        #expect(finding.help?.hasPrefix("move") == false)
      }
    }
    #expect(followed > 0)
  }

  @Test func `no advice where the exclude would take everything`() {
    let found = Checking.apple(Self.file([("/a", false), ("*", false), ("*", true)]))
    let exclude = found.first { $0.rule == "link-exclude-unreachable" }
    #expect(exclude?.help?.hasPrefix("move") == false)
    let good = Checking.apple(Self.file([("/a", false), ("/*", false), ("/b/*", true)]))
      .first { $0.rule == "link-exclude-unreachable" }
    #expect(good?.help == "move it above `/*`")
  }
}
