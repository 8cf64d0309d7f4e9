import LinkPolicy
import Testing

/// Notes about files that work: most are shown on request only.
@Suite struct StyleNoteTests {
  static let apple = "apple-app-site-association"

  static func found(_ text: String, name: String = apple, isVerbose: Bool) -> [String] {
    Checking.project([(name, text)], isVerbose: isVerbose).report.diagnostics.map {
      "\($0.severity) \($0.rule)"
    }
  }

  /// The text that a finding marks.
  static func marked(_ text: String, name: String = apple, rule: RuleID) -> [String] {
    let bytes = Array(text.utf8)
    return Checking.project([(name, text)], isVerbose: true).report.diagnostics
      .filter { $0.rule == rule }.map {
        String(decoding: bytes[$0.location.span.start..<$0.location.span.end], as: UTF8.self)
      }
  }

  @Test(arguments: [
    #"{ "/": "/orders" }, { "/": "/orders/*" }"#, #"{ "/": "/orders/*" }, { "/": "/orders" }"#,
    #"{ "/": "/orders" }, { "/": "/orders/" }"#,
  ])
  func `two spellings of one path are a note on request`(rules: String) {
    let text = GroupTests.components([rules])
    #expect(Self.found(text, isVerbose: false).isEmpty)
    #expect(Self.found(text, isVerbose: true) == ["note link-rule-unreachable"])
  }

  @Test func `a literal that an exclude parts from its folder says something`() {
    let text = GroupTests.components([
      #"{ "/": "/orders" }, { "/": "/orders/new", "exclude": true }, { "/": "/orders/*" }"#
    ])
    #expect(Self.found(text, isVerbose: true).isEmpty)
  }

