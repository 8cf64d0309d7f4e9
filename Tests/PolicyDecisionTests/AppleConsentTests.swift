import PolicyText
import Testing

/// Linking an Apple account to an email address, a phone number or another provider needs consent, in both
/// directions; nothing else does.
@Suite struct AppleConsentTests {
  private static let relay = "x1@PrivateRelay.AppleID.com"
  private let simulator = Self.simulator(
    "apple: { platforms: [ios], linking: { require_consent: true } }")

  private static func simulator(_ section: String) -> Simulator {
    Simulator(
      """
      linkpolicy: 1
      name: acme
      providers:
        firebase: { project_id: acme }
        \(section)

      """)
  }

  private func answer(
    _ operation: String, _ user: JSONValue, _ credential: JSONValue, consent: Bool = false,
    with simulator: Simulator? = nil
  ) -> JSONValue {
    (simulator ?? self.simulator).answer([
      "kind": "account_link",
      "input": [
        "op": .string(operation), "credential": credential, "consent": .bool(consent),
      ],
      "facts": ["users": ["U1": user]],
    ])
  }

  private static let anonymised: JSONValue = [
    "provider": "apple.com", "sub": "S", "email": .string(relay), "email_verified": true,
  ]

  /// It shows its address.
  private static let open: JSONValue = [
    "provider": "apple.com", "sub": "S", "email": "b@x.example", "email_verified": true,
  ]

  @Test(
    arguments: [
      ["current": true, "email": "a@x.example"], ["current": true, "phone": "+4930123456"],
      ["current": true, "providers": [["google.com", "G"]]],
      ["current": true, "providers": ["password"]],
      // Nobody says what the user signed in with.
      ["current": true],
    ] as [JSONValue])
  func `an Apple account is linked to an account`(user: JSONValue) {
    for credential in [Self.anonymised, Self.open] {
      let asked = answer("link", user, credential)
      #expect(asked["reason"] == "consent-missing", "\(asked.text())")
      #expect(asked["next"] == "ask_for_consent")
      #expect(asked["source"]?["path"] == "providers.apple.linking.require_consent")
      #expect(answer("link", user, credential, consent: true)["decision"] == "allow")
    }
  }

  @Test(
    arguments: [
      ["provider": "google.com", "sub": "G", "email": "a@x.example"],
      ["provider": "facebook.com", "sub": "F"],
      ["provider": "phone", "sub": "+4930123456"],
      ["provider": "password", "email": "a@x.example"],
    ] as [JSONValue])
  func `something is linked to an Apple account`(credential: JSONValue) {
    for user: JSONValue in [
      ["current": true, "email": .string(Self.relay), "providers": [["apple.com", "S"]]],
      ["current": true, "is_private_email": "true", "providers": [["apple.com", "S"]]],
      ["current": true, "email": "b@x.example", "providers": [["apple.com", "S"]]],
      ["current": true, "providers": ["apple.com"]],
    ] {
      let asked = answer("link", user, credential)
      #expect(asked["reason"] == "consent-missing", "\(asked.text())")
      #expect(answer("link", user, credential, consent: true)["decision"] == "allow")
    }
  }

  @Test func `signing in that attaches a provider joins as well`() {
    let apple: JSONValue = [
      "email": .string(Self.relay), "emailVerified": true, "providers": [["apple.com", "S"]],
    ]
    let google: JSONValue = [
      "provider": "google.com", "sub": "G", "email": .string(Self.relay), "email_verified": true,
    ]
    #expect(answer("signIn", apple, google)["reason"] == "consent-missing")
    #expect(answer("signIn", apple, google, consent: true)["result"]?["user"] == "U1")
    let password: JSONValue = ["email": .string(Self.relay), "providers": ["password"]]
    #expect(answer("signIn", password, Self.anonymised)["reason"] == "consent-missing")
    let known: JSONValue = [
      "email": "b@x.example", "emailVerified": true, "providers": ["password"],
    ]
    #expect(answer("signIn", known, Self.open)["reason"] == "consent-missing")
    #expect(answer("signIn", known, Self.open, consent: true)["result"]?["user"] == "U1")
  }

