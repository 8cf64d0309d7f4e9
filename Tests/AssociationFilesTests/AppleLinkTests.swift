import AssociationFiles
import Foundation
import PolicyTestSupport
import PolicyText
import Testing

struct AppleLinkTests {
  private func matcher(_ json: String) -> AppleLinkMatcher {
    AppleLinkMatcher(aasa(json), domain: "Example.com")
  }

  @Test func `a step's mismatch has the part, the pattern and the value`() throws {
    let json = """
      {"applinks":{"details":[{"appIDs":["A","B"],"components":[
       {"/":"/a/*","exclude":true},{"/":"/b","?":{"id":"4?"}},{"#":"x"},{"/":"/b/"}]}]}}
      """
    let tree = read(json).tree
    let matcher = AppleLinkMatcher(AppleAppSiteAssociation(reading: tree), domain: "example.com")
    let answer = matcher.answer("http://example.com/b/?id=7#y")
    #expect(answer.opens == ["A", "B"])
    #expect(answer.decision("A").rule == 3)
    let node = try #require(answer.decision("B").node)
    #expect(tree.path(node) == "applinks.details[0].components[3]")
    #expect(
      answer.steps.map(\.mismatch) == [
        LinkMismatch(part: .path, pattern: "/a/*", text: "/b"),
        LinkMismatch(part: .queryItem("id"), pattern: "4?", text: "7"),
        LinkMismatch(part: .fragment, pattern: "x", text: "y"), nil,
      ])
    #expect(answer.steps.map(\.excludes) == [true, false, false, false])
  }

  @Test func `steps are unverified if no device test covers them`() {
    let matcher = matcher(
      """
      {"applinks":{"details":[{"appID":"A","components":[{"/":"/a?*"},{"/":"/a/?*"},{"/":""},
       {"/":"/b/*/"},{"exclude":"true","/":"/c"},{"/":"/d"},{"/":"?*","exclude":true}]}]}}
      """)
    let steps = matcher.answer("https://example.com/x").steps
    #expect(steps.map(\.isUnverified) == [true, false, true, true, true, false, false])
  }

  @Test func `only HTTP and HTTPS URLs of the host match`() {
    let matcher = matcher(#"{"applinks":{"details":[{"appID":"A","components":[{}]}]}}"#)
    #expect(matcher.answer("https://EXAMPLE.com:8443/x").opens == ["A"])
    #expect(matcher.answer("http://user@example.com").opens == ["A"])
    #expect(matcher.answer("ftp://example.com/x").problem == .scheme)
    #expect(matcher.answer("https://www.example.com/x").problem == .host("www.example.com"))
    #expect(matcher.answer("https://x\\@example.com/").problem == .host(nil))
    #expect(matcher.answer("https://example.com/").decision("Z").outcome == .noMatch)
  }

  @Test func `apps are ordered by their earliest entry`() {
    let matcher = matcher(
      """
      {"applinks":{"details":[
       {"appID":"A","components":[{"/":"/x"}]}, {"appID":"B","components":[{"/":"/y"}]},
       {"appID":"A","paths":["*"]}, {"components":[{}]}]}}
      """)
    #expect(matcher.answer("https://example.com/y").opens == ["B", "A"])
    #expect(matcher.answer("https://example.com/z").opens == ["A"])
    #expect(matcher.answer("https://example.com/z").decision("A").entry == 2)
  }

  @Test func `values of other types are ignored and reported as problems`() {
    let file = aasa(
      """
      {"x":1,"webcredentials":{"apps":["b",3,"a"]},"applinks":{"apps":[],"details":[7,
       {"appIDs":["A"],"components":["x",{"/":5,"exclude":"true","path":"/p","?":[]}]}]}}
      """)
    #expect(file.webcredentials?.apps == ["b", "a"])
    let details = file.applinks?.details ?? []
    #expect(details.count == 1)
    guard case .components(let components)? = details.first?.rules else {
      Issue.record("no components")
      return
    }
    #expect(components.count == 1)
    #expect(components.first?.path == nil)
    #expect(components.first?.unreadable.count == 3)
  }

  @Test(arguments: ["", "[]", "7", "{\"applinks\":[]}", "{\"applinks\":{\"details\":3}}", "{"])
  func `a file without links has none`(json: String) {
    #expect(matcher(json).answer("https://example.com/").decisions.isEmpty)
  }

  @Test func `defaults merge key by key, and the most specific value wins`() {
    let matcher = matcher(
      """
      {"applinks":{"defaults":{"caseSensitive":false,"percentEncoded":false},"details":[
       {"appID":"A","defaults":{"caseSensitive":true},"components":[{"/":"/a b"},
        {"/":"/c","caseSensitive":false}]}]}}
      """)
    #expect(matcher.answer("https://example.com/a%20b").opens == ["A"])
    #expect(matcher.answer("https://example.com/A%20b").opens == [])
    #expect(matcher.answer("https://example.com/C").opens == ["A"])
  }

  @Test func `generated files are complete and in a stable order`() {
    let file = AppleAppSiteAssociation(
      applinks: AppleLinks(
        details: [
          AppleLinkEntry(
            appIDs: ["T.b", "T.a", "T.b"],
            rules: .components([
              AppleLinkComponent(path: "/p/*", exclude: true, comment: "no"),
              AppleLinkComponent(
                path: "/q", query: .items([LinkQueryItem("id", "?*")]), fragment: "f",
                caseSensitive: false, percentEncoded: false),
            ])),
          AppleLinkEntry(appIDs: ["T.b"], rules: .paths([AppleLegacyPath("NOT /p/*")])),
        ], substitutionVariables: [AppleSubstitutionVariable("food", ["a", "b"])]),
      webcredentials: AppleAppList(["T.b", "T.a", "T.b"]))
    #expect(
      file.json.text()
        == #"{"applinks":{"substitutionVariables":{"food":["a","b"]},"details":["#
        + #"{"appIDs":["T.b","T.a"],"components":[{"/":"/p/*","exclude":true,"comment":"no"},"#
        + #"{"/":"/q","?":{"id":"?*"},"#
        + ##""#":"f","caseSensitive":false,"percentEncoded":false}]},"##
        + #"{"appID":"T.b","paths":["NOT /p/*"]}]},"webcredentials":{"apps":["T.a","T.b"]}}"#)
    // Parsing the output and writing it again gives the same bytes.
    #expect(aasa(file.json.text(.pretty)).json == file.json)
  }
}

