import AssociationFiles
package import PolicyDecision
import PolicyText
package import PolicyGenerators
import PolicyTestSupport

/// Random requests made from a policy's values, with the engine's decisions.
package struct RandomVectors {
  private let policy: CompiledPolicy
  private var random: SeededRandom

  /// The same seed creates the same requests.
  package init(_ policy: CompiledPolicy, seed: UInt64) {
    self.policy = policy
    random = SeededRandom(seed: seed)
  }

  /// Parts of a query that programs parse differently.
  private static let oddPieces = [
    "x=1", "x=%zz", "x=%", "x=%4", "x=% 41", "x=%+1", "x=%u0041", "", "=", "#", "a+b=c", "a=b=c",
    "state=S2", "st%61te=S2", "State=S2", "state", "state=", "user_locale=en", "client_id[]=x",
    "x=%FF", "x=%C0%AF", "x=%ED%A0%80", "x=%F4%90%80%80", "x=%C3\u{E9}", "x=\u{E9}%A9",
    "state=\u{E9}\u{10FFFF}", "state=%EF%BB%BFx%00", "\u{FEFF}state=S2", "state=%2B+%25",
    "state=\u{2028}\n ;&amp", "x=%\u{FF14}1",
  ]

  package func vectors(_ count: Int) -> [Vector] {
    var copy = self
    return (0..<count).map { copy.vector($0) }
  }

  private mutating func vector(_ index: Int) -> Vector {
    let environment = pick(Environment.allCases) ?? .prod
    let clients = Environment.allCases.flatMap { policy.clients[$0] ?? [] }
    let question: Vector.Question =
      switch random.next() % 9 {
      case 0:
        .redirectURI(clientID: clientID(clients), redirectURI: mutated(redirectURI(clients)))
      case 1: .appFlipIOS(url: link(clients) + "?" + query(clients))
      case 2: .appFlipAndroid(intent(clients))
      case 6: .token(token(clients))
      case 3:
        .postLogoutRedirectURI(
          clientID: clientID(clients),
          redirectURI: mutated(text(clients) { $0.postLogoutRedirectURIs.map(\.value) }))
      case 4:
        .corsOrigin(
          clientID: clientID(clients),
          origin: mutated(text(clients) { $0.corsOrigins.map(\.value) }))
      case 5:
        .grantType(clientID: clientID(clients), grantType: mutated(text(clients, \.grantTypes)))
      default: .authorize(query: query(clients))
      }
    return Vector(
      id: "random-\(index)", environment: environment, question: question, answeredBy: policy)
  }

  private mutating func pick<T>(_ items: [T]) -> T? {
    items.isEmpty ? nil : items[Int(random.next() % UInt64(items.count))]
  }

  private mutating func chance(_ part: UInt64) -> Bool { random.next() % part == 0 }

  private mutating func clientID(_ clients: [CompiledClient]) -> String {
    mutated(pick(clients)?.clientID.value.string ?? "", 12)
  }

  private mutating func redirectURI(_ clients: [CompiledClient]) -> String {
    pick(clients.flatMap(\.redirectURIs))?.value.string ?? ""
  }

  private mutating func text(
    _ clients: [CompiledClient], _ texts: (CompiledClient) -> [ExactString]
  ) -> String {
    pick(clients.flatMap(texts))?.string ?? ""
  }

  private mutating func link(_ clients: [CompiledClient]) -> String {
    mutated(pick(clients.compactMap(\.flipUniversalLink))?.value.string ?? "", 20)
  }

  /// Sometimes adds, removes or replaces a byte, or adds a port.
  private mutating func mutated(_ text: String, _ part: UInt64 = 3) -> String {
    guard chance(part) else { return text }
    var scalars = Array(text.unicodeScalars)
    let odd: [Unicode.Scalar] = [
      "/", "?", "#", "@", ":", " ", "%", "+", "&", "\0", "\n", "\u{212A}", "\u{37E}", "\u{301}",
      "\u{FEFF}", "A", "a", "0", "\u{1F600}",
    ]
    let place = Int(random.next() % UInt64(scalars.count + 1))
    switch random.next() % 4 {
    case 0: scalars.insert(pick(odd) ?? "x", at: place)
    case 1: if place < scalars.count { scalars.remove(at: place) }
    case 2: if place < scalars.count { scalars[place] = pick(odd) ?? "x" }
    default:
      for origin in ["http://127.0.0.1", "http://[::1]"] where text.hasPrefix(origin) {
        let port = pick(["1", "80", "51004", "65535", "65536", "0", "080", "", "99999", "123456"])
        return origin + ":" + (port ?? "") + text.dropFirst(origin.count)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private mutating func query(_ clients: [CompiledClient]) -> String {
    let client = pick(clients)
    let own = client.map { [$0] } ?? []
    let scopes = (client?.scopes ?? []).map(\.value.string)
    let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    var pieces: [String] = []
    func piece(_ name: String, _ value: String) -> String {
      name + "=" + PercentEncoding.encode(value)
    }
    let identifier = clientID(own)
    if !chance(12) { pieces.append(piece("client_id", identifier)) }
    let uri = mutated(redirectURI(own), 4)
    if !chance(12) { pieces.append(piece("redirect_uri", uri)) }
    if !chance(12) {
      pieces.append(piece("response_type", pick(["code", "code", "code", "token", "Code"]) ?? ""))
    }
    if !chance(6) { pieces.append(piece("state", pick(["S1", "a b+c", "é", "&x=1"]) ?? "")) }
    if chance(2) {
      let scope = mutated(scopes.prefix(Int(random.next() % 3)).joined(separator: " "), 5)
      pieces.append(piece("scope", scope))
    }
    if chance(2) {
      pieces.append(piece("code_challenge", mutated(challenge, 6)))
      pieces.append(
        piece("code_challenge_method", pick(["S256", "S256", "S256", "plain", "s256"]) ?? ""))
    }
    if chance(3) {
      pieces.append(pick(Self.oddPieces) ?? "")
    }
    // The order of parameters doesn't matter.
    for index in pieces.indices.dropFirst() where chance(2) { pieces.swapAt(index, index - 1) }
    return pieces.joined(separator: "&")
  }

  /// Usually from the client that the code was issued to, with the verifier that matches the
  /// challenge.
  private mutating func token(_ clients: [CompiledClient]) -> Vector.Token {
    let client = pick(clients)
    let own = client.map { [$0] } ?? []
    let id = clientID(own)
    let uri = mutated(redirectURI(own), 5)
    let verifier = verifier()
    let hashed = SHA256Digest(of: Array(verifier.utf8)).base64URL.string
    let isPlain = chance(4)
    let grants = [
      "authorization_code", "authorization_code", "authorization_code", "refresh_token",
      "urn:ietf:params:oauth:grant-type:jwt-bearer", "Authorization_code", "",
      "client_credentials", "implicit", "urn:x:y",
    ]
    var pieces: [String] = []
    func add(_ name: String, _ value: String) {
      pieces.append(name + "=" + PercentEncoding.encode(value))
    }
    add("grant_type", pick(grants) ?? "")
    if !chance(8) { add("code", "C1") }
    if !chance(6) { add("redirect_uri", uri) }
    if !chance(4) {
      let others = ["x", verifier + "/", hashed, self.verifier()]
      add("code_verifier", (chance(2) ? pick(others) : nil) ?? verifier)
    }
    if !chance(3) { add("refresh_token", "r") }
    if !chance(3) { add("intent", pick(["get", "check", "create", "GET"]) ?? "") }
    if !chance(3) { add("assertion", "a.b.c") }
    if !chance(3) { add("client_id", id) }
    if chance(3) { add("scope", pick(["a", "a b", "a  b", "other", "devices"]) ?? "") }
    if chance(3) { add("client_secret", pick(["s", "s", ""]) ?? "") }
    if chance(5) { pieces.append(pick(Self.oddPieces) ?? "") }
    var header: String?
    if chance(2) {
      let secret = pick(["s", "a+b%20", "", ":"]) ?? ""
      let pair = pick([PercentEncoding.encode(id), id, mutated(id, 2)]) ?? ""
      let scheme = pick(["Basic ", "Basic ", "basic  ", " BASIC ", "Basic", "Bearer "]) ?? ""
      header = mutated(scheme + Base64.encode((pair + ":" + secret).utf8), 6)
    }
    // An authorization request without a redirect URI gets a code only if the client may omit it.
    let omitted = client?.omittedRedirectURI == nil || !chance(2) ? redirectURI(own) : nil
    let issued = Vector.IssuedCode(
      clientID: chance(8) ? "other" : client?.clientID.value.string ?? "",
      redirectURI: client?.redirectURI(matching: ExactString(uri)) == nil ? omitted : uri,
      challenge: chance(4) ? nil : isPlain ? verifier : hashed,
      challengeMethod: isPlain ? "plain" : "S256")
    for index in pieces.indices.dropFirst() where chance(2) { pieces.swapAt(index, index - 1) }
    return Vector.Token(
      form: pieces.joined(separator: "&"), authorization: header, issued: chance(8) ? nil : issued)
  }

  private mutating func verifier(_ length: Int? = nil) -> String {
    let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return String(
      (0..<(length ?? 43 + Int(random.next() % 86))).map { _ in pick(characters) ?? "a" })
  }

  /// Exchanges of a code with a verifier of each allowed length, because SHA-256 pads them
  /// differently.
  package func verifierLengths(clientID: String, redirectURI: String) -> [Vector] {
    var copy = self
    return (43...128).map { length in
      let verifier = copy.verifier(length)
      let hash = SHA256Digest(of: Array(verifier.utf8)).base64URL.string
      let form =
        "grant_type=authorization_code&code=C1&client_id=\(clientID)&redirect_uri=\(redirectURI)"
        + "&code_verifier=\(verifier)"
      return Vector(
        id: "verifier-\(length)", environment: .prod,
        question: .token(
          Vector.Token(
            form: form, authorization: nil,
            issued: Vector.IssuedCode(
              clientID: clientID, redirectURI: redirectURI, challenge: hash))),
        answeredBy: policy)
    }
  }

  private mutating func intent(_ clients: [CompiledClient]) -> Vector.Intent {
    let caller = pick(clients.flatMap(\.flipCallers))
    var certificates = (caller?.fingerprints.prefix(1) ?? []).map(\.text)
    if chance(8) { certificates.append(certificates.first ?? "") }
    if chance(8) { certificates = [String((certificates.first ?? "").dropLast())] }
    if chance(4) { certificates = certificates.map { $0.lowercased() } }
    let client = pick(clients)
    let own = client.map { [$0] } ?? []
    return Vector.Intent(
      action: mutated(pick(clients.compactMap(\.flipIntentAction))?.value.string ?? "", 12),
      package: mutated(caller?.package.value.string ?? "", 8), certificates: certificates,
      clientID: chance(8) ? nil : clientID(own),
      redirectURI: chance(8) ? nil : mutated(redirectURI(own), 5),
      scopes: chance(4) ? ["other"] : (client?.scopes.prefix(1) ?? []).map(\.value.string))
  }
}
