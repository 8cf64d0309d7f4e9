import PolicyText
import Testing

/// Findings with the same cause are grouped into one.
@Suite struct GroupTests {
  static func apple(_ text: String) -> [Diagnostic] {
    Checking.report(Array(text.utf8), name: "apple-app-site-association").diagnostics
  }

  static func components(_ lines: [String]) -> String {
    """
    { "applinks": { "details": [ { "appIDs": ["R7KM2QX94T.com.birch.shop"], "components": [
    \(lines.joined(separator: ",\n"))
    ] } ] } }

    """
  }

  @Test func `a grouped finding has number, range and first three locations`() throws {
    let rules = (0..<40).map { #"{ "/": "/page\#($0)x*" }"# }
    let found = Self.apple(Self.components(rules))
    #expect(found.map(\.rule) == ["link-rule-prefix-without-slash"])
    let one = try #require(found.first)
    #expect(
      one.message
        == "`/page0x*` also matches `/page0xx`; 39 more in lines 3 to 41: `/page1x*`, `/page2x*`, …"
    )
    #expect(one.notes.filter(\.isFurther).count == 39)
  }

  @Test func `JSON and SARIF have all locations, text has them with --verbose`() throws {
    let report = Checking.report(
      Array(Self.components((0..<9).map { #"{ "/": "/p\#($0)x*" }"# }).utf8),
      name: "apple-app-site-association")
    let json = JSONReporter(version: "1").render(report)
    let short = TextReporter().render(report)
    let long = TextReporter(showsFurtherPlaces: true).render(report)
    #expect(json.contains("the same: `/p8x*`"))
    #expect(!short.contains("the same: `/p8x*`"))
    #expect(long.contains("the same: `/p8x*`"))
  }
}
