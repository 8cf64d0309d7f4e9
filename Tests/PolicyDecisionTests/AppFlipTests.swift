import PolicyText
import Testing

/// App Flip compared with the authorization endpoint. `app-flip.yaml` has other requests.
struct AppFlipTests {
  private static let google = "https://oauth-redirect.googleusercontent.com"
  private static let certificate = String(repeating: "AB:", count: 31) + "01"

  private static func policy(_ settings: String) -> Simulator {
    Simulator(
      """
      linkpolicy: 1
      name: acme
      apps:
        ios: { platform: ios, bundle_id: com.acme, team_id: R7KM2QX94T }
        droid: { platform: android, package_name: com.acme }
      clients:
        home:
          provider: google-account-linking
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

  @Test(
    // Without a secret and without `pkce`, PKCE is required by default.
    arguments: ["pkce: required", "pkce: optional", "scopes: []"],
    [
      "", "&code_challenge=abc", "&code_challenge_method=S256",
      "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256",
    ])
  func `App Flip agrees about a code challenge`(setting: String, challenge: String) {
    let simulator = Self.policy(setting)
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
}
