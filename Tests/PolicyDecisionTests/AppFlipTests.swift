import PolicyText
import Testing

/// App Flip, whose requests come through apps: addresses of apps, no challenge, no caller without a
/// result.
struct AppFlipTests {
  private static let google = "https://oauth-redirect.googleusercontent.com"
  private static let certificate = String(repeating: "AB:", count: 31) + "01"

  private static func policy(_ provider: String, _ settings: String) -> Simulator {
    Simulator(
      """
      linkpolicy: 1
      name: acme
      apps:
        ios: { platform: ios, bundle_id: com.acme, team_id: R7KM2QX94T }
        droid: { platform: android, package_name: com.acme }
      clients:
        home:
          provider: \(provider)
          type: web
          client_id: { prod: home-1 }
          \(settings)
          redirect_uris:
            prod: ["\(google)/r/acme", "\(google)/a/com.google.OPA", "\(google)/a/com.google.Chromecast"]
          endpoints: { authorization: https://auth.acme.example/authorize }
          app_flip:
            ios: { app: ios, universal_link: "https://www.acme.example/flip" }
            android:
              app: droid
              intent_action: com.acme.FLIP
              callers: [{ package_name: com.google.app, sha256_cert_fingerprints: ["\(certificate)"] }]
      """)
  }

  private let simulator = policy("google-account-linking", "client_secret: { env: S }")

  private static func query(_ uri: String, _ more: String = "") -> String {
    "client_id=home-1&state=s&redirect_uri=" + PercentEncoding.encode(uri) + more
  }

  private static func ios(_ uri: String, _ more: String = "") -> JSONValue {
    [
      "kind": "app_flip_ios",
      "url": .string("https://www.acme.example/flip?" + query(uri, more)),
    ]
  }

  private static func android(_ uri: String) -> JSONValue {
    [
      "kind": "app_flip_android", "action": "com.acme.FLIP",
      "caller": ["package": "com.google.app", "certs": [.string(certificate)]],
      "extras": ["CLIENT_ID": "home-1", "REDIRECT_URI": .string(uri)],
    ]
  }