  @Test func `a leading wildcard crosses slashes`() {
    let text = GroupTests.components([#"{ "/": "/*/orders" }"#])
    #expect(Self.found(text, isVerbose: false).isEmpty)
    #expect(Self.marked(text, rule: "link-rule-leading-wildcard") == [#""/*/orders""#])
  }

  @Test func `a final slash opens nothing below it`() {
    let text = GroupTests.components([#"{ "/": "/item/" }"#])
    #expect(Self.found(text, isVerbose: false) == ["note link-rule-final-slash"])
    #expect(CauseTests.fixed(text) == text.replacing("/item/", with: "/item"))
    let folder = GroupTests.components([#"{ "/": "/m/" }"#, #"{ "/": "/m/orders" }"#])
    #expect(Self.found(folder, isVerbose: false).isEmpty)
    #expect(Self.found(folder, isVerbose: true) == ["note link-rule-final-slash"])
  }

  @Test func `a missing line end is added as the file has them`() {
    let text = "{\n  \"webcredentials\": { \"apps\": [] }\n}"
    #expect(Self.found(text, isVerbose: false).isEmpty)
    #expect(Self.marked(text, rule: "association-file-layout") == ["}"])
    #expect(Self.fixedVerbosely(text) == text + "\n")
    let windows = text.replacing("\n", with: "\r\n")
    #expect(Self.found(windows, isVerbose: true).count == 2)
    #expect(Self.fixedVerbosely(windows) == windows + "\r\n")
  }

  @Test func `mixed line ends become those of most lines`() {
    let mostly = "{\r\n  \"webcredentials\": {\r\n \"apps\": []\n }\r\n}\r\n"
    #expect(Self.marked(mostly, rule: "association-file-layout") == ["\n"])
    #expect(
      Self.fixedVerbosely(mostly)
        == mostly.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n"))
    let rarely = "{\n  \"webcredentials\": {\n \"apps\": []\r\n }\n}\n"
    #expect(Self.fixedVerbosely(rarely) == rarely.replacing("\r\n", with: "\n"))
  }

  static func fixedVerbosely(_ text: String, name: String = apple) -> String {
    let fixes = Checking.project([(name, text)], isVerbose: true).applyingFixes()
    return String(decoding: fixes.files[0].source.bytes, as: UTF8.self)
  }

  @Test func `two statements of one app are a note on request`() {
    let one = GroupTests.statement("com.birch.shop", [GroupTests.fingerprint(1)])
    let two = GroupTests.statement("com.birch.shop", [GroupTests.fingerprint(2)])
    let text = "[\(one), \(two)]\n"
    #expect(Self.found(text, name: "assetlinks.json", isVerbose: false).isEmpty)
    #expect(
      Self.marked(text, name: "assetlinks.json", rule: "statement-duplicate")
        == [#""com.birch.shop""#])
    let other = two.replacing("handle_all_urls", with: "get_login_creds")
    #expect(
      Self.marked("[\(one), \(other)]\n", name: "assetlinks.json", rule: "statement-duplicate")
        .isEmpty)
  }

  @Test func `a remark in a target is a note on request`() {
    let text = "[\(GroupTests.statement("com.birch.shop", [GroupTests.fingerprint(1)]))]\n"
      .replacing("\"namespace\"", with: "\"comment\": \"ours\", \"namespace\"")
    #expect(Self.found(text, name: "assetlinks.json", isVerbose: false).isEmpty)
    #expect(
      Self.marked(text, name: "assetlinks.json", rule: "unknown-key") == [#""comment""#])
  }

  // MARK: what an expert would not want to hear

  @Test func `a prefix says nothing new beside a wider rule`() {
    let wider = GroupTests.components([
      #"{ "/": "/pair*" }"#, #"{ "/": "/p*" }"#, #"{ "/": "/*" }"#,
    ])
    #expect(!Self.found(wider, isVerbose: false).contains("warning link-rule-prefix-without-slash"))
    let kept = GroupTests.components([
      #"{ "/": "/pair*" }"#, #"{ "/": "/pairs", "exclude": true }"#, #"{ "/": "/*" }"#,
    ])
    #expect(Self.found(kept, isVerbose: false).contains("warning link-rule-prefix-without-slash"))
  }

  @Test func `a page with an extension needs no folder below it`() throws {
    let found = Checking.apple(GroupTests.components([#"{ "/": "/intro.html*" }"#]))
    #expect(
      found.map(\.help) == [
        "write `/intro.html`, because patterns don't include the query and fragment"
      ])
  }

  @Test func `a query item that may be missing explains what is redundant below it`() {
    let found = Checking.apple(
      GroupTests.components([
        #"{ "/": "/", "?": { "id": "*" } }"#, #"{ "/": "/", "?": { "qr": "*" } }"#,
      ]))
    #expect(Set(found.map(\.rule)) == ["link-rule-query-presence"])
  }

  @Test func `rules below different rules are different findings, each with its lines`() {
    let found = GroupTests.apple(
      GroupTests.components([
        #"{ "/": "/a/*" }"#, #"{ "/": "/a/1" }"#, #"{ "/": "/a/2" }"#, #"{ "/": "/b/*" }"#,
        #"{ "/": "/b/1" }"#, #"{ "/": "/b/2" }"#,
      ]))
    #expect(found.map(\.rule) == ["link-rule-unreachable", "link-rule-unreachable"])
    #expect(found.first?.message.hasPrefix("2 rules (`/a/1`, `/a/2`, lines 3 to 4) are") == true)
    #expect(found.last?.message.hasPrefix("2 rules (`/b/1`, `/b/2`, lines 6 to 7) are") == true)
  }

  @Test func `a program in place of the file is named`() {
    #expect(CauseTests.first("const team = \"X\"\nexport default team\n").contains("script"))
    #expect(CauseTests.first("null\n").contains("object"))
  }

  @Test func `two blanks behind NOT become one`() {
    let text = """
      { "applinks": { "apps": [], "details": [ { "appID": "R7KM2QX94T.com.birch.shop",
        "paths": ["NOT  /admin/*", "/a/*"] } ] } }

      """
    #expect(CauseTests.fixed(text, unsafe: true) == text.replacing("NOT  ", with: "NOT "))
  }
}
