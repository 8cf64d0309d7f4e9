import AssociationFiles
import PolicyTestSupport
import PolicyText
import Testing

struct PortableRuleTests {
  private typealias Reason = LinkDifference.Reason

  @Test(arguments: [
    ("/p", ["/p", "/p/"]), ("/p/", ["/p", "/p/"]), ("//p", ["/p", "/p/"]), ("p", ["/p", "/p/"]),
    ("/p/*", ["/p", "/p/*"]), ("p/*", ["/p", "/p/*"]), ("/p*", ["/p*"]), ("/p/**", ["/p/?*"]),
    ("*", ["*"]), ("/*", ["*"]), ("/", ["/"]), ("", ["/"]), ("?*", ["*"]),
    ("/p/?*", ["/p/?*"]), ("/p/*?", ["/p/?*"]), ("/a/?/c", ["/a/?/c", "/a/?/c/"]),
    ("/a%20b", ["/a b", "/a b/"]), ("/caf%C3%A9/*", ["/café", "/café/*"]),
    ("/__/auth/links", ["/__/auth/links", "/__/auth/links/"]), ("/a/?", ["/a/?", "/a/?/"]),
  ])
  func `a portable path becomes equivalent Android patterns`(path: String, android: [String]) {
    let rule = PortableRule(LinkRule(path: ExactString(path)))
    #expect(rule.difference == nil)
    #expect(rule.dynamicRules.map(\.path) == android.map { ExactString($0) })
    // Apple documents patterns with a leading slash.
    let written = path.hasPrefix("p") ? "/" + path : path
    #expect(rule.component == AppleLinkComponent(path: ExactString(written)))
  }

  @Test func `query and fragment patterns that match everything are omitted`() {
    let query = [LinkQueryItem("a", "*"), LinkQueryItem("b%20c", "x%2B?*")]
    let rule = PortableRule(LinkRule(query: query, fragment: "*"))
    #expect(rule.difference == nil)
    #expect(rule.dynamicRules == [DynamicRule(query: [LinkQueryItem("b c", "x+?*")])])
    let all = PortableRule(LinkRule(query: [LinkQueryItem("a", "*")]))
    #expect(all.dynamicRules == [DynamicRule(path: "*")])
  }

  @Test(arguments: [
    (LinkRule(path: "/a/*/c"), Reason.innerStar, ["/a/*/c", "/a/*/c/"]),
    (LinkRule(path: "*.html"), .innerStar, ["*.html", "*.html/"]),
    (LinkRule(path: "/$(lang)"), .variable, []),
    (LinkRule(path: "/p", caseSensitive: false), .caseSensitive, ["/p", "/p/"]),
    (LinkRule(path: "/p", percentEncoded: false), .percentEncoded, ["/p", "/p/"]),
    (LinkRule(query: [LinkQueryItem("a", "")]), .emptyPattern, []),
    (LinkRule(fragment: ""), .emptyPattern, []),
    (LinkRule(path: "/a%2Ab"), .encodedWildcard, []),
    (LinkRule(path: "/a%2Fb"), .encodedDelimiter, []),
    (LinkRule(query: [LinkQueryItem("a", "x;y")]), .encodedDelimiter, []),
    (LinkRule(path: "/a%zz"), .brokenEscape, []),
    (LinkRule(path: "/a%FF"), .brokenEscape, []),
    (LinkRule(path: "/café"), .unencodedText, []),
    (LinkRule(path: "/id/????"), .finalQuestionMark, ["/id/????/"]),
    (LinkRule(path: "/v1.2/?/x"), .dotInGlob, []),
    (LinkRule(query: [LinkQueryItem("a*", "1")]), .wildcardInName, []),
    (LinkRule(query: [LinkQueryItem("a", "1"), LinkQueryItem("a", "2")]), .repeatedName, []),
  ])
  func `a rule that Android can't express opens fewer links or blocks fewer`(
    rule: LinkRule, reason: LinkDifference.Reason, android: [String]
  ) throws {
    let allow = PortableRule(rule)
    let difference = try #require(allow.difference)
    #expect(difference.effect == .opensLess)
    #expect(difference.issues.map(\.reason).contains(reason))
    #expect(allow.dynamicRules.compactMap(\.path) == android.map { ExactString($0) })
    var exclude = rule
    exclude.exclude = true
    let blocked = try #require(PortableRule(exclude).difference)
    // On Android, such an exclude may match more links, so the app opens fewer.
    let isWider: Set<Reason> = [.unencodedText, .finalQuestionMark, .dotInGlob]
    #expect(blocked.effect == (isWider.contains(reason) ? .opensLess : .blocksLess))
  }

