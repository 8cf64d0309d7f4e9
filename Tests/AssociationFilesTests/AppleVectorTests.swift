import AssociationFiles
import Foundation
import PolicyText
import PolicyTestSupport
import Testing

struct AppleVectorTests {
  @Test func `every component vector has its answer`() throws {
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

  @Test func `every document vector has its answer for each app`() throws {
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
