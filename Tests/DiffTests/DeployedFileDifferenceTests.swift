import LinkPolicy
import PolicyText
import Testing

/// `diff` of two association files.
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

  @Test func `a rule that opens more widens, with a link that proves it`() throws {
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

  @Test func `the old form is compared by what it opens`() throws {
    let old = Self.apple(#""paths": ["NOT /a/b", "/a/*"]"#)
    let same = Self.apple(#""components": [{ "/": "/a/b", "exclude": true }, { "/": "/a/*" }]"#)
    #expect(try Self.messages(old, same) == [])
    let wider = Self.apple(#""paths": ["/a/*"]"#)
    #expect(try Self.messages(old, wider).first?.contains("/a/b` opens") == true)
  }

  @Test func `an exclude that goes is seen through the query of the rule behind it`() throws {
    let rule = #"{ "/": "/a/*", "?": { "id": "?*" } }"#
    let old = Self.apple("\"components\": [{ \"/\": \"/a/b/*\", \"exclude\": true }, \(rule)]")
    let new = Self.apple("\"components\": [\(rule)]")
    let found = try Self.messages(old, new)
    #expect(found.count == 1 && found.first?.hasPrefix("widening") == true, "\(found)")
    #expect(found.first?.contains("/a/b/x?id=") == true, "\(found)")
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

  @Test func `what is not JSON is not compared`() {
    let bad = InputFile(name: "assetlinks.json", text: "[,]")
    #expect(throws: AssociationMatch.Malformed.self) {
      try PolicyDifference(old: bad, new: Self.android(""), domain: "birch.example")
    }
  }
}