  @Test func `a list of rules ends with one for all other links`() {
    let rules = PortableRules([
      LinkRule(path: "/flip/debug/*", exclude: true), LinkRule(path: "/flip"),
      LinkRule(path: "/flip/*"), LinkRule(path: "/orders/*", query: [LinkQueryItem("id", "?*")]),
    ])
    #expect(
      rules.dynamicRules?.rules.map { $0.json.text() } == [
        #"{"/":"/flip/debug","exclude":true}"#, #"{"/":"/flip/debug/*","exclude":true}"#,
        #"{"/":"/flip"}"#, #"{"/":"/flip/"}"#, #"{"/":"/flip/*"}"#,
        #"{"/":"/orders","?":{"id":"?*"}}"#, #"{"/":"/orders/*","?":{"id":"?*"}}"#,
        #"{"/":"*","exclude":true}"#,
      ])
    #expect(PortableRules([LinkRule(path: "*"), LinkRule(path: "/x")]).dynamicRules == nil)
    let narrowed = PortableRules([
      LinkRule(path: "/x", exclude: true), LinkRule(path: "/*"), LinkRule(path: "/y"),
    ])
    #expect(narrowed.dynamicRules?.rules.last == DynamicRule(path: "*"))
    #expect(PortableRules([]).dynamicRules?.rules.count == 1)
  }

  @Test func `both matchers agree if no difference is reported`() {
    var random = SeededRandom(seed: 7)
    func text(_ alphabet: String, _ longest: Int) -> String {
      String(
        (0..<Int.random(in: 0...longest, using: &random)).map { _ in
          alphabet.randomElement(using: &random) ?? "a"
        })
    }
    var alike = 0
    var matched = 0
    let rounds = TestForm.size(3_000, full: 15_000)
    for _ in 0..<rounds {
      var rule = LinkRule()
      let shape = Int.random(in: 0..<8, using: &random)
      if shape != 0 { rule.path = ExactString(text("aab//.*?", 6)) }
      if shape < 3 { rule.query = [LinkQueryItem("q", ExactString(text("ab.*?", 4)))] }
      if shape == 3 { rule.fragment = ExactString(text("ab*?", 3)) }
      if shape == 4 { rule.caseSensitive = false }
      rule.exclude = Bool.random(using: &random)
      let portable = PortableRule(rule)
      let apple = AppleLinkMatcher(
        AppleAppSiteAssociation(
          applinks: AppleLinks(details: [
            AppleLinkEntry(appIDs: ["A"], rules: .components([portable.component]))
          ])), domain: "h")
      let android = portable.dynamicRules.map { AndroidRule($0) }
      for _ in 0..<8 {
        // Without double slashes, because those can't be translated.
        let segments = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          text("aab.A", 2) + "b"
        }
        var url = "https://h/" + segments.joined(separator: "/")
        if !segments.isEmpty, Bool.random(using: &random) { url += "/" }
        if Bool.random(using: &random) { url += "?q=" + text("ab.", 3) }
        if Bool.random(using: &random) { url += "#" + text("ab", 3) }
        let onApple = apple.answer(ExactString(url)).decision("A").outcome != .noMatch
        let subject = AndroidSubject(URLParts(ExactString(url)))
        let onAndroid = android.contains { $0.mismatch(subject) == nil }
        matched += onApple ? 1 : 0
        switch portable.difference?.effect {
        case nil:
          alike += 1
          #expect(onApple == onAndroid, "\(rule) on \(url)")
        case .opensLess where rule.exclude: #expect(!onApple || onAndroid, "\(rule) on \(url)")
        case .opensLess: #expect(onApple || !onAndroid, "\(rule) on \(url)")
        case .blocksLess: break
        }
      }
    }
    #expect(alike > rounds * 2)
    #expect(matched > rounds / 5)
  }
}
