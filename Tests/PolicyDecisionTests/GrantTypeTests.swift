import PolicyText
import Testing

/// What `grant_types` decides, at the token endpoint and where codes are asked for.
struct GrantTypeTests {
  private static let jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  private static let deviceCode = "urn:ietf:params:oauth:grant-type:device_code"

  private static func client(_ key: String, _ more: String...) -> String {
    "  \(key):\n    provider: generic\n    type: web\n    client_id: \(key)-1\n"
      + "    redirect_uris: [https://app.acme.example/cb]\n"
      + more.map { "    \($0)\n" }.joined()
  }

  private static let secret = "client_secret: { env: SECRET }"

  private static let policy =
    "linkpolicy: 1\nname: acme\nclients:\n"
    + client("plain", secret)
    + client("codes", secret, "grant_types: [authorization_code]")
    + client(
      "service", secret, "scopes: [read, write]",
      "grant_types: [client_credentials, '\(deviceCode)', 'https://acme.example/grant']")
    + client("public", "grant_types: [authorization_code, refresh_token, client_credentials]")
    + client(
      "google", secret, "grant_types: [authorization_code, refresh_token]",
      "streamlined_linking: { google_client_id: x, intents: [check] }")
    + client("linked", secret, "streamlined_linking: { google_client_id: x, intents: [check] }")
    + client("assertions", secret, "grant_types: ['\(jwtBearer)']")
    + client("implicit", secret, "response_types: [token, code]", "grant_types: [implicit]")

  private let simulator = Simulator(policy)

  private func token(
    _ client: String, _ grant: String, _ more: String = "", facts: JSONValue = .object([])
  ) -> JSONValue {
    let secret = client == "public" ? "" : "&client_secret=s"
    return simulator.answer([
      "kind": "token", "facts": facts,
      "form": .string(
        "grant_type=\(PercentEncoding.encode(grant))&client_id=\(client)-1\(secret)\(more)"),
    ])
  }

  private func verdict(_ answer: JSONValue) -> [JSONValue?] {
    [answer["decision"], answer["error"], answer["reason"]]
  }

  private static let unauthorized: [JSONValue?] = [
    "deny", "unauthorized_client", "grant-type-not-allowed",
  ]
  private static let unsupported: [JSONValue?] = [
    "deny", "unsupported_grant_type", "grant-type-unsupported",
  ]
  private static let allowed: [JSONValue?] = ["allow", .null, "allowed"]

