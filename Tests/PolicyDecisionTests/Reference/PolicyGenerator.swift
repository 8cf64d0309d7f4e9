import PolicyTestSupport

/// Policies made by chance: few names, so that clients share links, actions and redirect URIs.
struct PolicyGenerator {
  static let certificates = [
    String(repeating: "AB:", count: 31) + "01", String(repeating: "0F:", count: 31) + "FF",
    String(repeating: "7e", count: 32),
  ]
  static let scopes = ["devices", "profile", "openid", "Devices", "\u{212A}elvin"]
  static let links = ["https://partner.example/flip", "https://partner.example/Flip;v=1"]
  static let actions = ["com.partner.APP_FLIP", "com.partner.app_flip"]
  static let packages = ["com.google.android.googlequicksearchbox", "com.google.Android.apps"]

  static let web = [
    "https://oauth-redirect.googleusercontent.com/a/com.google.OPA",
    "https://oauth-redirect-sandbox.googleusercontent.com/a/com.google.OPA",
    "https://oauth-redirect.googleusercontent.com/r/my-project",
    "https://oauth-redirect-sandbox.googleusercontent.com/r/my-project",
    "https://app.example.com/Kiosk;v=1", "https://app.example.com/cb?tenant=7",
    "https://app.example.com/cb?", "https://app.example.com/cb?a=1&",
    "https://app.example.com", "https://app.example.com/", "https://xn--mnchen-3ya.de/a%2Fb",
    "https://münchen.de/ü",
  ]
  static let native = [
    "http://127.0.0.1/cb", "http://[::1]/cb", "http://127.0.0.1?x=1", "http://127.0.0.1",
    "http://localhost/cb", "http://127.0.0.1:8080/cb", "http://127.0.0.2/cb",
    "com.example.app:/oauth2redirect",
  ]

  var chance: SeededRandom

  mutating func policy() -> ReferencePolicy {
    let count = Int.random(in: 1...5, using: &chance)
    return ReferencePolicy(clients: (0..<count).map { client($0) })
  }

  private mutating func client(_ index: Int) -> ReferencePolicy.Client {
    let isNative = chance.once(in: 3)
    let pool = isNative ? Self.native + Self.web : Self.web
    // A client ID names one client per environment.
    let id = chance.one(of: ["client-\(index)", "Kunde ü\(index)", "a+b&c=\(index)"])
    let isShared = Bool.random(using: &chance)
    var clientID = ["prod": id]
    if !chance.once(in: 4) { clientID["sandbox"] = isShared ? id : id + "-sbx" }
    if chance.once(in: 8) { clientID["prod"] = nil }
    if clientID.isEmpty { clientID["sandbox"] = id }
    return ReferencePolicy.Client(
      key: "key-\(index)", isNative: isNative, isLinking: chance.once(in: 3), clientID: clientID,
      redirectURIs: [
        "prod": Array(chance.some(of: pool).shuffled(using: &chance).prefix(4)),
        "sandbox": Array(
          chance.some(of: pool).shuffled(using: &chance).prefix(chance.one(of: [1, 4]))),
      ],
      scopes: chance.some(of: Self.scopes), needsState: !chance.once(in: 4),
      needsPKCE: chance.once(in: 3), mayOmitRedirectURI: chance.once(in: 4),
      grantTypes: chance.once(in: 5)
        ? chance.some(of: ["authorization_code", "refresh_token", "implicit"]) : nil,
      issuer: chance.once(in: 3) ? ["prod": "https://auth.example/ü"] : [:],
      universalLink: perEnvironment(Self.links), intentAction: perEnvironment(Self.actions),
      callers: Self.packages.map { ($0, chance.some(of: Self.certificates)) })
  }

  private mutating func perEnvironment(_ values: [String]) -> [String: String] {
    switch Int.random(in: 0..<4, using: &chance) {
    case 0: [:]
    case 1: ["prod": chance.one(of: values)]
    default: ["prod": chance.one(of: values), "sandbox": chance.one(of: values)]
    }
  }
}
