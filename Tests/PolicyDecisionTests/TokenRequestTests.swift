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
}
