import AssociationFiles
import PolicyTestSupport
import PolicyText
import Testing

/// Compares sets of links with the matchers of both platforms, on every short link.
@Suite struct LinkSetTests {
  /// A list of rules in the formats of both platforms.
  private struct Rules: CustomStringConvertible {
    var ios: [AppleLinkComponent] = []
    var android: [DynamicRule]?

    var set: LinkSet {
      android.map { LinkSet($0) } ?? LinkSet(ios, variables: LinkVariables(LinkSetTests.variables))
    }

    var opens: (ExactString) -> Bool {
      if let android {
        var statement = AssetStatement(
          relations: [AssetLinks.handleAllURLs],
          target: .androidApp(package: "x", fingerprints: []))
        statement.dynamicRules = DynamicRules(android)
        let matcher = AndroidLinkMatcher(AssetLinks([statement]), host: "h.example")
        // With an empty list, the manifest decides.
        return { !android.isEmpty && matcher.answer($0).opens == ["x"] }
      }
      let links = AppleLinks(
        details: [AppleLinkEntry(appIDs: ["x"], rules: .components(ios))],
        substitutionVariables: LinkSetTests.variables)
      let matcher = AppleLinkMatcher(AppleAppSiteAssociation(applinks: links), domain: "h.example")
      return { matcher.answer($0).opens == ["x"] }
    }

    var description: String {
      (ios.map { $0.json.text() } + (android ?? []).map { $0.json.text() }).description
    }
  }

  private static let variables = [AppleSubstitutionVariable("v", ["a", "B*", "ab"])]

  private static func strings(_ parts: [String], upTo length: Int) -> [String] {
    var last = [""]
    return [""]
      + (0..<length).flatMap { _ -> [String] in
        last = last.flatMap { start in parts.map { start + $0 } }
        return last
      }
  }

  private static let paths = strings(["a", "b", "B", "/", ".", "z"], upTo: 4).map { "/" + $0 }
  private static let tails =
    strings(["a", "b", "=", "&", ";"], upTo: 4).map { $0.isEmpty ? "" : "?" + $0 }
    + [
      "#", "#a", "#b", "#ab", "?a=b#a", "?b#b", "?a=b&b=a", "?a=b&a=b", "?a=a&a=b", "?A=b", "?a=B",
    ]
  private static let escapes = strings(["a", "%41", "%61", "%2F", "/", "%2f"], upTo: 4)
    .map { "/" + $0 }

  private static func links(_ random: inout SeededRandom) -> [ExactString] {
    let all =
      paths + tails.flatMap { tail in ["/", "/a", "/b"].map { $0 + tail } } + escapes + [""]
    return all.shuffled(using: &random).prefix(TestForm.isFull ? all.count : 800)
      .map { ExactString("https://h.example" + $0) }
      .sorted { $0.utf8.count < $1.utf8.count }
  }

  private static func pattern(_ random: inout SeededRandom, _ words: [String]) -> ExactString {
    let count = Int.random(in: 1...3, using: &random)
    return ExactString(
      (0..<count).map { _ in words.randomElement(using: &random) ?? "a" }.joined())
  }

  private static func ios(_ random: inout SeededRandom, decodes: Bool) -> AppleLinkComponent {
    let words = ["a", "b", "B", "/", "*", "?", "/*", "/a", "$(v)", "$(lower)", "."]
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    var rule = AppleLinkComponent()
    if !chance(5) {
      rule.path = pattern(&random, words)
      if !chance(3) { rule.path = ExactString("/" + (rule.path?.string ?? "")) }
    }
    if chance(3) {
      rule.query =
        chance(3)
        ? .pattern(pattern(&random, ["a", "=", "*", "?", "&", "b"]))
        : .items(
          (0..<Int.random(in: 1...2, using: &random)).map { _ in
            LinkQueryItem(
              ["a", "b"].randomElement(using: &random) ?? "a",
              pattern(&random, ["a", "b", "*", "?", "?*"]))
          })
    }
    if chance(6) { rule.fragment = pattern(&random, ["a", "b", "*", "?"]) }
    if chance(3) { rule.exclude = true }
    if chance(5) { rule.caseSensitive = false }
    if decodes, chance(2) { rule.percentEncoded = false }
    return rule
  }

