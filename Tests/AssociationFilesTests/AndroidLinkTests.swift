import AssociationFiles
import PolicyText
import Testing

struct AndroidLinkTests {
  private func decide(
    _ rules: String, _ url: String, version: Int = 15
  ) throws -> LinkDecision {
    let matcher = AndroidLinkMatcher(links(rules), host: "example.com")
    return try #require(matcher.answer(ExactString(url), version: version).decisions.first)
  }

  @Test func `the first matching rule decides and an exclude blocks`() throws {
    let rules = #"[{"/":"/a/no","exclude":true},{"/":"/a/*"},{"/":"/a/b","exclude":true}]"#
    let no = try decide(rules, "https://example.com/a/no")
    #expect(no.outcome == .exclude && no.basis == .rule(0))
    let yes = try decide(rules, "https://example.com/a/b")
    #expect(yes.outcome == .match && yes.basis == .rule(1))
    let none = try decide(rules, "https://example.com/b")
    #expect(none.outcome == .noMatch && none.basis == .noRule)
  }

  @Test func `parts are compared decoded`() throws {
    let rules = ##"[{"/":"/a b","?":{"q":"é&x"},"#":"ü"},{"/":"/p","?":{"q":"1"}}]"##
    #expect(try decide(rules, "https://example.com/a%20b?q=%C3%A9#%c3%bc").outcome == .noMatch)
    #expect(try decide(rules, "https://example.com/%70?z;q=1").outcome == .match)
    #expect(try decide(rules, "https://example.com/%7").outcome == .noMatch)
  }

  @Test(arguments: [
    #"[{"/":"/a"},{"/":""}]"#, #"[{"/":"/a"},{"/":5}]"#, #"[{"/":"/a","exclude":"true"}]"#,
    #"[{"/":"/a"},7]"#, #"[{"/":"/a","?":{"x":""}}]"#, #"[{"/":"/a","?":{"x":1}}]"#,
    #"[{"/":"/a","?":[]}]"#, ##"[{"#":""}]"##, #"{"/":"/a"}"#,
  ])
  func `a malformed or empty field voids all rules`(rules: String) throws {
    let decision = try decide(rules, "https://example.com/other")
    #expect(decision.outcome == .match && decision.basis == .manifest(.faulty))
  }

  @Test func `no rules and old versions leave it to the manifest`() throws {
    #expect(try decide("[]", "https://example.com/x").basis == .manifest(.noRules))
    let old = try decide(#"[{"/":"/a"}]"#, "https://example.com/x", version: 14)
    #expect(old.outcome == .match && old.basis == .manifest(.version))
  }

  @Test func `a rule without a filter never matches, nor does a query in one string`() throws {
    #expect(try decide("[{}]", "https://example.com/x").outcome == .noMatch)
    #expect(try decide(#"[{"?":"x=1"}]"#, "https://example.com/?x=1").outcome == .noMatch)
    #expect(try decide(#"[{"/":"/a","?":"x=1"}]"#, "https://example.com/a").outcome == .match)
  }

  @Test func `the trace and the rest of an answer`() throws {
    let list = links(##"[{"/":"/a","?":{"id":"1"}},{"#":"*"},{"/":"*","exclude":true}]"##)
    let matcher = AndroidLinkMatcher(list, host: "example.com")
    let answer = matcher.answer("https://example.com/a?id=2", package: "com.example")
    #expect(answer.decisions.map(\.outcome) == [.exclude])
    #expect(
      answer.steps.map(\.mismatch) == [
        LinkMismatch(part: .queryItem("id"), pattern: "1", text: "id=2"),
        LinkMismatch(part: .fragment, pattern: "*", text: nil), nil,
      ])
    let other = matcher.answer("https://example.com/a", package: "com.other")
    #expect(other.decisions.map(\.basis) == [.notLinked])
    #expect(matcher.answer("https://example.org/a").problem == .host("example.org"))
  }

  @Test func `globs do not go back, whatever the pattern`() {
    let pattern = DynamicPattern(ExactString(String(repeating: "*a", count: 5000) + "?b"))
    #expect(pattern.kind == .simpleGlob)
    #expect(!pattern.matches(ExactString(String(repeating: "a", count: 50_000))))
    // Peculiarities of the matcher on devices.
    #expect(DynamicPattern("/a.b/?*").matches("/axb/1"))
    #expect(DynamicPattern("a**b").matches("a.b") == false)
  }

  @Test func `the written list is canonical`() throws {
    let a = try #require(Fingerprint(bytes: [UInt8](repeating: 0xAB, count: 32)))
    let b = try #require(Fingerprint(bytes: [UInt8](repeating: 0x0C, count: 32)))
    func app(
      _ relation: ExactString, _ package: ExactString, _ prints: [Fingerprint],
      _ rules: DynamicRules? = nil
    ) -> AssetStatement {
      AssetStatement(
        relations: [relation], target: .androidApp(package: package, fingerprints: prints),
        dynamicRules: rules)
    }
    let all = AssetLinks.handleAllURLs
    let credentials = AssetLinks.getLoginCredentials
    let rules = DynamicRules([DynamicRule(path: "/p/*", query: [LinkQueryItem("id", "?*")])])
    let links = AssetLinks(
      [
        app(credentials, "com.z", [a]), app(all, "com.a", [a, b, a], rules),
        app(credentials, "com.a", [b, a]), app(all, "com.z", [b]),
      ], includes: [AssetInclude("https://example.com/more.json")])
    let merged = AssetLinks.merged(links.statements)
    // Different certificates for different relations are not thrown together.
    #expect(merged.count == 3)
    #expect(merged.first?.relations == [credentials, all])
    let text = links.json.text(.pretty)
    let back = AssetLinks(reading: read(text).tree)
    #expect(back.problems.isEmpty)
    #expect(back.json.text(.pretty) == text)
    #expect(
      app(all, "com.a", [b], rules).asList.json.text()
        == #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"#
        + #""namespace":"android_app","package_name":"com.a","sha256_cert_fingerprints":["#
        + "\"\(b.text)\"]},\"relation_extensions\":{"
        + #""delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":["#
        + #"{"/":"/p/*","?":{"id":"?*"}}]}}}]"#)
  }
}

extension AssetStatement {
  fileprivate var asList: AssetLinks { AssetLinks([self]) }
}
