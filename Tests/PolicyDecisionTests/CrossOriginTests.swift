import PolicyText
import Testing

/// Whose scripts may read what a client gets: `web_origin` with a client.
struct CrossOriginTests {
  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: acme
    clients:
      spa:
        provider: generic
        type: web
        client_id: { prod: spa-1, sandbox: spa-2 }
        redirect_uris: [https://app.acme.example/cb]
        cors_origins:
          prod: [https://app.acme.example, "https://app.acme.example:8443", capacitor://localhost]
          sandbox: [http://localhost:3000]
      none:
        provider: generic
        type: web
        client_id: none-1
        redirect_uris: [https://app.acme.example/cb]
    providers:
      firebase: { project_id: acme, authorized_domains: [login.acme.example] }
    """)

  private func answer(
    _ input: JSONValue, client: String = "spa-1", environment: String = "prod"
  ) -> JSONValue {
    simulator.answer([
      "kind": "web_origin", "client_id": .string(client), "environment": .string(environment),
      "input": input,
    ])
  }

  @Test func `the header Origin is compared byte by byte`() {
    let allowed = answer(["origin": "https://app.acme.example"])
    #expect(allowed["decision"] == "allow")
    #expect(
      allowed["result"]?["headers"]?["Access-Control-Allow-Origin"] == "https://app.acme.example")
    #expect(allowed["source"]?["path"] == "clients.spa.cors_origins.prod[0]")
    for origin in [
      "https://app.acme.example/", "https://App.acme.example", "http://app.acme.example",
      "https://app.acme.example:443", "https://app.acme.example.evil.example", "null", "*", "",
      "http://localhost:3000",
    ] {
      let denied = answer(["origin": .string(origin)])
      #expect(denied["decision"] == "deny", "\(origin)")
      #expect(denied["reason"] == "origin-not-registered")
    }
    #expect(
      answer(["origin": "http://localhost:3000"], client: "spa-2", environment: "sandbox")[
        "decision"] == "allow")
  }

  @Test func `of a page the browser makes the header`() {
    for (page, decision) in [
      ("https://app.acme.example/deep/page?x#y", "allow"),
      ("https://APP.acme.example:443/", "allow"), ("https://user:pw@app.acme.example/", "allow"),
      ("https://app.acme.example:8443/", "allow"), ("https://app.acme.example:9443/", "deny"),
      ("http://app.acme.example/", "deny"), ("capacitor://localhost/index.html", "allow"),
      ("data:text/html,x", "deny"), ("no URL", "deny"),
    ] {
      #expect(answer(["page_url": .string(page)])["decision"] == .string(decision), "\(page)")
    }
  }

  @Test func `the client is known in its environment`() {
    let origin: JSONValue = ["origin": "https://app.acme.example"]
    #expect(answer(origin, client: "nobody")["reason"] == "client-unknown")
    #expect(answer(origin, client: "spa-2")["reason"] == "client-other-environment")
    #expect(answer(origin, client: "none-1")["reason"] == "origin-not-registered")
  }

  @Test func `without a client the question is still Firebase's`() {
    func answer(_ input: JSONValue) -> JSONValue {
      simulator.answer(["kind": "web_origin", "input": input])
    }
    #expect(answer(["page_url": "https://login.acme.example/"])["decision"] == "allow")
    #expect(answer(["page_url": "https://app.acme.example/"])["decision"] == "deny")
    #expect(answer(["origin": "https://app.acme.example"])["error"] == "invalid_line")
    #expect(
      self.answer(["origin": "https://a.example", "page_url": "https://a.example/"])["error"]
        == "invalid_line")
  }
}
