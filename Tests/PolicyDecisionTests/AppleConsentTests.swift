import PolicyText
import Testing

/// Consent is owed where an anonymised Apple ID is joined with an address, a phone number or another
/// provider, in both directions, and nowhere else.
@Suite struct AppleConsentTests {
  private static let relay = "x1@PrivateRelay.AppleID.com"
  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: acme
    providers:
      firebase: { project_id: acme }
      apple: { platforms: [ios], linking: { require_consent: true } }

    """)

  private func answer(
    _ operation: String, _ user: JSONValue, _ credential: JSONValue, consent: Bool = false
  ) -> JSONValue {
    simulator.answer([
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

  @Test(
    arguments: [
      ["current": true, "email": "a@x.example"], ["current": true, "phone": "+4930123456"],
      ["current": true, "providers": [["google.com", "G"]]],
      ["current": true, "providers": ["password"]],
      // Nobody says what the user signed in with.
      ["current": true],
    ] as [JSONValue])
  func `an anonymised Apple ID is joined with an account`(user: JSONValue) {
    let asked = answer("link", user, Self.anonymised)
    #expect(asked["reason"] == "consent-missing", "\(asked.text())")
    #expect(asked["source"]?["path"] == "providers.apple.linking.require_consent")
    #expect(answer("link", user, Self.anonymised, consent: true)["decision"] == "allow")
  }

  @Test(
    arguments: [
      ["provider": "google.com", "sub": "G", "email": "a@x.example"],
      ["provider": "phone", "sub": "+4930123456"],
      ["provider": "password", "email": "a@x.example"],
    ] as [JSONValue])
  func `something is joined with an anonymised Apple ID`(credential: JSONValue) {
    for user: JSONValue in [
      ["current": true, "email": .string(Self.relay), "providers": [["apple.com", "S"]]],
      ["current": true, "is_private_email": "true", "providers": [["apple.com", "S"]]],
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
  }

  @Test(
    arguments: [
      // An Apple ID that shows its address.
      (
        ["current": true, "email": "a@x.example"],
        ["provider": "apple.com", "sub": "S", "email": "b@x.example"]
      ),
      (
        ["current": true, "phone": "+4930123456"],
        ["provider": "apple.com", "sub": "S", "email": "b@x.example", "is_private_email": "false"]
      ),
      (["current": true, "email": "a@x.example"], ["provider": "apple.com", "sub": "S"]),
      // Nothing that tells who it is.
      (
        ["current": true, "anonymous": true],
        ["provider": "apple.com", "sub": "S", "email": "x1@privaterelay.appleid.com"]
      ),
      (
        ["current": true, "providers": []],
        ["provider": "apple.com", "sub": "S", "email": "x1@privaterelay.appleid.com"]
      ),
      // No Apple ID at all.
      (
        ["current": true, "email": "a@x.example", "providers": ["password"]],
        ["provider": "google.com", "sub": "G", "email": "b@x.example"]
      ),
      (
        ["current": true, "email": "a@x.example", "providers": ["password"]],
        ["provider": "google.com", "sub": "G", "email": "x1@privaterelay.appleid.com"]
      ),
      // An Apple ID that shows its address takes another provider.
      (
        ["current": true, "email": "a@x.example", "providers": [["apple.com", "S"]]],
        ["provider": "google.com", "sub": "G", "email": "b@x.example"]
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
