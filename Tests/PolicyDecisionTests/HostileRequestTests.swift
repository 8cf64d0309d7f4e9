import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// Random requests. Each has a result or an error object.
struct HostileRequestTests {
  private static let keys = [
    "input", "facts", "url", "query", "link", "page_url", "custom_auth_domain", "auth_tenant_id",
    "requestType", "handleCodeInApp", "iOS", "android", "bundleId", "packageName", "linkDomain",
    "dynamicLinkDomain", "serverError", "authorized_domains", "hosting_custom_domains", "apps",
    "emulator", "client_id", "url_schemes", "google_app_id", "granted", "user", "raw", "claim",
    "aud", "exp", "iss", "platforms", "team_id", "scopes", "return_url", "credential", "provider",
    "sub", "email", "op", "users", "U1", "providers", "current", "policy", "consent", "form",
    "code", "challenge", "jwt", "claims", "raw_nonce", "operation", "sdk", "action", "app", "now",
    "android_version", "access_seconds_left", "client_secret_exp_minus_iat", "environment",
  ]
  private static let texts = [
    "", "a", "https://", "https://a.example/?link=%", "\0", "\u{301}", "\u{FEFF}x", "EMAIL_SIGNIN",
    "[", "(", "a.b.c", "grant_type=authorization_code&client_id=x&code=%", "::", "//", "?", "#",
    "9999999999999999999999", "-1", "signIn", "link", "sandbox", "js", "ios", "admin-node",
    "admin-go", "mailto:a@b", "https://[::1", "sign_in", "idToken", "reverse", "addScopes",
  ]

  private static func value(_ chance: inout SeededRandom, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 3 ? 6 : 9), using: &chance) {
    case 0: .null
    case 1: .bool(Bool.random(using: &chance))
    case 2: .number(chance.one(of: ["0", "-1", "1e999", "99999999999999999999", "1.5", "1e-9"]))
    case 3, 4, 5: .string(chance.one(of: texts))
    case 6:
      .array(
        (0..<Int.random(in: 0..<3, using: &chance)).map { _ in value(&chance, depth: depth + 1) })
    default: object(&chance, depth: depth + 1)
    }
  }

  private static func object(_ chance: inout SeededRandom, depth: Int) -> JSONValue {
    var entries: [(key: String, value: JSONValue)] = []
    for key in chance.some(of: Array(keys.shuffled(using: &chance).prefix(10))) {
      entries.append((key, value(&chance, depth: depth)))
    }
    return .object(entries)
  }

  /// Returns an object with known names and arbitrary values.
  private static func known(
    _ keys: [ObjectKey], _ chance: inout SeededRandom, depth: Int
  ) -> JSONValue {
    var entries: [(key: String, value: JSONValue)] = []
    for key in chance.some(of: keys) where !key.isPart {
      entries.append((key.name, value(of: key.value, &chance, depth: depth)))
    }
    return .object(entries)
  }

  private static func value(
    of known: RequestValue, _ chance: inout SeededRandom, depth: Int
  ) -> JSONValue {
    switch known {
    case .object(let keys): self.known(keys, &chance, depth: depth + 1)
    case .each(let item): .array([value(of: item, &chance, depth: depth + 1)])
    case .words(let words, _): .string(chance.one(of: words))
    default: value(&chance, depth: depth)
    }
  }

  /// Returns fields for a request from the table of its type.
  private static func fields(
    _ kind: RequestKind, _ chance: inout SeededRandom
  ) -> [(key: String, value: JSONValue)] {
    chance.some(of: RequestShape.kind(kind).keys).map { key in
      switch key.shape {
      case .request(let known): (key.name, value(of: known, &chance, depth: 0))
      case .enumeration(let words): (key.name, .string(chance.one(of: words.map(\.name))))
      case .string, .nullable: (key.name, .string(chance.one(of: texts)))
      default: (key.name, value(&chance, depth: 1))
      }
    }
  }

  @Test(arguments: RequestKind.allCases)
  func `every request type has a result for any fields`(kind: RequestKind) {
    var chance = SeededRandom(seed: 7)
    let simulator = Simulator("linkpolicy: 1\nname: none\n")
    var decided = 0
    for _ in 0..<TestForm.size(100, full: 400) {
      guard case .object(var entries) = Self.object(&chance, depth: 0) else { continue }
      // An unknown name is an error at once, so most requests have only known ones.
      if !Int.random(in: 0..<4, using: &chance).isMultiple(of: 4) {
        entries = Self.fields(kind, &chance)
      }
      // Required fields are included more often than random ones.
      let given = Set(entries.map(\.key))
      let operations = [
        "signIn", "idToken", "missingScopes", "refreshTokensIfNeeded", "reverse", "policy",
      ]
      for (key, value): (String, JSONValue) in [
        ("input", Self.object(&chance, depth: 1)), ("url", .string(chance.one(of: Self.texts))),
        ("form", .string(chance.one(of: Self.texts))),
        ("operation", .string(chance.one(of: operations))),
      ] where !given.contains(key) && !entries.contains(where: { $0.key == key }) {
        if RequestShape.kind(kind).names.contains(key) { entries.append((key, value)) }
      }
      entries.removeAll {
        ["environment", "kind", "now", "policy", "client", "app"].contains($0.key)
      }
      entries.append(("kind", .string(kind.rawValue)))
      let answer = simulator.answer(.object(entries))
      let isDecided = answer["decision"] != nil
      if isDecided { decided += 1 }
      #expect(isDecided || answer["error"] == "invalid_line", "\(answer.text())")
    }
    #expect(decided > 0 || [.appFlipAndroid, .webOrigin, .emailLink, .accountLink].contains(kind))
  }
}