  /// Only an explicit `false` turns it off, and every decision that rests on that says so.
  @Test func `consent is required by default`() {
    let user: JSONValue = ["current": true, "email": "a@x.example", "providers": ["password"]]
    for (section, path) in [
      ("apple: { platforms: [ios] }", "providers.apple"),
      ("apple: { platforms: [ios], linking: {} }", "providers.apple"),
    ] {
      let asked = answer("link", user, Self.open, with: Self.simulator(section))
      #expect(asked["reason"] == "consent-missing", "\(asked.text())")
      #expect(asked["source"]?["path"] == .string(path))
    }
    let without = answer("link", user, Self.open, with: Self.simulator("google_sign_in: {}"))
    #expect(without["reason"] == "consent-missing", "\(without.text())")
    #expect(without["source"] == .null)
    let off = answer(
      "link", user, Self.open,
      with: Self.simulator("apple: { platforms: [ios], linking: { require_consent: false } }"))
    #expect(off["decision"] == "allow", "\(off.text())")
    #expect(off.text().contains("linked without consent: `require_consent` is false"))
  }

  /// A request that replaces the policy's settings is decided by what it states.
  @Test(
    arguments: [
      (["consent_required": true], "consent-missing", nil),
      (["require_consent": true], "consent-missing", nil),
      // Not a boolean: only `false` turns it off.
      (["consent_required": "yes"], "consent-missing", nil),
      (["consent_required": false], "allowed", "`require_consent` is false"),
      (["allow_duplicate_emails": false], "allowed", "consent isn't checked"),
    ] as [(JSONValue, String, String?)])
  func `a request replaces the setting`(policy: JSONValue, reason: String, effect: String?) {
    let linked = simulator.answer([
      "kind": "account_link", "input": ["op": "link", "credential": Self.open],
      "facts": [
        "policy": policy, "users": ["U1": ["current": true, "email": "a@x.example"]],
      ],
    ])
    #expect(linked["reason"] == .string(reason), "\(linked.text())")
    #expect(effect.map { linked.text().contains($0) } ?? true, "\(linked.text())")
  }

  /// The server has used up the credential: the app signs in with the one of the error.
  @Test func `a credential in use names its owner and the next step`() {
    let users: JSONValue = [
      "U1": ["current": true, "anonymous": true],
      "U2": ["email": "b@x.example", "providers": [["apple.com", "S"]]],
    ]
    let linked = simulator.answer([
      "kind": "account_link", "input": ["op": "link", "credential": Self.open],
      "facts": ["users": users],
    ])
    #expect(linked["error"] == "credential-already-in-use", "\(linked.text())")
    #expect(linked["next"] == "sign_in_with_updated_credential")
    #expect(linked["result"]?["user"] == .null)
    #expect(
      linked["result"]?["updated_credential"] == ["provider": "apple.com", "user": "U2"])
    let retried = simulator.answer([
      "kind": "account_link", "input": ["op": "signIn", "credential": Self.open],
      "facts": ["users": users],
    ])
    #expect(retried["result"]?["user"] == "U2", "\(retried.text())")
  }

  @Test(
    arguments: [
      // Nothing that tells who it is.
      (
        ["current": true, "anonymous": true],
        ["provider": "apple.com", "sub": "S", "email": "x1@privaterelay.appleid.com"]
      ),
      (
        ["current": true, "providers": []],
        ["provider": "apple.com", "sub": "S", "email": "x1@privaterelay.appleid.com"]
      ),
      // Not an Apple account.
      (
        ["current": true, "email": "a@x.example", "providers": ["password"]],
        ["provider": "google.com", "sub": "G", "email": "b@x.example"]
      ),
      (
        ["current": true, "email": "a@x.example", "providers": ["password"]],
        ["provider": "google.com", "sub": "G", "email": "x1@privaterelay.appleid.com"]
      ),
    ] as [(JSONValue, JSONValue)])
  func `nothing else needs consent`(user: JSONValue, credential: JSONValue) {
    let linked = answer("link", user, credential)
    #expect(linked["decision"] == "allow", "\(linked.text())")
  }

  @Test func `what joins nothing is refused for its own reason`() {
    let nobody = answer("link", ["email": "a@x.example"], Self.anonymised)
    #expect(nobody["error"] == "no-current-user")
    let again = answer(
      "link", ["current": true, "email": "a@x.example", "providers": [["apple.com", "S0"]]],
      Self.anonymised)
    #expect(again["error"] == "provider-already-linked")
    // A sign-in that makes an account of its own.
    let new = answer("signIn", ["email": "a@x.example"], Self.anonymised)
    #expect(new["result"]?["user"] == "new", "\(new.text())")
  }
}
