import LinkPolicy
import Testing

/// Compares two association files with `diff`.
struct DeployedFileDifferenceTests {
  private static func apple(_ rules: String) -> InputFile {
    InputFile(
      name: "apple-app-site-association",
      text: """
        { "applinks": { "details": [{ "appIDs": ["R7KM2QX94T.com.birch.shop"], \(rules) }] } }
        """)
  }

  private static func messages(_ old: InputFile, _ new: InputFile) throws -> [String] {
    try PolicyDifference(old: old, new: new, domain: "birch.example").changes.map {
      "\($0.effect.rawValue) \($0.message.plain)"
    }
  }

  @Test func `a rule that opens more links is a widening, with a link as example`() throws {
    let old = Self.apple(#""components": [{ "/": "/a/*" }]"#)
    let new = Self.apple(
      #""components": [{ "/": "/b/*", "exclude": true }, { "/": "/a/*" }, { "/": "/b/*" }, { "/": "/c" }]"#
    )
    let found = try Self.messages(old, new)
    #expect(found.count == 1)
    #expect(
      found.first
        == "widening `https://birch.example/c` opens `R7KM2QX94T.com.birch.shop` on iOS: an allowing rule was added"
    )
    #expect(try Self.messages(new, old).first?.hasPrefix("narrowing") == true)
    #expect(try Self.messages(old, old) == [])
    let change = try PolicyDifference(old: old, new: new, domain: "birch.example").changes.first
    #expect(change?.new?.file == "apple-app-site-association")
    #expect(change?.new?.path == "applinks.details[0].components[3]")
    #expect(change?.witness != nil)
  }

