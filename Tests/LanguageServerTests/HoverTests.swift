import PolicyTestSupport
import PolicyText
import Testing

/// The contents of hovers.
@Suite struct HoverTests {
  private static func hover(
    _ name: String, _ marked: String, _ files: [String: String], options: JSONValue = .null
  ) -> String {
    var session = ServerSession(files, options: options)
    let hover = session.request("textDocument/hover", name, marked)
    return hover[path: "contents", "value"]?.stringValue ?? ""
  }

  private static func acme(_ old: String, _ new: String) throws -> String {
    let text = try Fixtures.text("Policies/acme-home.yaml")
    try #require(text.contains(old), "\(old)")
    let marked = text.replacing(old, with: new, maxReplacements: 1)
    return hover("Policies/acme-home.yaml", marked, ["Policies/acme-home.yaml": text])
  }

  @Test func `the difference to the URI of the other environment is never empty`() {
    let text = """
      linkpolicy: 1
      name: acme
      clients:
        web:
          provider: generic
          type: web
          client_id: { prod: web, sandbox: web-sandbox }
          client_secret: { env: SECRET }
          redirect_uris:
            prod: [https://acme.example/oauth/callback]
            sandbox: [http://localhost:8080/]

      """
    let marked = text.replacing("https://acme.ex", with: "https://acme.‸ex")
    let shown = Self.hover("Policies/a.yaml", marked, ["Policies/a.yaml": text])
    #expect(shown.contains("sandbox: deny (redirect-uri-other-environment)"), "\(shown)")
    #expect(shown.contains("the same URI, in the other environment"), "\(shown)")
    #expect(!shown.contains(" added"), "\(shown)")
  }

  @Test(arguments: try Fixtures.rows("hovers"))
  func `a hover explains a value`(_ row: [String]) throws {
    let text = try Self.acme(row[0], row[1])
    for part in row.dropFirst(2) { #expect(text.contains(part), "\(part) is missing in\n\(text)") }
  }

  @Test func `a callback that a link rule opens in an app is reported`() {
    let marked = cleanPolicy.replacing(
      "prod: [https://lumen.example/oauth", with: "prod: [https://lumen.example/op‸en/oauth")
    let text = Self.hover("Policies/a.yaml", marked, ["Policies/a.yaml": cleanPolicy])
    #expect(
      text.contains(
        "* iOS, prod: opens in `lumen-ios` (`R7KM2QX94T.com.lumen.home`), by [Policies/a.yaml:10]"),
      "\(text)")
    #expect(text.contains("the code goes to the app, not to the server"))
  }

  @Test func `an alias shows its value, and never that of a secret`() {
    let marked = NameTests.policy.replacing("scopes: *scopes", with: "scopes: *sco‸pes")
    let text = Self.hover("Policies/a.yaml", marked, ["Policies/a.yaml": NameTests.policy])
    #expect(text.contains("[devices]"), "\(text)")
    let secret = cleanPolicy.replacing(
      "client_secret: { env: LUMEN_WEB_SECRET }", with: "client_secret: &s GOCSPX-verysecret1")
    let leaking = secret.replacing(
      "      scopes: [devices]\n", with: "      scopes: [devices]\n      x-a: *‸s\n")
    let shown = Self.hover("Policies/a.yaml", leaking, ["Policies/a.yaml": secret])
    #expect(!shown.contains("GOCSPX"), "\(shown)")
    let direct = secret.replacing("GOCSPX-very", with: "GOCSPX-v‸ery")
    #expect(!Self.hover("Policies/a.yaml", direct, ["Policies/a.yaml": secret]).contains("GOCSPX"))
  }

  @Test func `rule IDs in the configuration are explained`() {
    let marked = "linkpolicy_config: 1\nseverities:\n  uri-‸http: off\n"
    let text = Self.hover("linkpolicy.yaml", marked, ["Policies/a.yaml": cleanPolicy])
    #expect(text.contains("**uri-http** · error"), "\(text)")
  }

  @Test func `deployed files show which app an ID belongs to`() {
    let file = #"{"applinks":{"details":[{"appIDs":["R7KM‸2QX94T.com.lumen.home"]}]}}"#
    let text = Self.hover(
      "Policies/apple-app-site-association", file, ["Policies/a.yaml": cleanPolicy])
    #expect(text.contains("**lumen-ios**"), "\(text)")
    let key = Self.hover(
      "Policies/apple-app-site-association",
      file.replacing("‸", with: "").replacing(
        "appIDs", with: "app‸IDs"), ["Policies/a.yaml": cleanPolicy])
    #expect(key.contains("App IDs"), "\(key)")
    let links = #"[{"relation":[],"target":{"package_name":"com.else‸where.app"}}]"#
    #expect(
      Self.hover("Policies/assetlinks.json", links, ["Policies/a.yaml": cleanPolicy])
        .contains("no policy declares this app"))
  }

  @Test func `keys and values are left to another server if the settings say so`() {
    let files = ["Policies/a.yaml": cleanPolicy]
    let key = cleanPolicy.replacing("    type: web", with: "    ty‸pe: web")
    let app = cleanPolicy.replacing("apps: [lumen-ios]", with: "apps: [lumen‸-ios]")
    for (assist, wanted) in [
      ("full", [true, true]), ("references", [false, true]), ("off", [false, false]),
    ] {
      let shown = [key, app].map {
        !Self.hover("Policies/a.yaml", $0, files, options: ["assist": .string(assist)]).isEmpty
      }
      #expect(shown == wanted, "\(assist)")
    }
  }
}
