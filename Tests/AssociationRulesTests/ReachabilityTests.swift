import AssociationFiles
import PolicyTestSupport
import PolicyText
import Testing

/// Compares the analysis of unreachable rules with the matcher.
@Suite struct ReachabilityTests {
  /// All paths of up to five characters: `a`, `b`, `/`, and one that no pattern contains.
  static let paths: [String] = {
    var all = ["/"]
    var last = ["/"]
    for _ in 0..<5 {
      last = last.flatMap { path in ["a", "b", "/", "q"].map { path + $0 } }
      all += last
    }
    return all
  }()

  static func pattern(_ random: inout SeededRandom) -> ExactString {
    let words = ["a", "b", "/", "*", "?", "/*", "/a", "$(v)", "$(lower)"]
    let count = Int.random(in: 1...4, using: &random)
    let text = (0..<count).map { _ in words.randomElement(using: &random) ?? "a" }.joined()
    return ExactString(Bool.random(using: &random) ? "/" + text : text)
  }

  static let variables = [AppleSubstitutionVariable("v", ["a", "b*", "ab"])]

  static func matcher(_ rules: ArraySlice<AppleLinkComponent>) -> AppleLinkMatcher {
    AppleLinkMatcher(
      AppleAppSiteAssociation(
        applinks: AppleLinks(
          details: [AppleLinkEntry(appIDs: ["x"], rules: .components(Array(rules)))],
          substitutionVariables: variables)),
      domain: "h.example")
  }

  static func matches(_ matcher: AppleLinkMatcher, _ path: String) -> Bool {
    matcher.answer(ExactString("https://h.example" + path)).decision("x").entry != nil
  }

  @Test(arguments: 0..<TestForm.size(5, full: 16))
  func `the analysis agrees with the matcher on every short path`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) &* 7_919 &+ 3)
    var covered = 0
    var proven = 0
    for _ in 0..<20 {
      let rules = (0..<Int.random(in: 2...4, using: &random)).map { _ -> AppleLinkComponent in
        var rule = AppleLinkComponent(path: Self.pattern(&random))
        if Int.random(in: 0..<6, using: &random) == 0 { rule.caseSensitive = false }
        return rule
      }
      let verdicts = RuleReachability(rules, variables: LinkVariables(Self.variables)).verdicts
      for (index, verdict) in verdicts.enumerated() {
        let own = Self.matcher(rules[index...index])
        let above = Self.matcher(rules[..<index])
        let description = rules.map { $0.path?.string ?? "-" }.description
        switch verdict {
        case .covered(let by):
          covered += 1
          #expect(by.allSatisfy { $0 < index })
          for path in Self.paths where Self.matches(own, path) {
            #expect(Self.matches(above, path), "\(path) of rule \(index) in \(description)")
          }
        case .never:
          for path in Self.paths {
            #expect(!Self.matches(own, path), "\(path) of rule \(index) in \(description)")
          }
        case .reachable(let path):
          // A path that this rule decides about proves it.
          proven += 1
          let isOwn = Self.matches(own, path.string)
          #expect(isOwn, "\(path) of rule \(index) in \(description)")
          let isAccepted = Self.matches(above, path.string)
          #expect(!isAccepted, "\(path) of rule \(index) in \(description)")
        case .unknown: Issue.record("undecided: rule \(index) in \(description)")
        }
      }
    }
    #expect(covered > 0 && proven > 10)
  }

  @Test(arguments: 0..<20)
  func `a rule with a query that is reported as covered is covered`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) &* 104_729 &+ 11)
    let queries = ["", "?x=a", "?x=", "?x=b&y=a", "?y=ab", "?x=a&x=b", "?x=A", "?x=%61"]
    for _ in 0..<20 {
      let rules = (0..<3).map { _ -> AppleLinkComponent in
        var rule = AppleLinkComponent(
          path: ["/*", "/a", "/a/*", "*"].randomElement(using: &random).map { ExactString($0) })
        let names = ["x", "y"].shuffled(using: &random)
          .prefix(Int.random(in: 0...2, using: &random))
        if !names.isEmpty {
          rule.query = .items(
            names.map {
              LinkQueryItem(
                ExactString($0),
                ExactString(["*", "?*", "a", "a*", "?"].randomElement(using: &random) ?? "a"))
            })
        }
        if Int.random(in: 0..<5, using: &random) == 0 { rule.percentEncoded = false }
        if Int.random(in: 0..<5, using: &random) == 0 { rule.caseSensitive = false }
        return rule
      }
      let verdicts = RuleReachability(rules, variables: LinkVariables()).verdicts
      for (index, verdict) in verdicts.enumerated() {
        guard case .covered = verdict else { continue }
        let own = Self.matcher(rules[index...index])
        let above = Self.matcher(rules[..<index])
        for path in ["/", "/a", "/a/b", "/b"] {
          for query in queries where Self.matches(own, path + query) {
            #expect(Self.matches(above, path + query), "\(path)\(query) of \(rules[index])")
          }
        }
      }
    }
  }

  @Test func `a rule that several rules cover together is covered`() {
    func verdicts(_ paths: ExactString...) -> [RuleReachability.Verdict] {
      RuleReachability(
        paths.map { AppleLinkComponent(path: $0) }, variables: LinkVariables()
      ).verdicts
    }
    #expect(verdicts("/", "/?*", "*").last == .covered(by: [0, 1]))
    #expect(verdicts("/orders/*", "/orders").last == .covered(by: [0]))
    #expect(verdicts("/orders/*", "/orders/new/*").last == .covered(by: [0]))
    #expect(verdicts("/$(alnum)", "/$(digit)").last == .covered(by: [0]))
    #expect(verdicts("/$(region)/shop", "/DE/shop").last == .covered(by: [0]))
    #expect(verdicts("/x#y").last == .never)
    #expect(verdicts("/a", "/a/b").last == .reachable(path: "/a/b"))
  }
}

/// Applies advice about the order of rules and checks the result with the matcher.
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

  /// Returns the index of the rule at a location. Each rule has its own line.
  private static func rule(_ location: PolicyText.SourceLocation, _ text: String) -> Int {
    let before = text.utf8.prefix(location.span.start)
    return before.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) } - 1
  }

  @Test(arguments: 0..<TestForm.size(6, full: 40))
  func `following the advice never excludes less and leaves no exclude unreachable`(seed: Int) {
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
          Issue.record("the finding doesn't name the rule above\n\(text)")
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
      // The help never suggests moving a rule that opens links above an exclude.
      for finding in Checking.apple(text) where finding.rule == "link-rule-unreachable" {
        #expect(finding.help?.hasPrefix("move") == false)
      }
    }
    #expect(followed > 0)
  }
}
