import LinkPolicy
import Testing

/// Messages name the true cause first, and fixes mend it.
@Suite struct CauseTests {
  static let apple = "apple-app-site-association"

  static func first(_ bytes: [UInt8], _ name: String = apple) -> String {
    let found = Checking.report(bytes, name: name).diagnostics
    return found.first.map { "\($0.rule): \($0.message)" } ?? ""
  }

  static func first(_ text: String) -> String { first(Array(text.utf8)) }

  @Test(arguments: [
    ("{\u{A0}\"applinks\": {}}", "a no-break space (U+00A0)"),
    ("{\u{200B}\"applinks\": {}}", "an invisible character (U+200B)"),
    ("---\nlayout: null\n---\n{ \"applinks\": {} }\n", "front matter"),
    ("<!DOCTYPE html>", "web page"), ("-----BEGIN PKCS7-----\nMII\n", "PEM"),
    ("{ \"applinks\u{201D}: {} }", "U+201D"), ("{ \u{201C}applinks\": {} }", "U+201C"),
  ])
  func `what stands in place of JSON is named`(text: String, cause: String) {
    #expect(Self.first(text).contains(cause), "\(Self.first(text))")
  }

  @Test func `a file of another form is named by its first bytes`() {
    #expect(Self.first([0x7B, 0x00, 0x22, 0x00]).contains("UTF-16"))
    #expect(Self.first([0x1F, 0x8B, 0x08, 0x00]).contains("gzip"))
    #expect(Self.first([0x30, 0x82, 0x11, 0x22], "assetlinks.json").contains("signed"))
  }

  @Test func `the rest of a file with front matter is read`() {
    let found = Checking.apple(
      """
      ---
      ---
      { "webcredentials": { "apps": ["TEAMID.com.birch.shop"] } }

      """)
    #expect(found.map(\.rule) == ["json-syntax", "apple-app-id-format"])
  }

  @Test(arguments: [
    "AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99",
    "01:23:45:67:89:AB:CD:EF:01:23:45:67:89:AB:CD:EF:01:23:45:67:89:AB:CD:EF:01:23:45:67:89:AB:CD:EF",
    "00:01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14:15:16:17:18:19:1A:1B:1C:1D:1E:1F",
  ])
  func `bytes in a row are no fingerprint`(text: String) {
    let found = Checking.android("[\(GroupTests.statement("com.birch.shop", [text]))]\n")
    #expect(found.map(\.rule) == ["documentation-example"])
  }

  @Test func `an exclude that Android does not see is an error with the plainest link`() {
    let found = Checking.android(
      """
      [{ "relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "com.birch.shop",
        "sha256_cert_fingerprints": ["\(GroupTests.fingerprint(1))"] },
        "relation_extensions": { "delegate_permission/common.handle_all_urls": {
          "dynamic_app_link_components": [{ "/": "*/terms/*", "exclude": true }, { "/": "*" }] } } }]

      """)
    #expect(found.map { "\($0.severity) \($0.rule)" } == ["error link-rule-needs-backtracking"])
    #expect(found.first?.message.contains("doesn't exclude `/en/terms/x`") == true)
  }

  // MARK: fixes

  static func fixed(_ text: String, name: String = apple, unsafe: Bool = false) -> String {
    let project = Project([
      InputFile(
        source: SourceFile(name: name, bytes: Array(text.utf8)),
        kind: InputKind(path: name) ?? .assetLinks, isExplicit: true)
    ])
    let fixes = project.applyingFixes(includesUnsafe: unsafe)
    return String(decoding: fixes.files[0].source.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("{\u{A0}\u{A0}\"applinks\":\u{A0}{} }\n", "{  \"applinks\": {} }\n"),
    ("{ \"applinks\u{201D}: {} }\n", "{ \"applinks\": {} }\n"),
    ("{ \u{201C}applinks\": {} }\n", "{ \"applinks\": {} }\n"),
    ("{ \u{201C}applinks\u{201D}: {} }\n", "{ \"applinks\": {} }\n"),
  ])
  func `blanks and quotes become plain`(text: String, good: String) {
    #expect(Self.fixed(text) == good)
  }

