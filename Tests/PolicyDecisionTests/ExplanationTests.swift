import PolicyText
import Testing

/// What an answer says beside the decision: the nearest entry, the first difference, what comes next.
struct ExplanationTests {
  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: lumen
    clients:
      home:
        provider: generic
        type: web
        client_id: { prod: home-1, sandbox: home-2 }
        client_secret: { env: SECRET }
        redirect_uris:
          prod: [https://lumen.example/Kiosk]
          sandbox: [https://sandbox.lumen.example/cb]
    providers:
      firebase:
        project_id: lumen
        authorized_domains: [app.lumen.example, localhost, "https://wrong.example:8080"]

    """)

  private func authorize(_ uri: String) -> JSONValue {
    simulator.answer([
      "kind": "authorize", "client_id": "home-1", "redirect_uri": .string(uri), "state": "s",
      "response_type": "code",
    ])
  }

  @Test(arguments: [
    ("https://sandbox.lumen.example/cb", "redirect-uri-other-environment", ""),
    ("https://lumen.example/kiosk", "redirect-uri-case", "(the case differs)"),
    ("https://lumen.example/Kiosk/", "redirect-uri-trailing-slash", "(a final slash)"),
    ("https://lumen.example:443/Kiosk", "redirect-uri-same-for-browsers", "(the default port)"),
    ("https://lumen.example/./Kiosk", "redirect-uri-same-for-browsers", "path, byte 22"),
    ("https://lumen.ex\u{430}mple/Kiosk", "redirect-uri-not-registered", "(U+0430 looks like `a`)"),
    (
      "https://lumen.example/\u{212A}iosk", "redirect-uri-not-registered", "(U+212A looks like `K`)"
    ),
    (
      "https://lumen.example/Kio\u{200B}sk", "redirect-uri-not-registered",
      "(U+200B cannot be seen)"
    ),
    ("https://lumen.example/Kiosk?a=b", "redirect-uri-not-registered", "query, byte 27"),
    ("https://lumen.example:8443/Kiosk", "redirect-uri-not-registered", "port, byte 21"),
  ])
  func `a refused redirect URI is told from the nearest one`(
    uri: String, reason: String, difference: String
  ) {
    let answer = authorize(uri)
    #expect(answer["decision"] == "deny")
    #expect(answer["reason"]?.stringValue == reason, "\(answer.text())")
    let found = answer["nearest"]?["difference"]?.stringValue ?? ""
    #expect(found.contains(difference), "\(found)")
    #expect(answer["source"]?["line"] != nil)
    #expect(answer["user_sees"]?.stringValue?.contains("own error page") == true)
  }

  @Test(arguments: [
    ("https://lumen.example/", "app.lumen.example", "is above the entry"),
    ("http://127.0.0.1:3000/", "localhost", "does not cover"),
    ("https://app.lumen.example./", "app.lumen.example", "a final dot"),
    ("https://wrong.example:8080/", "https://wrong.example:8080", "never matches"),
    ("https://app.lumem.example/", "app.lumen.example", "host, byte 8"),
  ])
  func `a refused page is told from the nearest domain`(
    page: String, domain: String, difference: String
  ) {
    let answer = simulator.answer(["kind": "web_origin", "input": ["page_url": .string(page)]])
    #expect(answer["decision"] == "deny")
    #expect(answer["nearest"]?["value"]?.stringValue == domain, "\(answer.text())")
    #expect(
      answer["nearest"]?["difference"]?.stringValue?.contains(difference) == true,
      "\(answer.text())")
  }

  @Test func `no domain is near to what nobody meant`() {
    let answer = simulator.answer([
      "kind": "web_origin", "input": ["page_url": "https://evil.test/"],
    ])
    #expect(answer["nearest"] == .null)
  }
}
