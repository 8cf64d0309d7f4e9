import PolicyText
import Testing

/// One cause, one finding: places are joined, and what a stronger finding explains is not said.
@Suite struct GroupTests {
  static func apple(_ text: String) -> [Diagnostic] {
    Checking.report(Array(text.utf8), name: "apple-app-site-association").diagnostics
  }

  static func android(_ text: String) -> [Diagnostic] {
    Checking.report(Array(text.utf8), name: "assetlinks.json").diagnostics
  }

  static func components(_ lines: [String], app: String = "R7KM2QX94T.com.birch.shop") -> String {
    """
    { "applinks": { "details": [ { "appIDs": ["\(app)"], "components": [
    \(lines.joined(separator: ",\n"))
    ] } ] } }

    """
  }

  static func statement(_ package: String, _ fingerprints: [String]) -> String {
    let list = fingerprints.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      { "relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "\(package)",
        "sha256_cert_fingerprints": [\(list)] } }
      """
  }

  /// 32 bytes that nobody would type.
  static func fingerprint(_ seed: Int) -> String {
    (0..<32).map { index in
      let byte = (index * index * 7 + seed * 53 + index * 11 + 19) % 256
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: ":")
  }

  @Test func `rules with one fault are one finding with number, range and the first three`() throws
  {
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

  @Test func `all places are in JSON and SARIF, people see them on request`() throws {
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

  @Test
  func `excludes below one rule for everything are one error, and nothing else is said of it`() {
    let found = Self.apple(
      Self.components(
        [#"{ "/": "*" }"#]
          + ["api", "verify", "reset", "admin", "help"].map {
            #"{ "/": "/\#($0)/*", "exclude": true }"#
          }))
    #expect(found.map(\.rule) == ["link-exclude-unreachable"])
    #expect(found.first?.message.hasPrefix("5 excludes never run") == true)
  }

  @Test func `an exclude that a loose query item makes void is one error with this cause`() {
    let found = Self.apple(
      Self.components([
        #"{ "/": "/skins/install", "?": { "url": "*" } }"#,
        #"{ "/": "/skins/install", "exclude": true }"#, #"{ "/": "/skins/*" }"#,
      ]))
    #expect(found.map(\.rule) == ["link-exclude-unreachable"])
    #expect(found.first?.help == "write `?*` for `url`, because `*` also matches if it is missing")
  }

  @Test func `one fingerprint is a note where another app has two, and else on request`() {
    let single = Self.statement("com.birch.shop", [Self.fingerprint(1)])
    let double = Self.statement("com.birch.tv", [Self.fingerprint(2), Self.fingerprint(3)])
    #expect(Self.android("[\(single)]\n").isEmpty)
    let found = Self.android("[\(single), \(double)]\n")
    #expect(found.map { "\($0.severity) \($0.rule)" } == ["note fingerprint-single"])
  }

  @Test func `two kinds of one fault stay two findings`() {
    let keys =
      (1...2).map { Self.fingerprint($0).lowercased() }
      + (3...4).map { String(Self.fingerprint($0).prefix(59)) }
    let found = Self.android("[\(Self.statement("com.birch.shop", keys))]\n")
    #expect(found.map(\.rule) == ["fingerprint-format", "fingerprint-format"])
  }

  @Test func `what a malformed app ID explains is not said again`() {
    let found = Self.apple(
      """
      { "applinks": { "details": [ { "appIDs": ["R7KM2QX94T.com.birch.shop"],
        "components": [{ "/": "/c/*" }] } ] },
        "webcredentials": { "apps": ["7KM2QX94T.com.birch.shop"] } }

      """)
    #expect(found.map(\.rule) == ["apple-app-id-format"])
  }

  @Test func `nothing is claimed by an entry whose app cannot exist`() {
    let found = Self.apple(Self.components([#"{ "/": "*" }"#], app: "XXXXXXXXXX.com.birch.shop"))
    #expect(found.map(\.rule) == ["apple-app-id-format"])
  }

  @Test func `the last excludes change nothing, unless a later entry opens what they keep`() {
    let last = Self.components([
      #"{ "/": "/c/*" }"#, #"{ "/": "/api/*", "exclude": true }"#,
      #"{ "/": "/admin/*", "exclude": true }"#,
    ])
    let found = Self.apple(last)
    #expect(found.map { "\($0.severity) \($0.rule)" } == ["note link-rule-unreachable"])
    let more = last.replacing(
      "] } ] } }",
      with: "] }, { \"appID\": \"R7KM2QX94T.com.birch.shop\", \"paths\": [\"/x/*\"] } ] } }")
    #expect(!Self.apple(more).contains { $0.rule == "link-rule-unreachable" })
  }
}
