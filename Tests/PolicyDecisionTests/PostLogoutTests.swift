import PolicyText
import Testing

/// Where users go after the sign-out (OpenID Connect RP-Initiated Logout 1.0).
struct PostLogoutTests {
  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: acme
    authorization_server:
      endpoints: { end_session: { prod: https://auth.acme.example/logout } }
    clients:
      web:
        provider: generic
        type: web
        client_id: { prod: web-1, sandbox: web-2 }
        client_secret: { env: SECRET }
        redirect_uris: [https://app.acme.example/cb]
        post_logout_redirect_uris:
          prod: ["https://app.acme.example/bye?from=acme", "https://app.acme.example/Kiosk;v=1"]
          sandbox: [https://sandbox.acme.example/bye]
      cli:
        provider: generic
        type: native
        client_id: { prod: cli-1 }
        redirect_uris: [http://127.0.0.1/cb]
        post_logout_redirect_uris: [http://127.0.0.1/bye, com.acme:/bye]
      none:
        provider: generic
        type: web
        client_id: { prod: none-1 }
        redirect_uris: [https://app.acme.example/cb]
    """)

  private func answer(_ fields: [(key: String, value: JSONValue)]) -> JSONValue {
    simulator.answer(.object([(key: "kind", value: "post_logout")] + fields))
  }

  private func answer(_ uri: String, client: String = "web-1") -> JSONValue {
    answer([("client_id", .string(client)), ("post_logout_redirect_uri", .string(uri))])
  }

  @Test func `a registered address is gone to, with the state`() {
    let answer = answer([
      ("client", "web"), ("post_logout_redirect_uri", "https://app.acme.example/bye?from=acme"),
      ("state", "a b"), ("id_token_hint", "x.y.z"),
    ])
    #expect(answer["decision"] == "allow")
    #expect(answer["channel"] == "post_logout_redirect")
    #expect(answer["target"] == "https://app.acme.example/bye?from=acme&state=a%20b")
    #expect(
      answer["source"]?["path"] == "clients.web.post_logout_redirect_uris.prod[0]")
    #expect(answer["confidence"] == "certain")
  }

  @Test func `equal bytes and nothing else`() {
    for (uri, reason) in [
      ("https://app.acme.example/bye", "redirect-uri-not-registered"),
      ("https://app.acme.example/cb", "redirect-uri-not-registered"),
      ("https://app.acme.example/\u{212A}iosk\u{37E}v=1", "redirect-uri-not-registered"),
      ("https://app.acme.example/kiosk;v=1", "redirect-uri-case"),
      ("https://app.acme.example/Kiosk;v=1/", "redirect-uri-trailing-slash"),
      ("https://app.acme.example:443/Kiosk;v=1", "redirect-uri-same-for-browsers"),
      ("https://sandbox.acme.example/bye", "redirect-uri-other-environment"),
    ] {
      let answer = answer(uri)
      #expect(answer["decision"] == "deny")
      #expect(answer["reason"] == .string(reason), "\(uri)")
      #expect(answer["channel"] == "local_error")
      #expect(answer["target"] == .null)
    }
  }

  @Test func `no port is free, not even a loopback one`() {
    #expect(answer("http://127.0.0.1/bye", client: "cli-1")["decision"] == "allow")
    #expect(answer("com.acme:/bye", client: "cli-1")["decision"] == "allow")
    #expect(answer("http://127.0.0.1:5000/bye", client: "cli-1")["decision"] == "deny")
  }

  @Test func `a client is needed, by its ID or by the hint`() {
    let uri = JSONValue.string("https://app.acme.example/Kiosk;v=1")
    #expect(
      answer([("post_logout_redirect_uri", uri)])["reason"] == "client-id-missing")
    let hinted = answer([("post_logout_redirect_uri", uri), ("id_token_hint", "x.y.z")])
    #expect(hinted["decision"] == "allow")
    #expect(hinted["confidence"] == "inferred")
    #expect(answer("https://app.acme.example/bye", client: "nobody")["reason"] == "client-unknown")
    #expect(
      answer("https://app.acme.example/bye", client: "web-2")["reason"]
        == "client-other-environment")
    #expect(answer("https://app.acme.example/bye", client: "none-1")["decision"] == "deny")
  }

  @Test func `without an address the user stays`() {
    let answer = answer([("client_id", "web-1")])
    #expect(answer["decision"] == "allow")
    #expect(answer["channel"] == "local_page")
    #expect(answer["target"] == .null)
  }

  @Test func `a URL is read as the end-session endpoint reads it`() {
    let query =
      "client_id=web-1&post_logout_redirect_uri=https%3A%2F%2Fapp.acme.example%2FKiosk%3Bv%3D1"
    #expect(answer([("query", .string(query))])["decision"] == "allow")
    #expect(
      answer([("url", .string("https://auth.acme.example/logout?" + query))])["decision"]
        == "allow")
    let elsewhere = answer([("url", .string("https://auth.acme.example/bye?" + query))])
    #expect(elsewhere["decision"] == "ignore")
    #expect(elsewhere["reason"] == "endpoint-unknown")
    #expect(answer([("query", .string(query + "&state=%"))])["reason"] == "malformed-request")
    #expect(
      answer([("query", .string(query + "&client_id=none-1"))])["reason"] == "duplicate-parameter")
    #expect(answer([("query", .string(query + "&x=1&x=2"))])["decision"] == "allow")
    #expect(answer([("redirect_uri", "x")])["error"] == "invalid_line")
  }
}