  @Test func `excludes move above the rule that hides them, in their order and layout`() {
    let bad = GroupTests.components([
      #"  { "/": "*" }"#, #"  { "/": "/api/*", "exclude": true }"#,
      #"  { "/": "/login", "exclude": true }"#,
    ])
    let good = GroupTests.components([
      #"  { "/": "/api/*", "exclude": true }"#, #"  { "/": "/login", "exclude": true }"#,
      #"  { "/": "*" }"#,
    ])
    #expect(Self.fixed(bad, unsafe: true) == good)
  }

  @Test func `an exclude for everything is not moved: it would close the app`() {
    let bad = GroupTests.components([#"{ "/": "*" }"#, #"{ "/": "*", "exclude": true }"#])
    #expect(Self.fixed(bad) == bad)
    #expect(!Checking.apple(bad).contains { $0.help?.hasPrefix("move") == true })
  }

  @Test func `a value is asked for where that brings the exclude to life`() {
    let bad = GroupTests.components([
      #"{ "/": "/skins", "?": { "url": "*" } }"#, #"{ "/": "/skins", "exclude": true }"#,
      #"{ "/": "/s*/" }"#,
    ])
    #expect(Self.fixed(bad, unsafe: true) == bad.replacing(#""*" }"#, with: #""?*" }"#))
  }

  @Test(arguments: [
    (#"{ "paths": ["/a/*"] }"#, #"{ "/": "/a/*" }"#),
    (
      #"{ "path": ["/b", "/c/*"], "comment": "two" }"#,
      #"{ "/": "/b", "comment": "two" }, { "/": "/c/*", "comment": "two" }"#
    ),
    (#"{ "Path": "/d" }"#, #"{ "/": "/d" }"#), (#"{ "url": 5 }"#, #"{ "url": 5 }"#),
    (#"{ "/": "/d", "not": "true" }"#, #"{ "/": "/d", "not": "true" }"#),
  ])
  func `paths under another key become components of their own`(bad: String, good: String) {
    #expect(
      Self.fixed(GroupTests.components([bad]), unsafe: true) == GroupTests.components([good]))
  }

  @Test func `a misspelled key becomes the one that has such values`() {
    let bad =
      #"{ "applinks": { "details": [ { "appId": "R7KM2QX94T.com.birch.tv", "path": ["/x"] } ] } }"#
    let good =
      #"{ "applinks": { "details": [ { "appID": "R7KM2QX94T.com.birch.tv", "paths": ["/x"] } ] } }"#
    #expect(Self.fixed(bad + "\n", unsafe: true) == good + "\n")
  }

  @Test func `one public debug key of several can go, the only one stays`() {
    let debug =
      "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:"
      + "9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"
    func file(_ keys: [String]) -> String { "[\(GroupTests.statement("com.birch.shop", keys))]\n" }
    let own = GroupTests.fingerprint(1)
    #expect(Self.fixed(file([own, debug]), name: "assetlinks.json", unsafe: true) == file([own]))
    #expect(Self.fixed(file([debug, own]), name: "assetlinks.json", unsafe: true) == file([own]))
    #expect(Self.fixed(file([debug, own]), name: "assetlinks.json") == file([debug, own]))
    #expect(Self.fixed(file([debug]), name: "assetlinks.json", unsafe: true) == file([debug]))
  }

  @Test func `a patch keeps line ends and characters that nobody sees`() {
    let text = "{\r\n\u{A0}\"webcredentials\": {\r\n  \"apps\": []\r\n}}\r\n"
    let project = Project([
      InputFile(
        source: SourceFile(name: Self.apple, bytes: Array(text.utf8)),
        kind: .appleAppSiteAssociation, isExplicit: true)
    ])
    let patch = project.applyingFixes().patch
    #expect(
      patch.utf8.elementsEqual(
        """
        --- a/apple-app-site-association
        +++ b/apple-app-site-association
        @@ -1,4 +1,4 @@
         {\r
        -\u{A0}"webcredentials": {\r
        + "webcredentials": {\r
           "apps": []\r
         }}\r

        """.utf8))
  }
}
