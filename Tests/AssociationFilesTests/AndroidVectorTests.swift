import AssociationFiles
import PolicyText
import PolicyTestSupport
import Testing

struct AndroidVectorTests {
  @Test func `every dynamic rule vector has its answer`() throws {
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

  /// What the conformance tests call a fault, and what it is here.
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

  @Test func `statement lists are read as the conformance tests say`() throws {
    let rows = try Fixtures.table("assetlinks_conformance.tsv")
    #expect(rows.count == 92)
    var lists = 0
    var faults = 0
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
      // Errors of the query, of fetching and of what a query finds are not the reader's.
      let isElsewhere =
        expected.contains("QUERY_PARSING_ERROR") || expected.contains("Fetch budget exhausted")
        // The list that includes an insecure one is an app's, and no page.
        || row["id"] == "comptest5007"
      guard expected.contains("FETCH_ERROR"), !isElsewhere else {
        #expect(problems.isEmpty && !isInvalid, "\(row) \(problems)")
        continue
      }
      faults += 1
      if expected.contains("not valid JSON") {
        // A bare number is JSON since RFC 7159, but no list.
        #expect(isInvalid || problems == [.listNotArray], "\(row) \(problems)")
        continue
      }
      guard let named = Self.kinds.first(where: { expected.contains($0.text) }) else {
        Issue.record("no kind for \(row)")
        continue
      }
      #expect(problems.contains { named.kinds.contains($0) }, "\(row) \(problems)")
    }
    #expect(lists > 90)
    #expect(faults > 50)
  }
}

/// A list with one app and these dynamic rules.
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
