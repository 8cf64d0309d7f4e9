import AssociationFiles
import LinkPolicy
import PolicyText
import Testing

/// Both association files of a site in one run.
@Suite struct SiteTests {
  static func found(
    _ apple: String, _ android: String, isVerbose: Bool = false,
    names: (String, String) = ("apple-app-site-association", "assetlinks.json")
  ) -> [Diagnostic] {
    Checking.project([(names.0, apple), (names.1, android)], isVerbose: isVerbose).report
      .diagnostics.filter { $0.rule == "association-files-differ" }
  }

  static func apple(_ bundles: String..., rules: String = #"{ "/": "/c/*" }"#) -> String {
    let ids = bundles.map { "\"R7KM2QX94T.\($0)\"" }.joined(separator: ", ")
    return """
      { "applinks": { "details": [ { "appIDs": [\(ids)], "components": [\(rules)] } ] } }

      """
  }

  static func android(_ packages: String..., rules: String? = nil) -> String {
    let statements = packages.map { package in
      let plain = GroupTests.statement(
        package, [GroupTests.fingerprint(1), GroupTests.fingerprint(2)])
      guard let rules else { return plain }
      return String(plain.dropLast(2)) + """
        , "relation_extensions": { "delegate_permission/common.handle_all_urls": {
          "dynamic_app_link_components": [\(rules)] } } }
        """
    }
    return "[\(statements.joined(separator: ",\n"))]\n"
  }

  @Test(arguments: [
    ("com.birch.shopping", "com.birch.shoping"), ("com.birch.shopping", "com.birch.shopipng"),
    ("com.company.workquestapp", "com.company.workquestap"),
    ("com.birch.shopping", "com.birch.shodping"),
  ])
  func `a slip in one of the names is found`(bundle: String, package: String) {
    let found = Self.found(Self.apple(bundle), Self.android(package))
    #expect(found.map(\.severity) == [.warning], "\(Checking.describe(found))")
  }

  @Test(arguments: [
    ("com.birch.shop", "com.birch.shop"), ("com.birch.Shop", "com.birch.shop"),
    ("com.birch.my-shop", "com.birch.my_shop"), ("com.birch.ishopping", "com.birch.shopping"),
    ("com.500birch.shopping", "com.u500birch.shopping"),
    ("com.birch.shopping2", "com.birch.shopping3"), ("com.birch.ios", "com.birch.android"),
    ("com.birch.shoppinga", "com.birch.shopping"), ("org.birch.wood", "net.oak.forest"),
  ])
  func `names that platforms make different are no slip`(bundle: String, package: String) {
    let found = Self.found(Self.apple(bundle), Self.android(package), isVerbose: true)
    #expect(found.isEmpty, "\(Checking.describe(found))")
  }

  @Test func `a reversed name is found`() {
    let found = Self.found(Self.apple("shop.birch.com"), Self.android("com.birch.shop"))
    #expect(found.first?.message.contains("is `shop.birch.com` reversed") == true)
  }

  @Test func `credentials of one platform are a note on request`() {
    let apple = Self.apple("com.birch.shop").replacing(
      "{ \"applinks\"",
      with: "{ \"webcredentials\": { \"apps\": [\"R7KM2QX94T.com.birch.shop\"] }, \"applinks\"")
    #expect(Self.found(apple, Self.android("com.birch.shop")).isEmpty)
    #expect(Self.found(apple, Self.android("com.birch.shop"), isVerbose: true).count == 1)
  }

