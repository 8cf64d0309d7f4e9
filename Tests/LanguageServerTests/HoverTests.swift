import PolicyTestSupport
import PolicyText
import Testing

/// What is shown about a place.
@Suite struct HoverTests {
  private static func hover(
    _ name: String, _ marked: String, _ files: [String: String], options: JSONValue = .null
  ) -> String {
    var session = ServerSession(files, options: options)
    let hover = session.ask("textDocument/hover", name, marked)
    return hover[path: "contents", "value"]?.stringValue ?? ""
  }

  private static func acme(_ old: String, _ new: String) throws -> String {
    let text = try Fixtures.text("Policies/acme-home.yaml")
    try #require(text.contains(old), "\(old)")
    let marked = text.replacing(old, with: new, maxReplacements: 1)
    return hover("Policies/acme-home.yaml", marked, ["Policies/acme-home.yaml": text])
  }

  @Test func `a URI of the other environment is the same, not an empty difference`() {
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

  @Test(arguments: [
    (
      "- https://oauth-redirect.googleusercontent.com/r/acme-home\n",
      "- https://oauth-redirect.google‸usercontent.com/r/acme-home\n",
      [
        "* `google-home` · redirect_uris · prod · exact · [Policies/acme-home.yaml:82](file:///w/Policies/acme-home.yaml#L82)",
        "* sandbox: deny (redirect-uri-other-environment); nearest",
        "`-sandbox` missing", "* iOS, prod: opens in the browser",
      ]
    ),
    (
      "prod: [https://app.acme.example/signed-in]", "prod: [https://app.acme‸.example/signed-in]",
      ["covered by an authorized domain of prod"]
    ),
    (
      "- { path: /flip/debug/*,", "- { path: /flip/de‸bug/*,",
      [
        "**excludes links from the app**",
        "`https://www.acme.example/flip/debug/x` stays in the browser",
        "Android 15 and later", #""exclude": true"#,
      ]
    ),
    (
      "query: { id: \"?*\" }", "query: { id: \"?‸*\" }",
      [
        "`https://www.acme.example/orders/x?id=x",
        "`https://www.acme.example/orders/x` doesn't match",
      ]
    ),
    ("/menu/$(food)/*", "/menu/$(fo‸od)/*", ["/menu/pizza/x", "Android: can't be expressed"]),
    (
      "\"47:A5:1E", "\"47:A‸5:1E",
      ["canonical form", "app `acme-android` of `acme-home`"]
    ),
    ("\"F4:B8:C0", "\"F4:B‸8:C0", ["for Firebase and Google only", "acme-android"]),
    (
      "streamlined_linking: { google_client_id: 123456789012-uv53",
      "streamlined_linking: { google_client_id: 12345‸6789012-uv53",
      [
        "project number `123456789012`, the Firebase project `acme-home` of prod",
        "com.googleusercontent.apps.123456789012-uv53",
      ]
    ),
    (
      "prod: [com.googleusercontent.apps.1", "prod: [com.google‸usercontent.apps.1",
      ["URL scheme of the client ID"]
    ),
    ("{ env: GOOGLE_HOME_SECRET }", "{ env: GOOGLE_‸HOME_SECRET }", ["environment variable"]),
    ("state: required", "state: req‸uired", ["**required**"]),
    ("    state: required", "    sta‸te: required", ["Default:"]),
    ("  www.acme.example:", "  www.acme‸.example:", ["4 rules", "`acme-ios`"]),
    ("reason: redirect-uri-case", "reason: redirect-uri-‸case", ["**redirect-uri-case**"]),
    ("drive.file]", "drive.f‸ile]", ["a scope of Google, non-sensitive"]),
    ("scopes: [devices, profile]", "scopes: [dev‸ices, profile]", ["`acme-home/google-home`"]),
    ("client: acme-portal,", "client: acme-‸portal,", ["public"]),
  ])
  func `a hover says what a place means`(_ old: String, _ new: String, _ wanted: [String]) throws {
    let text = try Self.acme(old, new)
    for part in wanted { #expect(text.contains(part), "\(part) is not in\n\(text)") }
  }

  @Test func `a callback that a link swallows is said`() {
    let marked = soundPolicy.replacing(
      "prod: [https://lumen.example/oauth", with: "prod: [https://lumen.example/op‸en/oauth")
    let text = Self.hover("Policies/a.yaml", marked, ["Policies/a.yaml": soundPolicy])
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
    let secret = soundPolicy.replacing(
      "client_secret: { env: LUMEN_WEB_SECRET }", with: "client_secret: &s GOCSPX-verysecret1")
    let leaking = secret.replacing(
      "      scopes: [devices]\n", with: "      scopes: [devices]\n      x-a: *‸s\n")
    let shown = Self.hover("Policies/a.yaml", leaking, ["Policies/a.yaml": secret])
    #expect(!shown.contains("GOCSPX"), "\(shown)")
    let direct = secret.replacing("GOCSPX-very", with: "GOCSPX-v‸ery")
    #expect(!Self.hover("Policies/a.yaml", direct, ["Policies/a.yaml": secret]).contains("GOCSPX"))
  }

  @Test func `rule ids of the configuration are explained`() {
    let marked = "linkpolicy_config: 1\nseverities:\n  uri-‸http: off\n"
    let text = Self.hover("linkpolicy.yaml", marked, ["Policies/a.yaml": soundPolicy])
    #expect(text.contains("**uri-http** · error"), "\(text)")
  }

  @Test func `deployed files say whose app they name`() {
    let file = #"{"applinks":{"details":[{"appIDs":["R7KM‸2QX94T.com.lumen.home"]}]}}"#
    let text = Self.hover(
      "Policies/apple-app-site-association", file, ["Policies/a.yaml": soundPolicy])
    #expect(text.contains("**lumen-ios**"), "\(text)")
    let key = Self.hover(
      "Policies/apple-app-site-association",
      file.replacing("‸", with: "").replacing(
        "appIDs", with: "app‸IDs"), ["Policies/a.yaml": soundPolicy])
    #expect(key.contains("App IDs"), "\(key)")
    let links = #"[{"relation":[],"target":{"package_name":"com.else‸where.app"}}]"#
    #expect(
      Self.hover("Policies/assetlinks.json", links, ["Policies/a.yaml": soundPolicy])
        .contains("no policy declares this app"))
  }

  @Test func `keys and words are left to another server where that is wanted`() {
    let files = ["Policies/a.yaml": soundPolicy]
    let key = soundPolicy.replacing("    type: web", with: "    ty‸pe: web")
    let app = soundPolicy.replacing("apps: [lumen-ios]", with: "apps: [lumen‸-ios]")
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
