import AssociationFiles
import PolicyTestSupport
import PolicyText
import Testing

struct AndroidLinkTests {
  private func decide(
    _ rules: String, _ url: String, version: Int = 15
  ) throws -> LinkDecision {
    let matcher = AndroidLinkMatcher(links(rules), host: "example.com")
    return try #require(matcher.answer(ExactString(url), version: version).decisions.first)
  }

  @Test func `the first matching rule decides, and an exclude blocks the link`() throws {
    let rules = #"[{"/":"/a/no","exclude":true},{"/":"/a/*"},{"/":"/a/b","exclude":true}]"#
    let no = try decide(rules, "https://example.com/a/no")
    #expect(no.outcome == .exclude && no.basis == .rule(0))
    let yes = try decide(rules, "https://example.com/a/b")
    #expect(yes.outcome == .match && yes.basis == .rule(1))
    let none = try decide(rules, "https://example.com/b")
    #expect(none.outcome == .noMatch && none.basis == .noRule)
  }

  @Test func `URL parts are decoded before matching`() throws {
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
  func `a malformed or empty field invalidates all rules`(rules: String) throws {
    let decision = try decide(rules, "https://example.com/other")
    #expect(decision.outcome == .match && decision.basis == .manifest(.faulty))
  }

  @Test func `without rules, and on old Android versions, the manifest decides`() throws {
    #expect(try decide("[]", "https://example.com/x").basis == .manifest(.noRules))
    let old = try decide(#"[{"/":"/a"}]"#, "https://example.com/x", version: 14)
    #expect(old.outcome == .match && old.basis == .manifest(.version))
  }

  @Test func `a rule without filters or with a string as query never matches`() throws {
    #expect(try decide("[{}]", "https://example.com/x").outcome == .noMatch)
    #expect(try decide(#"[{"?":"x=1"}]"#, "https://example.com/?x=1").outcome == .noMatch)
    #expect(try decide(#"[{"/":"/a","?":"x=1"}]"#, "https://example.com/a").outcome == .match)
  }

  @Test func `a result has the mismatch of each step, and a problem for another host`() throws {
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

  @Test func `globs never backtrack`() {
    let pattern = DynamicPattern(ExactString(String(repeating: "*a", count: 5000) + "?b"))
    #expect(pattern.kind == .simpleGlob)
    #expect(!pattern.matches(ExactString(String(repeating: "a", count: 50_000))))
    // Quirks of the matcher on devices.
    #expect(DynamicPattern("/a.b/?*").matches("/axb/1"))
    #expect(DynamicPattern("a**b").matches("a.b") == false)
  }

  @Test func `generated statement lists are canonical`() throws {
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
    // Statements with different certificates stay separate for each relation.
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

struct AndroidVectorTests {
  @Test func `dynamic rules match as in every vector`() throws {
    let rows = try Fixtures.table("android_dynamic_rules.tsv")
    #expect(rows.count == 27)
    for row in rows {
      let rule = try #require(row["pattern_or_rule"])
      let input = try #require(row["input"])
      let expected = row["expected"] == "match"
      if rule.hasPrefix("{") {
        let links = links(#"[\#(rule)]"#)
        let matcher = AndroidLinkMatcher(links, host: "example.com")
        let answer = matcher.answer(ExactString("https://example.com/" + input))
        #expect(answer.opens == (expected ? ["com.example"] : []), "\(row)")
      } else {
        let pattern = DynamicPattern(ExactString(rule))
        #expect(pattern.matches(ExactString(input)) == expected, "\(row)")
      }
    }
  }

  /// The error names of Google's conformance tests, and the problems that the reader reports for
  /// them.
  private static let kinds: [(text: String, kinds: [AssetLinksProblem.Kind])] = [
    ("No statements were found", [.noStatements]),
    ("Could not parse", [.listNotArray, .targetMissing]),
    ("invalid field", [.includeNotAlone]),
    ("expected a single array", [.listNotArray]),
    ("no target specified", [.targetMissing]),
    ("no relation", [.relationMissing]),
    ("not an object", [.targetNotObject]),
    ("unrecognized namespace", [.namespaceUnknown]),
    ("Invalid relation string", [.relationInvalid]),
    ("not an array", [.relationNotArray, .fingerprintsNotArray]),
    ("invalid relation", [.relationNotString]),
    ("Invalid \\'kind\\'", [.relationKindInvalid]),
    ("Invalid \\'detail\\'", [.relationDetailInvalid]),
    ("no site field", [.siteMissing]),
    ("not a valid URL", [.siteInvalid, .includeInvalid]),
    ("non-HTTP URL", [.siteScheme, .includeScheme]),
    ("login information", [.siteLogin]),
    ("query parameters", [.siteQuery]),
    ("fragment identifiers", [.siteFragment]),
    ("cannot contain a path", [.sitePath]),
    ("Invalid site", [.siteInvalid]),
    ("no package_name field", [.packageMissing]),
    ("must contain at least one certificate", [.fingerprintsEmpty]),
    ("sha256_cert_fingerprints", [.fingerprintsMissing, .fingerprintNotString]),
    ("invalid package name", [.packageInvalid]),
    ("malformed cert", [.fingerprintMalformed]),
    ("Insecure", [.includeInsecure]),
  ]

  @Test func `statement lists are parsed as in Google's conformance tests`() throws {
    let rows = try Fixtures.table("assetlinks_conformance.tsv")
    #expect(rows.count == 92)
    var lists = 0
    var errors = 0
    for row in rows {
      let expected = try #require(row["expected"])
      let content = try #require(row["web_content"])
      let pages = content.split(separator: " || ", omittingEmptySubsequences: true)
      var problems: [AssetLinksProblem.Kind] = []
      var isInvalid = false
      for page in pages {
        let parts = try #require(page.firstRange(of: " => "))
        let result = read(String(page[parts.upperBound...]))
        lists += 1
        if !result.diagnostics.isEmpty {
          isInvalid = true
        } else {
          let links = AssetLinks(reading: result.tree, isSecure: page.hasPrefix("https:"))
          problems += links.problems.map(\.kind)
        }
      }
      // The parser doesn't report errors of the query, of fetching, and of query results.
      let isElsewhere =
        expected.contains("QUERY_PARSING_ERROR") || expected.contains("Fetch budget exhausted")
        // An app, not a site, serves the list that includes an insecure one.
        || row["id"] == "comptest5007"
      guard expected.contains("FETCH_ERROR"), !isElsewhere else {
        #expect(problems.isEmpty && !isInvalid, "\(row) \(problems)")
        continue
      }
      errors += 1
      if expected.contains("not valid JSON") {
        // A bare number is valid JSON since RFC 7159, but not a list.
        #expect(isInvalid || problems == [.listNotArray], "\(row) \(problems)")
        continue
      }
      guard let named = Self.kinds.first(where: { expected.contains($0.text) }) else {
        Issue.record("no problem is known for \(row)")
        continue
      }
      #expect(problems.contains { named.kinds.contains($0) }, "\(row) \(problems)")
    }
    #expect(lists > 90)
    #expect(errors > 50)
  }
}

/// A statement list with one app and dynamic rules.
func links(_ rules: String) -> AssetLinks {
  let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
  let json = """
    [{"relation":["delegate_permission/common.handle_all_urls"],"target":{
     "namespace":"android_app","package_name":"com.example",
     "sha256_cert_fingerprints":["\(fingerprint)"]},"relation_extensions":{
     "delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":\(rules)}}}]
    """
  return AssetLinks(reading: read(json).tree)
}

func read(_ json: String) -> ReadResult { ReadResult(json: json) }

func aasa(_ json: String) -> AppleAppSiteAssociation {
  AppleAppSiteAssociation(reading: read(json).tree)
}