  @Test func `Google's address for the browser is none of App Flip`() {
    for request in [Self.ios, { uri, _ in Self.android(uri) }] {
      let answer = simulator.answer(request(Self.google + "/r/acme", ""))
      #expect(answer["decision"] == "deny", "\(answer.text())")
      #expect(answer["reason"] == "redirect-uri-browser-only")
      #expect(answer["target"] == .null)
      #expect(
        answer["nearest"]?["value"]?.stringValue?.hasPrefix(Self.google + "/a/") ?? false,
        "\(answer.text())")
      let app = simulator.answer(request(Self.google + "/a/com.google.OPA", ""))
      #expect(app["decision"] == "allow", "\(app.text())")
    }
    #expect(simulator.answer(Self.ios(Self.google + "/r/acme"))["channel"] == "not_handled")
    #expect(
      simulator.answer(Self.android(Self.google + "/r/acme"))["result"]?["extras"]?["ERROR_TYPE"]
        == 3)
    // The browser may ask for both.
    for uri in ["/r/acme", "/a/com.google.OPA"] {
      let answer = simulator.answer([
        "kind": "authorize",
        "query": .string(Self.query(Self.google + uri, "&response_type=code")),
      ])
      #expect(answer["decision"] == "allow")
    }
  }

  @Test func `other clients flip at every address of theirs`() {
    let simulator = Self.policy("generic", "client_secret: { env: S }")
    #expect(simulator.answer(Self.ios(Self.google + "/r/acme"))["decision"] == "allow")
    #expect(simulator.answer(Self.android(Self.google + "/r/acme"))["decision"] == "allow")
  }

  @Test(
    arguments: ["pkce: required", "pkce: optional", "type2: x"],
    [
      "", "&code_challenge=abc", "&code_challenge_method=S256",
      "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256",
    ])
  func `App Flip and the authorization endpoint say the same of one challenge`(
    setting: String, challenge: String
  ) {
    // Without a secret and without `pkce`, PKCE is required by default.
    let simulator = Self.policy(
      "google-account-linking", setting == "type2: x" ? "scopes: []" : setting)
    let uri = Self.google + "/a/com.google.OPA"
    let flip = simulator.answer(Self.ios(uri, challenge))
    let browser = simulator.answer([
      "kind": "authorize", "query": .string(Self.query(uri, challenge + "&response_type=code")),
    ])
    #expect(flip["decision"] == browser["decision"], "\(flip.text())\n\(browser.text())")
    #expect(flip["reason"] == browser["reason"])
    #expect(flip["error"] == browser["error"])
    #expect(flip["target"] == browser["target"])
    if challenge.isEmpty {
      let intent = simulator.answer(Self.android(uri))
      #expect(intent["reason"] == browser["reason"], "\(intent.text())")
    }
  }

  @Test func `an intent without a calling activity is refused`() {
    let line = """
      {"kind":"app_flip_android","action":"com.acme.FLIP","caller":null,
       "extras":{"CLIENT_ID":"home-1","REDIRECT_URI":"\(Self.google)/a/com.google.OPA"}}
      """
    let answer = simulator.answer(line)
    #expect(answer["decision"] == "deny", "\(answer.text())")
    #expect(answer["reason"] == "caller-unknown")
    #expect(answer["channel"] == "intent_result")
    #expect(answer["result"]?["resultCode"] == 0)
    #expect(answer["result"]?["extras"] == .object([]))
    // For another app's action it is none of ours.
    let other = simulator.answer(
      #"{"kind":"app_flip_android","action":"com.other.FLIP","caller":null}"#)
    #expect(other["reason"] == "link-not-configured")
    for caller in [#""x""#, "[]", "7"] {
      let answer = simulator.answer(
        #"{"kind":"app_flip_android","action":"com.acme.FLIP","caller":\#(caller)}"#)
      #expect(answer["error"] == "invalid_line", "\(answer.text())")
    }
  }

  @Test func `an error is answered with its description, a code without`() {
    let uri = Self.google + "/a/com.google.OPA"
    func target(_ request: JSONValue, _ outcome: String, _ text: JSONValue) -> String? {
      guard case .object(let fields) = request else { return nil }
      return simulator.answer(
        .object(
          fields + [
            ("outcome", .string(outcome)), ("error_description", text), ("iss", "https://i"),
          ]))["target"]?.stringValue
    }
    let text: JSONValue = "Nicht möglich: a+b & 100 %"
    let encoded = "Nicht%20m%C3%B6glich%3A%20a%2Bb%20%26%20100%20%25"
    #expect(
      target(Self.ios(uri), "deny", text)
        == uri + "?error=access_denied&error_description=\(encoded)&state=s&iss=https%3A%2F%2Fi")
    #expect(target(Self.ios(uri), "approve", text) == uri + "?code=C1&state=s&iss=https%3A%2F%2Fi")
    #expect(
      target(Self.ios(uri, "&scope=x"), "approve", "No")
        == uri + "?error=invalid_request&error_description=No&state=s&iss=https%3A%2F%2Fi")
    #expect(
      target(Self.ios(uri), "deny", "") == uri + "?error=access_denied&state=s&iss=https%3A%2F%2Fi")
    let authorize: JSONValue = [
      "kind": "authorize", "query": .string(Self.query(uri, "&response_type=code")),
    ]
    #expect(
      target(authorize, "deny", text)
        == uri + "?error=access_denied&error_description=\(encoded)&state=s&iss=https%3A%2F%2Fi")
    #expect(target(authorize, "approve", text) == uri + "?code=C1&state=s&iss=https%3A%2F%2Fi")
  }

  // MARK: the URL of the authorization endpoint

  private func authorize(_ url: String, _ simulator: Simulator) -> JSONValue {
    simulator.answer([
      "kind": "authorize",
      "url": .string(
        url + "?" + Self.query(Self.google + "/r/acme", "&response_type=code")),
    ])
  }

  @Test(arguments: [
    ("https://auth.acme.example/authorize", true),
    ("HTTPS://AUTH.acme.example:443/authorize", true),
    ("https://auth.acme.example/Authorize", false),
    ("https://auth.acme.example/authorize/", false),
    ("https://auth.acme.example/token", false),
    ("https://auth.acme.example", false),
    ("http://auth.acme.example/authorize", false),
    ("https://auth.acme.example:8443/authorize", false),
    ("https://auth.attacker.example/authorize", false),
    ("https://u@auth.acme.example/authorize", false),
    ("/authorize", true),
    ("/token", false),
  ])
  func `a URL elsewhere is none of ours`(url: String, isOurs: Bool) {
    let answer = authorize(url, simulator)
    #expect(answer["decision"]?.stringValue == (isOurs ? "allow" : "ignore"), "\(answer.text())")
    if !isOurs {
      #expect(answer["reason"] == "endpoint-unknown")
      #expect(
        answer["nearest"]?["value"] == "https://auth.acme.example/authorize", "\(answer.text())")
    }
  }

  @Test func `a malformed query elsewhere is none of ours either`() {
    let answer = simulator.answer(["kind": "authorize", "url": "https://x.example/authorize?a=%zz"])
    #expect(answer["reason"] == "endpoint-unknown")
    let ours = simulator.answer([
      "kind": "authorize", "url": "https://auth.acme.example/authorize?a=%zz",
    ])
    #expect(ours["reason"] == "malformed-request")
  }

  @Test func `without endpoints only the query decides`() {
    let simulator = Simulator(
      """
      linkpolicy: 1
      name: acme
      clients:
        home: { provider: generic, type: web, client_id: home-1, client_secret: { env: S }, redirect_uris: ["\(Self.google)/r/acme"] }
      """)
    let answer = authorize("https://anywhere.example/", simulator)
    #expect(answer["decision"] == "allow", "\(answer.text())")
  }
}
