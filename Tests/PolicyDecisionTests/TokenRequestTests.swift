import PolicyTestSupport
import PolicyText
import Testing

/// Requests to the token endpoint.
struct TokenRequestTests {
  private static let redirectURI = "https://oauth-redirect.googleusercontent.com/r/acme"
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: acme
    clients:
      google:
        provider: google-account-linking
        type: web
        client_id: { prod: google-1, sandbox: google-2 }
        client_secret: { env: SECRET }
        redirect_uris: { prod: [\(redirectURI)] }
        streamlined_linking: { google_client_id: x, intents: [check, get, create] }
      plain:
        provider: generic
        type: web
        client_id: plain-1
        redirect_uris: [https://app.acme.example/cb]
        streamlined_linking: { google_client_id: x, intents: [check] }
      none:
        provider: generic
        type: web
        client_id: none-1
        redirect_uris: [https://app.acme.example/cb]
        pkce: required
    """)

  private func answer(_ form: String, _ facts: JSONValue = .object([])) -> JSONValue {
    simulator.answer(["kind": "token", "form": .string(form), "facts": facts])
  }

  private static func form(_ fields: [(String, String)]) -> String {
    fields.map { $0.0 + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
  }

  private static func code(_ more: [(String, String)] = [], uri: String = redirectURI) -> String {
    form(
      [
        ("grant_type", "authorization_code"), ("client_id", "google-1"), ("client_secret", "s"),
        ("code", "C1"), ("redirect_uri", uri),
      ] + more)
  }

  @Test func `every recorded vector has its status and body`() throws {
    let rows = try Fixtures.table("token_endpoint.tsv")
    #expect(rows.count == 7)
    for row in rows {
      let request = try VectorFile.parse(row["request_json"])
      var facts: [(key: String, value: JSONValue)] = [
        ("secret_matches", .bool(request["client_secret"]?.stringValue != "wrong"))
      ]
      let form: String
      if let intent = request["intent"]?.stringValue {
        facts.append(("account", request["account"] ?? .null))
        form = Self.form([
          ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("client_id", "google-1"),
          ("client_secret", "s"), ("intent", intent), ("assertion", "a.b.c"),
        ])
      } else {
        let isOther = request["redirect_uri"]?.stringValue?.hasPrefix("the sandbox") ?? false
        let challenge: JSONValue =
          request["challenge_sent"] == true ? .string(Self.challenge) : .null
        facts.append(
          (
            "code",
            [
              "client": "google", "redirect_uri": .string(Self.redirectURI),
              "challenge": challenge,
            ]
          ))
        form = Self.code(
          uri: isOther
            ? "https://oauth-redirect-sandbox.googleusercontent.com/r/acme" : Self.redirectURI)
      }
      let result = answer(form, .object(facts))["result"]
      #expect(result?["status"]?.text() == row["status"], "\(row)")
      let body = try VectorFile.parse(row["body_json"])
      if body.stringValue == nil {
        #expect(result?["body"] == body, "\(row)")
      } else {
        #expect(result?["body"]?["token_type"] == "Bearer", "\(row)")
      }
    }
  }

  @Test func `a code counts for its client, its redirect URI and its verifier, once`() {
    func reason(_ form: String, _ code: JSONValue) -> JSONValue? {
      answer(form, ["code": code])["reason"]
    }
    let verified = Self.code([("code_verifier", Self.verifier)])
    #expect(reason(Self.code(), ["client": "google-1"]) == "allowed")
    #expect(reason(Self.code(), ["client": "plain"]) == "code-other-client")
    #expect(reason(Self.code(), ["used": true]) == "code-used")
    #expect(reason(Self.code(), ["expired": true]) == "code-expired")
    #expect(reason(Self.code(), .null) == "code-unknown")
    #expect(reason(Self.code(), ["redirect_uri": "https://x/"]) == "redirect-uri-other-request")
    #expect(reason(Self.code(uri: "https://x/"), .object([])) == "redirect-uri-not-registered")
    #expect(
      reason(Self.code(uri: "https://x/"), ["redirect_uri": "https://x/"])
        == "redirect-uri-not-registered")
    #expect(reason(verified, ["challenge": .string(Self.challenge)]) == "allowed")
    #expect(reason(verified, ["challenge": "other"]) == "code-verifier-mismatch")
    #expect(reason(verified, ["challenge": .null]) == "code-verifier-unexpected")
    #expect(reason(Self.code(), ["challenge": .string(Self.challenge)]) == "code-verifier-missing")
    #expect(
      answer(Self.code(), ["code": ["used": true]])["next"] == "revoke_tokens_of_the_code")
  }

  @Test(
    arguments: [
      // Nothing is known of the code: a client that requires PKCE got it with a challenge.
      (nil, nil, "code-verifier-missing"),
      (nil, verifier, "allowed"),
      (nil, "short", "code-verifier-mismatch"),
      (["client": "none"], nil, "code-verifier-missing"),
      (["challenge": .null], nil, "code-verifier-missing"),
      (["challenge": .string(challenge)], nil, "code-verifier-missing"),
      (["client": "none"], verifier, "code-verifier-unexpected"),
      (["challenge": .null], verifier, "code-verifier-unexpected"),
      (["challenge": .string(challenge)], verifier, "allowed"),
      (["challenge": .string(challenge), "challenge_method": "plain"], challenge, "allowed"),
      (["challenge": .string(challenge)], challenge, "code-verifier-mismatch"),
    ] as [(JSONValue?, String?, String)])
  func `a client that requires PKCE gets no token for a code without a challenge`(
    code: JSONValue?, verifier: String?, reason: String
  ) {
    let form = Self.form(
      [
        ("grant_type", "authorization_code"), ("client_id", "none-1"), ("code", "C1"),
        ("redirect_uri", "https://app.acme.example/cb"),
      ] + (verifier.map { [("code_verifier", $0)] } ?? []))
    let answer = answer(form, code.map { ["code": $0] } ?? .object([]))
    #expect(answer["reason"]?.stringValue == reason, "\(answer.text())")
    #expect(reason == "allowed" || answer["error"] == "invalid_grant")
    if code == nil, reason == "allowed" {
      #expect(answer["confidence"] == "inferred")
      #expect(answer.text().contains("no fact says it: the `code_verifier` belongs"))
    }
  }

  @Test(arguments: [
    ("", "grant-type-missing", 400, "invalid_request"),
    ("grant_type=", "grant-type-missing", 400, "invalid_request"),
    ("grant_type=password", "grant-type-unsupported", 400, "unsupported_grant_type"),
    ("grant_type=authorization_code", "client-id-missing", 400, "invalid_client"),
    ("grant_type=authorization_code&client_id=x", "client-unknown", 400, "invalid_client"),
    (
      "grant_type=authorization_code&client_id=google-2", "client-other-environment", 400,
      "invalid_client"
    ),
    (
      "grant_type=authorization_code&client_id=google-1&client_secret=s", "parameter-missing", 400,
      "invalid_request"
    ),
    (
      "grant_type=refresh_token&client_id=google-1&client_secret=s", "parameter-missing", 400,
      "invalid_request"
    ),
    ("grant_type=a&x=%zz", "malformed-request", 400, "invalid_request"),
    ("grant_type=a&x=%ff", "malformed-request", 400, "invalid_request"),
    ("grant_type=a&grant_type=a", "duplicate-parameter", 400, "invalid_request"),
    ("code=&code=a", "duplicate-parameter", 400, "invalid_request"),
    (
      "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&client_id=none-1&intent=get",
      "grant-type-unsupported", 400, "unsupported_grant_type"
    ),
    (
      "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&client_id=plain-1&intent=get",
      "intent-unsupported", 400, "invalid_request"
    ),
  ])
  func `what is wrong with the form has its error`(
    form: String, reason: String, status: Int, error: String
  ) {
    let answer = answer(form)
    #expect(answer["reason"]?.stringValue == reason, "\(answer.text())")
    #expect(answer["result"]?["status"] == .int(status))
    #expect(answer["error"]?.stringValue == error)
  }

  @Test func `the client may be named beside the form, which is form-encoded`() {
    let answer = simulator.answer([
      "kind": "token", "client": "google",
      "form": "grant_type=refresh%5Ftoken&refresh_token=r+t&client_secret=s",
    ])
    #expect(answer["decision"] == "allow", "\(answer.text())")
    #expect(answer["result"]?["body"]?["refresh_token"] == nil)
    #expect(!answer.text().contains("r t"))
  }

  @Test func `a client secret is never repeated`() {
    let answer = answer(Self.code() + "&client_secret2=x", ["secret_matches": false])
    #expect(answer["reason"] == "client-secret-wrong")
  }
}
