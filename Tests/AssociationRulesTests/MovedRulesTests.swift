import AssociationFiles
import PolicyText
import Testing

/// Rules beside `relation` and `target`, moved to where Android reads them.
@Suite struct MovedRulesTests {
  static func file(_ members: String) -> String {
    """
    [
      {
        "relation": ["delegate_permission/common.handle_all_urls"],
        "target": {
          "namespace": "android_app",
          "package_name": "com.birch.shop",
          "sha256_cert_fingerprints": ["\(GroupTests.fingerprint(1))", "\(GroupTests.fingerprint(2))"]
        },
        \(members)
      }
    ]

    """
  }

  static func fixed(_ members: String) -> String {
    CauseTests.fixed(file(members), name: "assetlinks.json", unsafe: true)
  }

  static func opens(_ text: String, _ path: String) -> Bool {
    let tree = JSONReader.read(
      SourceFile(name: "assetlinks.json", bytes: Array(text.utf8)), file: FileID(0)
    ).tree
    let matcher = AndroidLinkMatcher(AssetLinks(reading: tree), host: "www.birch.example")
    return !matcher.answer(ExactString("https://www.birch.example" + path)).opens.isEmpty
  }

  @Test(arguments: [
    #""include": ["/shop/*"], "exclude": ["/shop/login"]"#,
    #""exclude": ["/shop/login"], "include": ["/shop/*"]"#,
    #""paths": ["/shop/*", "!/shop/login"]"#, #""paths": ["NOT /shop/login", "/shop/*"]"#,
    #""components": [{ "/": "/shop/*" }, { "/": "/shop/login", "exclude": true }]"#,
    #""include": "/shop/*", "deny": [{ "/": "/shop/login", "comment": "the browser's" }]"#,
  ])
  func `the moved rules mean what was written`(members: String) {
    let text = Self.fixed(members)
    #expect(Checking.android(text).isEmpty, "\(text)")
    #expect(Self.opens(text, "/shop/x7"))
    #expect(!Self.opens(text, "/shop/login"))
    #expect(!Self.opens(text, "/cart"))
  }

  @Test func `the layout is kept`() {
    #expect(
      Self.fixed(#""include": ["/shop/*"], "exclude": ["/login"]"#)
        == Self.file(
          """
          "relation_extensions": {
                "delegate_permission/common.handle_all_urls": {
                  "dynamic_app_link_components": [
                    { "/": "/login", "exclude": true },
                    { "/": "/shop/*" }
                  ]
                }
              }
          """))
  }

  @Test(arguments: [
    #""exclude": ["/login"]"#, #""include": ["https://www.birch.example/shop"]"#,
    #""include": [{ "/": "/shop", "?": { "id": "*" } }]"#, #""include": ["shop"]"#,
    #""include": ["*/terms/*"], "exclude": ["*/terms/*"]"#, #""paths": [["/a"]]"#,
  ])
  func `what nobody can prove is not moved`(members: String) {
    let text = Self.file(members)
    let fixes = Checking.android(text).flatMap(\.fixes).map(\.title)
    #expect(!fixes.contains("move the rules under `relation_extensions`"), "\(fixes)")
  }
}
