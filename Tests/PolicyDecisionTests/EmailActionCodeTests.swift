import PolicyDecision
import PolicyTestSupport
import PolicyText
import Testing

/// What becomes of the code of an email link, and who gets the link in the first place.
@Suite struct EmailActionCodeTests {
  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: acme
    apps:
      ios: { platform: ios, bundle_id: com.acme.ios, team_id: R7KM2QX94T }
      ipad: { platform: ios, bundle_id: com.acme.ipad, team_id: R7KM2QX94T }
      android: { platform: android, package_name: com.acme.android }
    providers:
      firebase:
        project_id: acme
        authorized_domains: [acme.firebaseapp.com, app.acme.example]
        email_actions:
          sign_in: { url: "https://app.acme.example/x", handle_code_in_app: true, ios: ios }
          verify_email: { url: "https://app.acme.example/x" }

    """)

  private func apply(
    _ code: String, _ more: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    simulator.answer(
      .object(
        [
          ("kind", "email_action"), ("operation", "apply"), ("facts", ["code": .string(code)]),
        ] + more))
  }

  @Test(arguments: [
    ("expired", "expired-action-code", "17029", "code-expired"),
    ("used", "invalid-action-code", "17030", "code-used"),
    ("user_disabled", "user-disabled", "17005", "account-disabled"),
  ])
  func `a code that does not work has the error of the SDK`(
    code: String, error: String, number: String, reason: String
  ) {
    for sdk in ["js", "any", "rest", "emulator"] {
      let answer = apply(code, [("sdk", .string(sdk)), ("action", "verify_email")])
      #expect(answer["decision"] == "deny" && answer["channel"] == "server_error")
      #expect(answer["error"]?.stringValue == error, "\(answer.text())")
      #expect(answer["reason"]?.stringValue == reason)
      #expect(answer["message"]?.stringValue?.contains("auth/" + error) == true)
    }
    #expect(apply(code, [("sdk", "ios")])["error"]?.stringValue == number)
    #expect(apply(code)["error"]?.stringValue == error)
  }

  @Test(arguments: [
    ("verify_email", "applyActionCode"), ("sign_in", "signInWithEmailLink"),
  ])
  func `a valid code is taken by the call of its action`(action: String, call: String) {
    let answer = apply("valid", [("action", .string(action))])
    #expect(answer["decision"] == "allow", "\(answer.text())")
    #expect(answer["result"]?["call"]?.stringValue == call)
    let asked = simulator.answer(["kind": "email_action", "operation": "apply"])
    #expect(asked["decision"] == "allow", "\(asked.text())")
  }

  @Test func `what is not known is refused, with the nearest`() {
    let wrong = apply("expird")
    #expect(wrong["error"] == "invalid_line" && wrong.text().contains("`expired`"))
    #expect(apply("valid", [("sdk", "admin-node")])["error"] == "invalid_line")
  }

  private func send(_ sdk: String, _ input: JSONValue) -> JSONValue {
    simulator.answer(["kind": "email_action", "sdk": .string(sdk), "input": input])
  }

  @Test func `the Admin SDKs return the link and send nothing`() {
    for sdk in ["admin-node", "admin-go"] {
      let answer = simulator.answer([
        "kind": "email_action", "sdk": .string(sdk), "action": "sign_in",
      ])
      #expect(answer["decision"] == "allow" && answer["channel"] == "returned", "\(answer.text())")
      #expect(answer["message"]?.stringValue?.contains("nothing is sent") == true)
      #expect(answer["result"]?["link"]?.stringValue?.contains("mode%3DsignIn") == true)
      let unknown = simulator.answer([
        "kind": "email_action", "sdk": .string(sdk),
        "input": ["requestType": "PASSWORD_RESET", "email": "a@b.example"],
        "facts": ["user_exists": false, "improved_email_privacy": true],
      ])
      #expect(unknown["decision"] == "deny" && unknown["confidence"] == "inferred")
    }
    for sdk in ["js", "ios", "any", "rest"] {
      let answer = simulator.answer([
        "kind": "email_action", "sdk": .string(sdk), "action": "sign_in",
      ])
      #expect(answer["channel"] == "sent", "\(answer.text())")
    }
    let server = simulator.answer([
      "kind": "email_action", "sdk": "rest", "facts": ["oauth2": true],
      "input": ["requestType": "PASSWORD_RESET", "email": "a@b.example", "returnOobLink": true],
    ])
    #expect(server["channel"] == "returned", "\(server.text())")
    let emulator = simulator.answer([
      "kind": "email_action", "sdk": "emulator", "action": "sign_in",
    ])
    #expect(emulator["message"]?.stringValue?.contains("mails nothing") == true)
  }

  @Test(arguments: ["js", "ios", "any", "rest", "admin-node", "admin-go"])
  func `an app that the project may not have is never allowed with certainty`(sdk: String) {
    func settings(_ bundle: String, _ package: String) -> JSONValue {
      [
        "requestType": "EMAIL_SIGNIN", "url": "https://app.acme.example/x",
        "handleCodeInApp": true, "iOS": ["bundleId": .string(bundle)],
        "android": ["packageName": .string(package)],
      ]
    }
    for (bundle, package, confidence) in [
      ("com.acme.ios", "com.acme.android", "certain"),
      ("com.acme.ipad", "com.acme.android", "certain"),
      ("com.evil.ios", "com.acme.android", "inferred"),
      ("com.acme.ios", "com.evil.android", "inferred"),
      ("com.acme.IOS", "com.acme.android", "inferred"),
    ] {
      let answer = send(sdk, settings(bundle, package))
      #expect(answer["confidence"]?.stringValue == confidence, "\(answer.text())")
    }
    let facts = simulator.answer([
      "kind": "email_action", "sdk": .string(sdk), "input": settings("b", "p"),
      "facts": ["apps": ["ios": "b", "android": "p"]],
    ])
    #expect(facts["confidence"] == "certain", "\(facts.text())")
  }
}

/// Links of the Auth emulator; no request asks about them.
struct EmulatorLinkTests {
  @Test func `every recorded link is built`() throws {
    let rows = try Fixtures.table("firebase_emulator_links.tsv").filter {
      $0["operation"] == "build_link"
    }
    #expect(!rows.isEmpty)
    for row in rows {
      let input = try VectorFile.parse(row["input_json"])
      func text(_ key: String) -> String { input[key]?.stringValue ?? "" }
      let link = EmulatorLink.build(
        host: text("host"), mode: text("mode"), language: text("lang"), code: text("oobCode"),
        continueURL: input["continueUrl"]?.stringValue.map { ExactString($0) })
      #expect(link == ExactString(row["expected"] ?? ""), "\(row)")
    }
  }

  @Test func `the emulator sends its own link and asks for no domain`() {
    let answer = Simulator("linkpolicy: 1\nname: none\n").answer([
      "kind": "email_action", "sdk": "emulator",
      "input": [
        "requestType": "EMAIL_SIGNIN", "url": "https://not-listed.example/?a=b c",
        "handleCodeInApp": true,
      ],
    ])
    #expect(
      answer["result"]?["link"]
        == .string(
          "http://127.0.0.1:9099/emulator/action?mode=signIn&lang=en&oobCode=CODE"
            + "&apiKey=fake-api-key&continueUrl=https%3A%2F%2Fnot-listed.example%2F%3Fa%3Db+c"))
  }
}