  private static func android(_ random: inout SeededRandom) -> DynamicRule {
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    var rule = DynamicRule()
    if !chance(5) {
      rule.path = pattern(&random, ["a", "b", "/", "*", "?", "/*", ".", "**", "*.", "\\"])
      if !chance(3) { rule.path = ExactString("/" + (rule.path?.string ?? "")) }
    }
    if chance(3) {
      rule.query = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        LinkQueryItem(
          ["a", "b", "*"].randomElement(using: &random) ?? "a",
          pattern(&random, ["a", "b", "*", "?", ";"]))
      }
    }
    if chance(6) { rule.fragment = pattern(&random, ["a", "b", "*", "?"]) }
    if chance(3) { rule.exclude = true }
    return rule
  }

  enum Platform: CaseIterable { case ios, decodedIOS, android }

  /// All pairs of random lists: 10,332 in the full form, a million with `LINKPOLICY_FULL_TESTS=97`.
  @Test(arguments: Platform.allCases, 0..<TestForm.size(2, full: 2))
  func `a difference is real, and its example is the shortest`(platform: Platform, seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) &* 7_919 &+ 11)
    let links = Self.links(&random)
    let lists = (0..<(TestForm.isFull ? 42 : 6)).map { _ in
      let count = Int.random(in: 1...3, using: &random)
      return platform == .android
        ? Rules(android: (0..<count).map { _ in Self.android(&random) })
        : Rules(ios: (0..<count).map { _ in Self.ios(&random, decodes: platform == .decodedIOS) })
    }
    let (sets, matchers) = (lists.map(\.set), lists.map(\.opens))
    let opens = matchers.map { links.map($0) }
    for (one, other) in lists.indices.flatMap({ one in lists.indices.map { (one, $0) } })
    where one != other {
      let shortest = links.indices.first { opens[one][$0] && !opens[other][$0] }.map { links[$0] }
      let context = "\(lists[one]) without \(lists[other])"
      let difference = sets[one].subtracting(sets[other])
      switch difference.example(host: "h.example", work: 64_000_000) {
      case .undecided: Issue.record("undecided: \(context)")
      case .none:
        if let shortest { Issue.record("\(shortest) is in \(context)") }
      case .link(let link):
        if !matchers[one](link) || matchers[other](link) {
          Issue.record("\(link) isn't in \(context)")
        }
        // iOS treats an empty path as `/`.
        if let shortest, platform != .decodedIOS, shortest != "https://h.example",
          link.utf8.count > shortest.utf8.count
        {
          Issue.record("\(link) instead of \(shortest) in \(context)")
        }
      }
    }
  }

  @Test func `the operations follow the laws of sets`() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<TestForm.size(20, full: 2_000) {
      func set() -> LinkSet {
        LinkSet(
          (0..<2).map { _ in Self.ios(&random, decodes: false) },
          variables: LinkVariables(Self.variables))
      }
      let (a, b, c) = (set(), set(), set())
      let left = a.intersection(b.union(c))
      let right = a.intersection(b).union(a.intersection(c))
      #expect(left.subtracting(right).example(host: "h.example") == .none)
      #expect(right.subtracting(left).example(host: "h.example") == .none)
      let both = a.union(b).complement
      let each = a.complement.intersection(b.complement)
      #expect(both.subtracting(each).example(host: "h.example") == .none)
      #expect(a.intersection(a.complement).example(host: "h.example") == .none)
    }
  }

  @Test func `a search that exceeds the work limit is undecided`() {
    let rules = (0..<16).map { AppleLinkComponent(path: ExactString("/*\($0)*\($0)*")) }
    let set = LinkSet(rules, variables: LinkVariables())
    let other = LinkSet(Array(rules.reversed()), variables: LinkVariables())
    let difference = set.subtracting(other)
    #expect(difference.example(host: "h.example", work: 1_000) == .undecided)
  }
}
