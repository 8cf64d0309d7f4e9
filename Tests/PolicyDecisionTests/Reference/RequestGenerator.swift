import PolicyTestSupport

/// Random requests made from a policy's values: correct ones, and ones with every kind of mistake.
struct RequestGenerator {
  let policy: ReferencePolicy
  var chance: SeededRandom
  /// Whether the current request has no intentional mistake.
  private var isRight = false

  init(policy: ReferencePolicy, chance: SeededRandom) {
    self.policy = policy
    self.chance = chance
  }

  /// Returns true in one of `n` requests that may be wrong.
  private mutating func wrong(in n: Int) -> Bool { !isRight && chance.once(in: n) }

  private var environments: [String] { ["prod", "sandbox"] }

  /// Starts a request.
  mutating func environment() -> String {
    isRight = chance.once(in: 3)
    return chance.one(of: environments)
  }

  // MARK: values

  private mutating func client() -> ReferencePolicy.Client { chance.one(of: policy.clients) }

  private mutating func clientID(_ client: ReferencePolicy.Client, _ environment: String) -> String?
  {
    if wrong(in: 20) { return nil }
    if wrong(in: 15) { return mutated(client.clientID.values.sorted()[0]) }
    // Sometimes the ID of the other environment, if it differs.
    return client.clientID[environment] ?? client.clientID.values.sorted()[0]
  }

  private mutating func redirectURI(
    _ client: ReferencePolicy.Client, _ environment: String
  ) -> String? {
    if wrong(in: 12) { return nil }
    let here = client.redirectURIs[environment] ?? []
    let all = policy.clients.flatMap { $0.redirectURIs.values.flatMap { $0 } }.sorted()
    let pool = here.isEmpty || wrong(in: 6) ? all : here
    guard !pool.isEmpty else { return "https://evil.example/" }
    let uri = chance.one(of: pool)
    for origin in ["http://127.0.0.1", "http://[::1]", "http://localhost"]
    where uri.hasPrefix(origin) && !wrong(in: 4) {
      let port = chance.one(of: [
        ":1", ":80", ":51004", ":65535", ":65536", ":0", ":080", ":", ":99999", ":123456", ":8a",
        ":+80", ":1:2", "@evil.example", ":80@evil.example", ":٣", ":99999999999999999999",
      ])
      return origin + port + uri.dropFirst(origin.count)
    }
    return wrong(in: 5) ? mutated(uri) : uri
  }

  /// Applies one change that a careless comparison misses.
  private mutating func mutated(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    let odd: [Unicode.Scalar] = [
      "/", "?", "#", "@", ":", ".", " ", "%", "+", "&", "=", "\0", "\t", "\n", "\u{212A}",
      "\u{37E}",
      "\u{301}", "\u{200B}", "\u{FEFF}", "\\", "A", "a", "0", "\u{1F600}",
    ]
    let place = Int.random(in: 0...scalars.count, using: &chance)
    switch Int.random(in: 0..<9, using: &chance) {
    case 0: return text + "/"
    case 1: return text.hasSuffix("/") ? String(text.dropLast()) : text.uppercased()
    case 2: return text.uppercased()
    case 3:
      // Canonically equivalent characters: U+212A for K, U+037E for the semicolon.
      scalars = scalars.map { $0 == "K" ? "\u{212A}" : $0 == ";" ? "\u{37E}" : $0 }
    case 4: return text.decomposed
    case 5: scalars.insert(chance.one(of: odd), at: place)
    case 6: if place < scalars.count { scalars.remove(at: place) }
    case 7: if place < scalars.count { scalars[place] = chance.one(of: odd) }
    default: return text.replacing("-sandbox", with: "")
    }
    return String(String.UnicodeScalarView(scalars))
  }

  // MARK: queries

  mutating func query(_ environment: String, isFlip: Bool) -> String {
    let client = client()
    var pairs: [(String, String?)] = [
      ("client_id", clientID(client, environment)),
      ("redirect_uri", redirectURI(client, environment)),
      (
        "state",
        wrong(in: 8) ? wrong(in: 3) ? "" : nil : chance.one(of: ["S1", "a+b c&d=ü", "\0", "%41"])
      ),
    ]
    if !isFlip {
      pairs.append(
        (
          "response_type",
          wrong(in: 12)
            ? nil : wrong(in: 8) ? chance.one(of: ["token", "Code", "code token", ""]) : "code"
        ))
    }
    if chance.once(in: 2) { pairs.append(("scope", scope(client))) }
    if !isFlip, client.needsPKCE || chance.once(in: 3) { pairs += challenge() }
    if chance.once(in: 6) { pairs.append(("user_locale", "en-US")) }
    if chance.once(in: 6) { pairs.append(("Client_ID", "other")) }
    pairs.shuffle(using: &chance)
    var pieces = pairs.compactMap { name, value in value.map { piece(name, $0) } }
    if wrong(in: 15), let again = pieces.first { pieces.append(again) }
    if wrong(in: 15) { pieces.append(piece(chance.one(of: ReferenceReader.known), "")) }
    if wrong(in: 12) {
      pieces.append(
        chance.one(of: [
          "x=%", "x=%4", "x=%zz", "x=%ff", "x=%C0%80", "x=%ED%A0%80", "x=%F4%90%80%80", "%=1", "=",
          "", "x", "&", "==", "x=%00", "x=[", "x=%EF%BB%BF", "#client_id=evil", "x;y=z", "%ED=1",
        ]))
    }
    pieces.shuffle(using: &chance)
    return pieces.joined(separator: wrong(in: 20) ? ";" : chance.once(in: 20) ? "&&" : "&")
  }