  @Test func `without the key codes and refresh tokens are taken, as ever`() {
    let code = "&code=C1&redirect_uri=https%3A%2F%2Fapp.acme.example%2Fcb"
    #expect(verdict(token("plain", "authorization_code", code)) == Self.allowed)
    #expect(verdict(token("plain", "refresh_token", "&refresh_token=r")) == Self.allowed)
    #expect(verdict(token("plain", "password")) == Self.unsupported)
    #expect(verdict(token("plain", Self.jwtBearer, "&assertion=a")) == Self.unsupported)
    #expect(
      verdict(token("linked", Self.jwtBearer, "&assertion=a&intent=check")) == Self.allowed)
  }

  @Test func `a grant type that the client lacks is unauthorized, after it has authenticated`() {
    #expect(verdict(token("codes", "refresh_token", "&refresh_token=r")) == Self.unauthorized)
    // Somebody else may use it, so the server knows it.
    #expect(verdict(token("plain", "client_credentials")) == Self.unauthorized)
    #expect(
      verdict(token("google", Self.jwtBearer, "&assertion=a&intent=check")) == Self.unauthorized)
    let answer = token("codes", "refresh_token", "&refresh_token=r")
    #expect(answer["result"]?["status"] == 400)
    let wrong = token(
      "codes", "refresh_token", "&refresh_token=r", facts: ["secret_matches": false])
    #expect(wrong["reason"] == "client-secret-wrong")
  }

  @Test func `no grant type of the endpoint is unsupported, whoever lists it`() {
    #expect(verdict(token("plain", "urn:example:nobody")) == Self.unsupported)
    #expect(verdict(token("implicit", "implicit")) == Self.unsupported)
    // Names are compared byte by byte.
    #expect(verdict(token("plain", "Refresh_token")) == Self.unsupported)
  }

  @Test func `without refresh_token a code brings none`() {
    let code = "&code=C1&redirect_uri=https%3A%2F%2Fapp.acme.example%2Fcb"
    #expect(token("plain", "authorization_code", code)["result"]?["body"]?["refresh_token"] != nil)
    #expect(token("codes", "authorization_code", code)["result"]?["body"]?["refresh_token"] == nil)
  }

  @Test func `client_credentials needs a secret and asks for scopes of the client`() {
    let answer = token("service", "client_credentials", "&scope=read")
    #expect(verdict(answer) == Self.allowed)
    #expect(answer["result"]?["body"]?["refresh_token"] == nil)
    #expect(answer["confidence"] == "certain")
    let refused = token("service", "client_credentials", "&scope=read+admin")
    #expect(refused["error"] == "invalid_scope")
    #expect(refused["reason"] == "scope-not-allowed")
    #expect(verdict(token("public", "client_credentials")) == Self.unauthorized)
  }

  @Test func `what else a listed grant needs is not checked, and not claimed`() {
    for (grant, form) in [(Self.deviceCode, "&device_code=d"), ("https://acme.example/grant", "")] {
      let answer = token("service", grant, form)
      #expect(verdict(answer) == Self.allowed)
      #expect(answer["confidence"] == "inferred")
    }
    #expect(token("assertions", Self.jwtBearer, "&assertion=a")["confidence"] == "inferred")
    #expect(token("assertions", Self.jwtBearer)["reason"] == "parameter-missing")
    #expect(token("service", Self.deviceCode)["reason"] == "parameter-missing")
    #expect(token("service", Self.deviceCode, "&device_code=")["error"] == "invalid_request")
    let twice = token("service", Self.deviceCode, "&device_code=d&device_code=d")
    #expect(twice["reason"] == "duplicate-parameter")
  }

  @Test func `a refresh token is refused for what a fact says of it`() {
    func reason(_ fact: JSONValue) -> JSONValue? {
      let answer = token(
        "plain", "refresh_token", "&refresh_token=r", facts: ["refresh_token": fact])
      if answer["decision"] == "deny" { #expect(answer["error"] == "invalid_grant") }
      return answer["reason"]
    }
    #expect(reason(["client": "plain"]) == "allowed")
    #expect(reason(["client": "plain-1", "revoked": false, "expired": false]) == "allowed")
    #expect(reason(["client": "codes"]) == "refresh-token-other-client")
    #expect(reason(["revoked": true]) == "refresh-token-revoked")
    #expect(reason(["expired": true]) == "refresh-token-expired")
    #expect(reason(false) == "refresh-token-unknown")
    #expect(token("plain", "refresh_token")["reason"] == "parameter-missing")
  }

  @Test func `a code that the client could not use is not given`() {
    func answer(_ client: String, _ type: String) -> JSONValue {
      simulator.answer([
        "kind": "authorize", "client_id": .string(client + "-1"), "state": "s",
        "redirect_uri": "https://app.acme.example/cb", "response_type": .string(type),
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256",
      ])
    }
    for client in ["plain", "codes", "public", "google"] {
      #expect(answer(client, "code")["decision"] == "allow", "\(client)")
    }
    for client in ["service", "assertions", "implicit"] {
      let refused = answer(client, "code")
      #expect(verdict(refused) == Self.unauthorized)
      #expect(refused["channel"] == "redirect")
      #expect(refused["target"]?.stringValue?.contains("error=unauthorized_client&state=s") == true)
    }
    #expect(answer("implicit", "token")["decision"] == "allow")
    #expect(answer("service", "token")["error"] == "unsupported_response_type")
  }

  @Test func `App Flip gives no code either`() {
    let simulator = Simulator(
      """
      linkpolicy: 1
      name: acme
      apps:
        ios: { platform: ios, bundle_id: com.acme, team_id: R7KM2QX94T }
        android: { platform: android, package_name: com.acme }
      clients:
        google:
          provider: google-account-linking
          type: web
          client_id: g
          client_secret: { env: SECRET }
          grant_types: [refresh_token]
          redirect_uris: [https://oauth-redirect.googleusercontent.com/a/com.google.OPA]
          app_flip:
            ios: { app: ios, universal_link: https://acme.example/flip }
            android:
              app: android
              intent_action: com.acme.FLIP
              callers:
                - { package_name: com.google.a, sha256_cert_fingerprints: ["\(String(repeating: "3B:", count: 31))3B"] }
      """)
    let uri = "https://oauth-redirect.googleusercontent.com/a/com.google.OPA"
    let ios = simulator.answer([
      "kind": "app_flip_ios",
      "url": .string(
        "https://acme.example/flip?client_id=g&state=s&redirect_uri=" + PercentEncoding.encode(uri)),
    ])
    #expect(ios["reason"] == "grant-type-not-allowed")
    #expect(ios["error"] == "invalid_request")
    let android = simulator.answer([
      "kind": "app_flip_android", "action": "com.acme.FLIP",
      "caller": [
        "package": "com.google.a", "certs": [.string(String(repeating: "3B:", count: 31) + "3B")],
      ],
      "extras": ["CLIENT_ID": "g", "REDIRECT_URI": .string(uri)],
    ])
    #expect(android["reason"] == "grant-type-not-allowed")
    #expect(android["result"]?["extras"]?["ERROR_TYPE"] == 3)
  }
}
