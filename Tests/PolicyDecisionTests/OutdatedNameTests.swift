import PolicyText
import Testing

/// Names that documents and old SDKs have lead to the ones of today.
@Suite struct OutdatedNameTests {
  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: acme
    providers:
      firebase: { project_id: acme, authorized_domains: [app.acme.example] }
      apple: { platforms: [web], services_id: com.acme.web }

    """)

  @Test(
    arguments: [
      "canHandleInApp", "can_handle_in_app", "can_handle_code_in_app", "handle_in_app",
      "handle_code_in_app",
    ])
  func `an email action has handleCodeInApp`(name: String) {
    for input: JSONValue in [
      .object([("url", "https://app.acme.example/"), (name, .bool(true))]),
      ["actionCodeSettings": .object([("url", "https://app.acme.example/"), (name, .bool(true))])],
    ] {
      let answer = simulator.answer(["kind": "email_action", "sdk": "ios", "input": input])
      #expect(answer["error"] == "invalid_line", "\(answer.text())")
      #expect(
        answer["message"]?.stringValue?.hasSuffix("did you mean `handleCodeInApp`?")
          == true, "\(answer.text())")
    }
  }

  @Test(
    arguments: [
      ("LinkAndRetrieveDataWithCredential", "link"), ("linkWithCredential", "link"),
      ("LinkWithProvider", "link"), ("SignInAndRetrieveDataWithCredential", "signIn"),
      ("signInWithCredential", "signIn"), ("ReauthenticateAndRetrieveData", "reauthenticate"),
      ("sign_in", "signIn"),
    ])
  func `an account link has an operation, not a method`(name: String, operation: String) {
    let answer = simulator.answer([
      "kind": "account_link",
      "input": ["op": .string(name), "credential": ["provider": "apple.com", "sub": "S"]],
      "facts": ["users": [:]],
    ])
    #expect(answer["error"] == "invalid_line", "\(answer.text())")
    #expect(
      answer["message"]?.stringValue?.hasSuffix("did you mean `\(operation)`?") == true,
      "\(answer.text())")
  }

  /// The name comes once, there is no photo, and a relay address gets mail from registered senders.
  @Test func `a new Apple account says what Apple sends`() {
    func effects(_ credential: JSONValue) -> String {
      let answer = simulator.answer([
        "kind": "account_link", "input": ["op": "signIn", "credential": credential],
        "facts": ["users": [:]],
      ])
      return answer["result"]?["effects"]?.text() ?? answer.text()
    }
    let shown = effects(["provider": "apple.com", "sub": "S", "email": "a@x.example"])
    #expect(shown.contains("the name at this first sign-in only, and never a photo URL"))
    #expect(!shown.contains("relay"))
    let hidden = effects([
      "provider": "apple.com", "sub": "S", "email": "a@privaterelay.appleid.com",
    ])
    #expect(hidden.contains("Apple's relay forwards mail only from registered senders"))
    let google = effects([
      "provider": "google.com", "sub": "G", "email": "a@privaterelay.appleid.com",
    ])
    #expect(!google.contains("photo") && !google.contains("relay address"))
  }
}
