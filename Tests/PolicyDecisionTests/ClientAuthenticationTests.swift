import PolicyText
import Testing

/// How clients authenticate at the token endpoint, and what its answers claim (RFC 6749 sections 2.3,
/// 4.1.3 and 5.2).
struct ClientAuthenticationTests {
  private static let redirectURI = "https://app.acme.example/cb"

  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: acme
    clients:
      post: { provider: generic, type: web, client_id: post-1, client_secret: { env: A }, redirect_uris: ["\(redirectURI)"] }
      basic: { provider: generic, type: web, client_id: "basic:1", client_secret: { env: B }, token_endpoint_auth: basic, redirect_uris: ["\(redirectURI)"] }
      public: { provider: generic, type: web, client_id: public-1, redirect_uris: ["\(redirectURI)"] }
      native: { provider: generic, type: native, client_id: native-1, redirect_uris: ["com.acme:/cb"] }
      none: { provider: generic, type: web, client_id: none-1, client_secret: { env: C }, token_endpoint_auth: none, omit_redirect_uri: true, redirect_uris: ["\(redirectURI)"] }
      google: { provider: google-account-linking, type: web, client_id: google-1, client_secret: { env: D }, token_endpoint_auth: basic, redirect_uris: ["https://oauth-redirect.googleusercontent.com/r/acme"], streamlined_linking: { google_client_id: x } }
    """)

  private func answer(
    _ form: String, _ authorization: JSONValue = .null, _ facts: JSONValue = .object([])
  ) -> JSONValue {
    simulator.answer([
      "kind": "token", "authorization": authorization, "facts": facts,
      "form": .string("grant_type=refresh_token&refresh_token=r&" + form),
    ])
  }

  /// `basic%3A1:s`, the client ID form-encoded.
  private static let basic: JSONValue = "Basic YmFzaWMlM0ExOnM="

  @Test(
    arguments: [
      // post: the secret stands in the form.
      ("client_id=post-1&client_secret=s", .null, "allowed", 200, nil),
      ("client_id=post-1", .null, "client-authentication-missing", 400, "invalid_client"),
      (
        "client_id=post-1&client_secret=", .null, "client-authentication-missing", 400,
        "invalid_client"
      ),
      (
        "client_id=post-1", "Basic cG9zdC0xOnM=", "client-authentication-method", 401,
        "invalid_client"
      ),
      (
        "client_id=post-1&client_secret=s", "Basic cG9zdC0xOnM=", "client-authentication-twice",
        400,
        "invalid_request"
      ),
      // basic: the header; a client ID in the form is optional, and must be the same.
      ("", basic, "allowed", 200, nil),
      ("client_id=basic:1", basic, "allowed", 200, nil),
      ("", "bAsIc   YmFzaWMlM0ExOnM=", "allowed", 200, nil),
      ("client_id=post-1", basic, "client-id-mismatch", 400, "invalid_request"),
      ("client_id=basic:1", .null, "client-authentication-missing", 401, "invalid_client"),
      (
        "client_id=basic:1&client_secret=s", .null, "client-authentication-method", 401,
        "invalid_client"
      ),
      (
        "client_id=basic:1&client_secret=s", basic, "client-authentication-twice", 400,
        "invalid_request"
      ),
      // `basic%3A1:`: an empty secret is none.
      ("", "Basic YmFzaWMlM0ExOg==", "client-authentication-missing", 401, "invalid_client"),
      // none: the ID and nothing else.
      ("client_id=public-1", .null, "allowed", 200, nil),
      ("client_id=native-1", .null, "allowed", 200, nil),
      ("client_id=none-1", .null, "allowed", 200, nil),
      ("", .null, "client-id-missing", 400, "invalid_client"),
      (
        "client_id=public-1&client_secret=s", .null, "client-authentication-method", 400,
        "invalid_client"
      ),
      (
        "client_id=none-1&client_secret=s", .null, "client-authentication-method", 400,
        "invalid_client"
      ),
      ("", "Basic cHVibGljLTE6cw==", "client-authentication-method", 401, "invalid_client"),
      // Headers that cannot be read: another scheme, no token, bad Base64, the alphabet of URLs, no colon,
      // no ID, a malformed escape, no UTF-8.
      ("", "Bearer YmFzaWMlM0ExOnM=", "client-authentication-malformed", 401, "invalid_client"),
      ("", "Basic", "client-authentication-malformed", 401, "invalid_client"),
      ("", "Basic ", "client-authentication-malformed", 401, "invalid_client"),
      ("", "", "client-authentication-malformed", 401, "invalid_client"),
      ("", "Basic YmFzaWMlM0ExOnM", "client-authentication-malformed", 401, "invalid_client"),
      ("", "Basic ????", "client-authentication-malformed", 401, "invalid_client"),
      ("", "Basic Pz8_Ong=", "client-authentication-malformed", 401, "invalid_client"),
      ("", "Basic YmFzaWM=", "client-authentication-malformed", 401, "invalid_client"),
      ("", "Basic OnM=", "client-authentication-malformed", 401, "invalid_client"),
      ("", "Basic YSV6ejpz", "client-authentication-malformed", 401, "invalid_client"),
      ("", "Basic YSVGRjpz", "client-authentication-malformed", 401, "invalid_client"),
      ("client_id=basic:1", "Bearer x", "client-authentication-malformed", 401, "invalid_client"),
      // An ID that no client has stays Google's answer.
      ("", "Basic eDpz", "client-unknown", 401, "invalid_client"),
    ] as [(String, JSONValue, String, Int, String?)])
  func `a client authenticates as its policy says and in no other way`(
    form: String, authorization: JSONValue, reason: String, status: Int, error: String?
  ) {
    let answer = answer(form, authorization)
    #expect(answer["reason"]?.stringValue == reason, "\(answer.text())")
    #expect(answer["result"]?["status"] == .int(status), "\(answer.text())")
    #expect(answer["error"]?.stringValue == error)
    let asks = answer["result"]?["headers"]?["WWW-Authenticate"]?.stringValue
    #expect((asks?.utf8.starts(with: "Basic ".utf8) ?? false) == (status == 401))
  }

  @Test func `ID and secret of the header are form-decoded`() {
    // `basic%3a1:a+b%25%20`
    #expect(answer("", "Basic YmFzaWMlM2ExOmErYiUyNSUyMA==")["decision"] == "allow")
    // An ID with a bare colon ends at it.
    #expect(answer("", "Basic YmFzaWM6MTpz")["reason"] == "client-unknown")
  }

  @Test func `streamlined linking is authenticated like every grant`() {
    func reason(_ authorization: JSONValue) -> JSONValue? {
      simulator.answer([
        "kind": "token", "authorization": authorization, "facts": ["account": "known"],
        "form": .string(
          "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&client_id=google-1"
            + "&intent=get&assertion=a"),
      ])["reason"]
    }
    #expect(reason(.null) == "client-authentication-missing")
    #expect(reason("Basic Z29vZ2xlLTE6cw==") == "allowed")
  }

  private func code(_ client: String, _ uri: String?, _ facts: JSONValue) -> JSONValue {
    let secret = client == "post-1" ? "&client_secret=s" : ""
    return simulator.answer([
      "kind": "token", "facts": facts,
      "form": .string(
        "grant_type=authorization_code&code=C1&client_id=\(client)\(secret)"
          + (uri.map { "&redirect_uri=" + PercentEncoding.encode($0) } ?? "")),
    ])
  }

  @Test func `the redirect URI is owed exactly where the authorization request had one`() {
    let had: JSONValue = ["code": ["redirect_uri": .string(Self.redirectURI)]]
    let none: JSONValue = ["code": ["redirect_uri": .null]]
    let unsaid: JSONValue = ["code": ["expired": false]]
    func reason(_ client: String, _ uri: String?, _ facts: JSONValue) -> JSONValue? {
      code(client, uri, facts)["reason"]
    }
    #expect(reason("post-1", Self.redirectURI, had) == "allowed")
    #expect(reason("post-1", nil, had) == "redirect-uri-other-request")
    #expect(reason("post-1", Self.redirectURI + "/", had) == "redirect-uri-other-request")
    #expect(reason("none-1", nil, had) == "redirect-uri-other-request")
    #expect(reason("none-1", nil, none) == "allowed")
    #expect(reason("none-1", "https://evil.example/", none) == "redirect-uri-not-registered")
    // Where no fact says it, only a client that may leave it out can have done so.
    #expect(reason("post-1", nil, unsaid) == "redirect-uri-missing")
    #expect(reason("post-1", nil, .object([])) == "redirect-uri-missing")
    #expect(reason("none-1", nil, unsaid) == "allowed")
  }

  @Test func `the trace claims what was checked, and an answer without facts is inferred`() {
    let bare = code("post-1", Self.redirectURI, .object([]))
    #expect(bare["confidence"] == "inferred")
    #expect(!bare.text().contains("the redirect URI is that of the authorization request"))
    #expect(bare.text().contains("assumed, no fact says it: the code was issued to this client"))
    #expect(bare.text().contains("that the secret is right is assumed"))
    let known = code(
      "post-1", Self.redirectURI,
      [
        "secret_matches": true,
        "code": [
          "client": "post", "expired": false, "used": false,
          "redirect_uri": .string(Self.redirectURI), "challenge": .null,
        ],
      ])
    #expect(known["confidence"] == "certain")
    #expect(!known.text().contains("assumed"))
    #expect(answer("client_id=public-1")["confidence"] == "inferred")
    #expect(
      answer("client_id=public-1", .null, ["refresh_token": ["revoked": false]])["confidence"]
        == "certain")
  }
}
