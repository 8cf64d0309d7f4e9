import AssociationFiles
import PolicyText
import Testing

/// Dynamic rules next to `relation` and `target`, which a fix moves to where Android reads them.
@Suite struct MovedRulesTests {
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
  func `moved rules keep their meaning`(members: String) {
    let text = CauseTests.fixed(
      """
      [
        {
          "relation": ["delegate_permission/common.handle_all_urls"],
          "target": {
            "namespace": "android_app",
            "package_name": "com.birch.shop",
            "sha256_cert_fingerprints": [
              "48:5A:7A:A8:E4:2E:86:EC:60:E2:72:10:BC:76:3E:14:F8:EA:EA:F8:14:3E:76:BC:10:72:E2:60:EC:86:2E:E4",
              "7D:8F:AF:DD:19:63:BB:21:95:17:A7:45:F1:AB:73:49:2D:1F:1F:2D:49:73:AB:F1:45:A7:17:95:21:BB:63:19"
            ]
          },
          \(members)
        }
      ]

      """, name: "assetlinks.json", unsafe: true)
    #expect(Checking.android(text).isEmpty, "\(text)")
    #expect(Self.opens(text, "/shop/x7"))
    #expect(!Self.opens(text, "/shop/login"))
    #expect(!Self.opens(text, "/cart"))
  }
}