  private mutating func scope(_ client: ReferencePolicy.Client) -> String {
    let known = chance.some(of: client.scopes).joined(separator: " ")
    guard wrong(in: 2) else { return known }
    return switch Int.random(in: 0..<6, using: &chance) {
    case 0: known + " "
    case 1: " " + known
    case 2: known + "  devices"
    case 3: "admin"
    case 4: "Kelvin"
    default: chance.one(of: PolicyGenerator.scopes)
    }
  }

  private mutating func challenge() -> [(String, String?)] {
    let good = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    if !wrong(in: 2) { return [("code_challenge", good), ("code_challenge_method", "S256")] }
    let value = chance.one(of: [
      good, good, good, String(good.dropLast()), good + "A", String(good.dropLast()) + "=",
      String(good.dropLast()) + ".", String(good.dropLast(2)) + "ü", "",
    ])
    let method = chance.one(of: ["S256", "S256", "S256", "plain", "s256", ""])
    return [
      ("code_challenge", wrong(in: 6) ? nil : value),
      ("code_challenge_method", wrong(in: 6) ? nil : method),
    ]
  }

  /// Encodes a name and a value in one of the ways that clients use.
  private mutating func piece(_ name: String, _ value: String) -> String {
    let style = Int.random(in: 0..<6, using: &chance)
    let name = chance.once(in: 15) ? escaped(name, keeping: "") : name
    return name + "="
      + escaped(
        value,
        keeping: style == 0
          ? "" : style < 4 ? Self.unreserved : Self.unreserved + ":/?@!$'()*,;[]=",
        plus: style % 2 == 0)
  }

  private static let unreserved =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

  private func escaped(_ value: String, keeping: String, plus: Bool = false) -> String {
    value.utf8.map { byte in
      if keeping.utf8.contains(byte) { return String(Unicode.Scalar(byte)) }
      if byte == 32, plus { return "+" }
      let hex = String(byte, radix: 16)
      return "%" + (hex.count == 1 ? "0" : "") + hex
    }.joined()
  }

  // MARK: App Flip

  mutating func link(_ environment: String) -> String {
    let links = policy.clients.compactMap { $0.universalLink[environment] }
    let link = links.isEmpty || wrong(in: 10) ? PolicyGenerator.links[0] : chance.one(of: links)
    let start = wrong(in: 12) ? mutated(link) : link
    return start + (wrong(in: 40) ? "" : "?") + query(environment, isFlip: true)
  }

  mutating func intent(_ environment: String) -> ReferenceEngine.Intent {
    let client = client()
    let action = client.intentAction[environment] ?? PolicyGenerator.actions[0]
    let certificate = chance.one(of: PolicyGenerator.certificates)
    let spelled = chance.one(of: [
      certificate, certificate.lowercased(), certificate.filter { $0 != ":" }, certificate,
    ])
    // The right digits with a misplaced colon.
    let digits = certificate.filter { $0 != ":" }
    let misplaced = digits.prefix(5) + ":" + digits.dropFirst(5)
    let package = chance.one(of: PolicyGenerator.packages)
    return ReferenceEngine.Intent(
      action: wrong(in: 15) ? mutated(action) : action,
      package: wrong(in: 10) ? mutated(package) : package,
      certificates: wrong(in: 5)
        ? chance.one(of: [[], [spelled, "00:11"], [spelled + ":00"], ["x"], [String(misplaced)]])
        : [spelled],
      clientID: clientID(client, environment), redirectURI: redirectURI(client, environment))
  }
}

extension String {
  /// Replaces `ü` by `u` and a combining mark: canonically equivalent, but different bytes.
  fileprivate var decomposed: String {
    unicodeScalars.reduce(into: "") { $0 += $1 == "ü" ? "u\u{308}" : String($1) }
  }
}

/// Random policies with few names, so that clients share links, actions and redirect URIs.
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
    // A client ID belongs to one client per environment.
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