struct AppleVectorTests {
  @Test func `components match as in every vector`() throws {
    let rows = try Fixtures.table("aasa_components.tsv")
    #expect(rows.count == 72)
    for row in rows {
      let component = try #require(row["component_json"])
      let variables = try #require(row["substitution_variables_json"])
      let file = aasa(
        """
        {"applinks": {"substitutionVariables": \(variables.isEmpty ? "{}" : variables),
         "details": [{"appIDs": ["A"], "components": [\(component)]}]}}
        """)
      let matcher = AppleLinkMatcher(file, domain: "example.com")
      let answer = matcher.answer(ExactString(try #require(row["url"])))
      #expect(answer.opens == (row["expected"] == "match" ? ["A"] : []), "\(row)")
    }
  }

  @Test func `documents match as in every vector, for each app`() throws {
    let lines = try Fixtures.text("Tests/Vectors/aasa_documents.jsonl").split(separator: "\n")
    #expect(lines.count == 17)
    for line in lines {
      let result = read(String(line))
      #expect(result.diagnostics.isEmpty)
      let tree = result.tree
      let root = try #require(tree.root)
      let document = try #require(tree.value(of: "aasa", in: root))
      let file = aasa(tree.source.text(tree.span(document)))
      let domain = tree.text(try #require(tree.value(of: "domain", in: root)))
      let url = tree.text(try #require(tree.value(of: "url", in: root)))
      let answer = AppleLinkMatcher(file, domain: domain).answer(url)
      var expected: [ExactString: LinkOutcome] = [:]
      for entry in tree.entries(try #require(tree.value(of: "expected", in: root))) {
        expected[tree.text(entry.key)] =
          tree.text(entry.value, equals: "block") ? .exclude : .match
      }
      var found: [ExactString: LinkOutcome] = [:]
      for decision in answer.decisions where decision.outcome != .noMatch {
        found[decision.app] = decision.outcome
        #expect(decision.node != nil)
      }
      #expect(found == expected, "\(line)")
    }
  }
}
