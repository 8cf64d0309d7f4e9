import LinkPolicy
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