  @Test func `the legacy format is compared by the links that it opens`() throws {
    let old = Self.apple(#""paths": ["NOT /a/b", "/a/*"]"#)
    let same = Self.apple(#""components": [{ "/": "/a/b", "exclude": true }, { "/": "/a/*" }]"#)
    #expect(try Self.messages(old, same) == [])
    let wider = Self.apple(#""paths": ["/a/*"]"#)
    #expect(try Self.messages(old, wider).first?.contains("/a/b` opens") == true)
  }

  @Test func `removing an exclude is found even if the next rule has a query`() throws {
    let rule = #"{ "/": "/a/*", "?": { "id": "?*" } }"#
    let old = Self.apple("\"components\": [{ \"/\": \"/a/b/*\", \"exclude\": true }, \(rule)]")
    let new = Self.apple("\"components\": [\(rule)]")
    let found = try Self.messages(old, new)
    #expect(found.count == 1 && found.first?.hasPrefix("widening") == true, "\(found)")
    #expect(found.first?.contains("/a/b?id=") == true, "\(found)")
  }

  private static func android(_ rules: String) -> InputFile {
    InputFile(
      name: "assetlinks.json",
      text: """
        [{
          "relation": ["delegate_permission/common.handle_all_urls"],
          "target": {
            "namespace": "android_app", "package_name": "com.birch.shop",
            "sha256_cert_fingerprints": ["\(fingerprint)"]
          },
          "relation_extensions": { "delegate_permission/common.handle_all_urls": {
            "dynamic_app_link_components": [\(rules)] } }
        }]
        """)
  }

  private static let fingerprint =
    "3B:7E:91:0C:55:AD:12:F8:60:4D:E3:27:9A:BC:08:71:D6:2F:84:19:C0:5E:A7:33:F1:68:0B:D2:94:47:EE:1A"

  @Test func `dynamic rules of Android are compared too`() throws {
    let old = Self.android(#"{ "/": "/a/*" }"#)
    let new = Self.android(#"{ "/": "/a/b", "exclude": true }, { "/": "/a/*" }"#)
    let found = try Self.messages(old, new)
    #expect(
      found
        == [
          "narrowing `https://birch.example/a/b` no longer opens `com.birch.shop` on Android: an exclude was added"
        ]
    )
  }

  @Test(arguments: [
    (#""components": [{ "/": "/a" }]"#, #""components": [{ "/": "/a", "caseSensitive": false }]"#),
    (
      #""components": [{ "/": "/a" }]"#,
      #""defaults": { "caseSensitive": false }, "components": [{ "/": "/a" }]"#
    ),
    (
      #""components": [{ "/": "/a", "?": { "q": "1" } }]"#,
      #""defaults": { "?": { "q": "*" } }, "components": [{ "/": "/a" }]"#
    ),
    (#""components": [{ "/": "/a?" }]"#, #""components": [{ "/": "/a*" }]"#),
  ])
  func `another spelling is a change in both directions`(narrow: String, wide: String) throws {
    let (old, new) = (Self.apple(narrow), Self.apple(wide))
    let change = try PolicyDifference(old: old, new: new, domain: "birch.example").changes.first
    #expect(change?.effect == .widening && change?.witness != nil)
    let back = try PolicyDifference(old: new, new: old, domain: "birch.example").changes
    #expect(back.map(\.effect) == [.narrowing])
  }

  /// Changes like those in two public repositories.
  @Test func `defaults of all entries are compared`() throws {
    func file(_ rules: String, ignoresCase: Bool) -> InputFile {
      InputFile(
        name: "apple-app-site-association",
        text: """
          { "applinks": { "details": [{ "appID": "R7KM2QX94T.com.birch.shop", \(rules) }]
            \(ignoresCase ? #", "defaults": { "caseSensitive": false }"# : "") } }
          """)
    }
    let excludes = #""paths": ["NOT /", "NOT /account", "*"]"#
    let same = #"""
      "components": [
        { "/": "/", "exclude": true }, { "/": "/account", "exclude": true }, { "/": "*" }]
      """#
    #expect(
      try Self.messages(file(excludes, ignoresCase: false), file(same, ignoresCase: false)) == [])
    let narrowing = try Self.messages(
      file(excludes, ignoresCase: false), file("\(excludes), \(same)", ignoresCase: true))
    #expect(narrowing.count == 1 && narrowing[0].hasPrefix("narrowing"), "\(narrowing)")
    let query = #""components": [{ "/": "/try/", "?": { "packages": "*" } }]"#
    let widening = try Self.messages(
      file(query, ignoresCase: false), file(query, ignoresCase: true))
    #expect(widening.count == 1 && widening[0].hasPrefix("widening"), "\(widening)")
  }

  private static func statements(_ text: String) -> InputFile {
    InputFile(name: "assetlinks.json", text: "[\(text)]")
  }

  private static func statement(_ relations: String, _ certificate: String = fingerprint) -> String
  {
    """
    { "relation": [\(relations)], "target": { "namespace": "android_app",
      "package_name": "com.birch.shop", "sha256_cert_fingerprints": ["\(certificate)"] } }
    """
  }

  private static let credentials = #""delegate_permission/common.get_login_creds""#
  private static let links = #""delegate_permission/common.handle_all_urls""#
  private static let site = """
    { "relation": [\(credentials)],
      "target": { "namespace": "web", "site": "https://www.birch.example" } }
    """
  private static let other = fingerprint.replacing("3B", with: "4C")

  @Test(arguments: [
    (
      statement(links), statement("\(links), \(credentials)"),
      "shared passwords of `com.birch.shop`"
    ),
    (
      statement(links), "\(statement(links)), \(site)",
      "shared passwords of `https://www.birch.example`"
    ),
    (
      statement(links), "\(statement(links)), { \"include\": \"https://x.example/a.json\" }",
      "include of `https://x.example/a.json`"
    ),
    (
      statement(links), "\(statement(links)), \(statement(links, other))",
      "certificate `\(other)` of `com.birch.shop`"
    ),
    (
      statement(links), statement("\(links), \"delegate_permission/common.share\""),
      "relation `delegate_permission/common.share` to `com.birch.shop`"
    ),
    (
      "\(statement(links)), \(statement(credentials, other))",
      "\(statement("\(links), \(credentials)", other)), \(statement(links))",
      "certificate `\(other)` of `com.birch.shop` for `delegate_permission/common.handle_all_urls`"
    ),
  ])
  func `trust without links widens and narrows`(less: String, more: String, words: String) throws {
    let (old, new) = (Self.statements(less), Self.statements(more))
    #expect(try Self.messages(old, new) == ["widening \(words) added"])
    #expect(try Self.messages(new, old) == ["narrowing \(words) removed"])
  }

  @Test func `removing an app differs from removing a host`() throws {
    let old = Self.apple(#""components": [{ "/": "/a" }]"#)
    let new = InputFile(
      name: "apple-app-site-association",
      text: #"{ "webcredentials": { "apps": ["R7KM2QX94T.x"] } }"#)
    #expect(
      try Self.messages(old, new) == [
        "narrowing `https://birch.example/a` no longer opens `R7KM2QX94T.com.birch.shop` on iOS: "
          + "the host lists no apps for iOS",
        "widening shared passwords of `R7KM2QX94T.x` added",
      ])
  }

  @Test func `invalid JSON is not compared`() {
    let bad = InputFile(name: "assetlinks.json", text: "[,]")
    #expect(throws: AssociationMatch.Malformed.self) {
      try PolicyDifference(old: bad, new: Self.android(""), domain: "birch.example")
    }
  }
}
