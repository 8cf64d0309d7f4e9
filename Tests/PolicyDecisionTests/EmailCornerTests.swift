import PolicyText
import Testing

/// Corners of emails that the recorded vectors leave open: tenants, other schemes, fields that only one
/// caller may send.
struct EmailCornerTests {
  private let simulator = Simulator("linkpolicy: 1\nname: none\n")

  @Test(arguments: [
    ("signIn", "T", "T", "EMAIL_SIGNIN"), ("signIn", "T", "U", "tenant-id-mismatch"),
    ("signIn", "", "T", "tenant-id-mismatch"), ("signIn", "T", "", "tenant-id-mismatch"),
    ("signIn", "", "", "EMAIL_SIGNIN"),
    // Only signing in compares tenants.
    ("resetPassword", "T", "U", "PASSWORD_RESET"), ("resetPassword", "T", "", "PASSWORD_RESET"),
  ])
  func `a sign-in link belongs to one tenant, or to none`(
    mode: String, linked: String, asked: String, expected: String
  ) {
    let tenant = linked.isEmpty ? "" : "&tenantId=\(linked)"
    let answer = simulator.answer([
      "kind": "email_link",
      "input": [
        "link": .string(
          "https://p.firebaseapp.com/__/auth/action?mode=\(mode)&oobCode=C&apiKey=K\(tenant)"),
        "auth_tenant_id": asked.isEmpty ? .null : .string(asked),
      ],
    ])
    #expect(answer["result"]?["js_result"]?.stringValue == expected, "\(answer.text())")
    #expect(answer["decision"] == (expected == "tenant-id-mismatch" ? "deny" : "allow"))
  }

  private func send(
    _ sdk: String, _ input: [(key: String, value: JSONValue)],
    _ facts: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    simulator.answer([
      "kind": "email_action", "sdk": .string(sdk), "input": .object(input),
      "facts": .object([("authorized_domains", ["app.example"])] + facts),
    ])
  }

  @Test func `the server compares the host alone, which for other schemes is inferred`() {
    func answer(_ url: String) -> JSONValue {
      send("any", [("requestType", "PASSWORD_RESET"), ("url", .string(url))])
    }
    let web = answer("https://app.example/")
    #expect(web["decision"] == "allow" && web["confidence"] == "certain")
    let other = answer("myapp://app.example/x")
    #expect(other["decision"] == "allow" && other["confidence"] == "inferred")
    #expect(answer("myapp://open/x")["error"] == "unauthorized-continue-uri")
    #expect(answer("myapp:/x")["error"] == "invalid-continue-uri")
  }

  @Test func `a dynamic link domain counts only for links to apps`() {
    func answer(_ handlesInApp: Bool) -> JSONValue {
      send(
        "any",
        [
          ("requestType", "PASSWORD_RESET"), ("url", "https://app.example/"),
          ("handleCodeInApp", .bool(handlesInApp)), ("dynamicLinkDomain", "x.page.link"),
        ])
    }
    #expect(answer(true)["error"] == "invalid-dynamic-link-domain")
    #expect(answer(false)["decision"] == "allow")
  }

  @Test func `the link itself is for servers`() {
    let input: [(key: String, value: JSONValue)] = [
      ("requestType", "PASSWORD_RESET"), ("email", "a@b"), ("returnOobLink", true),
    ]
    #expect(send("emulator", input)["error"] == "insufficient-permission")
    #expect(send("emulator", input, [("oauth2", true)])["decision"] == "allow")
    #expect(send("admin-node", input)["decision"] == "allow")
  }

  @Test func `with an app and no code in it, the form of the link is not known`() {
    let answer = send(
      "any",
      [
        ("requestType", "PASSWORD_RESET"), ("url", "https://app.example/"),
        ("iOS", ["bundleId": "com.acme"]),
      ])
    #expect(answer["decision"] == "allow" && answer["confidence"] == "inferred")
  }

  @Test func `settings that are no object are refused by the Admin SDK`() {
    let answer = send(
      "admin-node", [("requestType", "PASSWORD_RESET"), ("actionCodeSettings", "x")])
    #expect(answer["error"] == "argument-error")
  }
}