  @Test func `an app of one platform is a note on request, where others have both`() {
    let apple = Self.apple("com.birch.shop", "com.birch.scanner")
    let android = Self.android("com.birch.shop")
    #expect(Self.found(apple, android).isEmpty)
    #expect(Self.found(apple, android, isVerbose: true).map(\.severity) == [.note])
    #expect(
      Self.found(Self.apple("com.birch.scanner"), Self.android("net.oak.shop"), isVerbose: true)
        .isEmpty)
  }

  @Test func `a link that opens on one platform only is a note`() {
    let apple = Self.apple(
      "com.birch.shop", rules: #"{ "/": "/login", "exclude": true }, { "/": "/*" }"#)
    let wider = Self.android("com.birch.shop", rules: #"{ "/": "/*" }"#)
    let found = Self.found(apple, wider)
    #expect(found.map(\.severity) == [.note])
    #expect(
      found.first?.message.contains("`/login` opens the app on Android, but not on iOS") == true)
    let same = Self.android(
      "com.birch.shop", rules: #"{ "/": "/login", "exclude": true }, { "/": "/*" }"#)
    #expect(Self.found(apple, same).isEmpty)
    // Without rules of its own the manifest decides, which nobody sees here.
    #expect(Self.found(apple, Self.android("com.birch.shop")).isEmpty)
  }

  @Test func `rules that open nothing are told by their own error`() {
    let closed = Self.android("com.birch.shop", rules: #"{ "/": "/*", "exclude": true }"#)
    #expect(Self.found(Self.apple("com.birch.shop"), closed).isEmpty)
  }

  @Test func `only files of one site are compared`() {
    let (apple, android) = (Self.apple("com.birch.shopping"), Self.android("com.birch.shoping"))
    func count(_ first: String, _ second: String) -> Int {
      Self.found(apple, android, names: (first, second)).count
    }
    #expect(
      count("a/.well-known/apple-app-site-association", "a/.well-known/assetlinks.json") == 1)
    #expect(count("a/apple-app-site-association", "a/.well-known/assetlinks.json") == 1)
    #expect(
      count("a/.well-known/apple-app-site-association", "b/.well-known/assetlinks.json") == 0)
  }
}

/// Deployed dynamic rules against the manifests of the policies of the same run.
struct ManifestScopeTests {
  private static let policy = """
    linkpolicy: 1
    name: acme
    apps:
      a:
        platform: android
        package_name: com.acme.home
        sha256_cert_fingerprints:
          - "3B:7E:91:0C:55:AD:12:F8:60:4D:E3:27:9A:BC:08:71:D6:2F:84:19:C0:5E:A7:33:F1:68:0B:D2:94:47:EE:1A"
    domains:
      www.acme.example: { links: [{ apps: [a], rules: [{ path: /orders/* }, { path: /cart }] }] }
      all.acme.example: { links: [{ apps: [a], rules: [{ query: { x: "?*" } }] }] }
    """

  private func found(
    _ rules: String, package: String = "com.acme.home",
    file: String = "deployed/www.acme.example/.well-known/assetlinks.json"
  ) -> [String] {
    let list = """
      [{ "relation": ["delegate_permission/common.handle_all_urls"],
         "target": { "namespace": "android_app", "package_name": "\(package)",
           "sha256_cert_fingerprints": ["3B:7E:91:0C:55:AD:12:F8:60:4D:E3:27:9A:BC:08:71:D6:2F:84:19:C0:5E:A7:33:F1:68:0B:D2:94:47:EE:1A"] },
         "relation_extensions": { "delegate_permission/common.handle_all_urls":
           { "dynamic_app_link_components": [\(rules)] } } }]
      """
    let report = Project([
      InputFile(
        source: SourceFile(name: "Policies/acme.yaml", bytes: Array(Self.policy.utf8)),
        kind: .policy, isExplicit: true),
      InputFile(
        source: SourceFile(name: file, bytes: Array(list.utf8)), kind: .assetLinks,
        isExplicit: true),
    ]).report
    return report.diagnostics.filter { $0.rule == "dynamic-rules-outside-manifest" }.map(\.message)
  }

  @Test(arguments: ["/orders/*", "/orders/1", "/cart", "*", "/*"])
  func `what the manifest covers, and a last rule for the rest, is fine`(path: String) {
    #expect(found("{ \"/\": \"\(path)\" }") == [])
  }

  @Test(arguments: ["/new/*", "/new", "/order", "/carts"])
  func `a path that the manifest does not cover is reported`(path: String) {
    #expect(
      found("{ \"/\": \"/cart\" }, { \"/\": \"\(path)\" }") == [
        "the manifest of `com.acme.home` doesn't cover `\(path)`, so the rule has no effect"
      ])
  }

  @Test func `excludes, other apps, other hosts and whole hosts are no matter`() {
    #expect(found("{ \"/\": \"/new\", \"exclude\": true }, { \"/\": \"*\" }") == [])
    #expect(found("{ \"/\": \"/new\" }", package: "com.other") == [])
    #expect(found("{ \"/\": \"/new\" }", file: "other.example/.well-known/assetlinks.json") == [])
    #expect(found("{ \"/\": \"/new\" }", file: "assetlinks.json") == [])
    #expect(found("{ \"/\": \"/new\" }", file: "all.acme.example/assetlinks.json") == [])
    #expect(found("{ \"/\": \"/new\" }", file: "WWW.acme.example/assetlinks.json").count == 1)
  }
}

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
