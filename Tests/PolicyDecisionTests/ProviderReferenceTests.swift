import Foundation
import PolicyTestSupport
import PolicyText
import Testing

/// Compares random requests about providers with simple implementations of the same descriptions.
struct ProviderReferenceTests {
  private let simulator = Simulator("linkpolicy: 1\nname: none\n")

  private static func texts(_ items: [String]) -> JSONValue { .array(items.map { .string($0) }) }

  // MARK: authorized domains

  private static let domains = [
    "example.com", "app.example.com", "EXAMPLE.org", "localhost", "127.0.0.1", "com", "a-b.example",
    "192.168.0.1", "example.com:8080", "https://example.com", "*.example.com", "",
    "x.firebaseapp.com", "firebaseapp.com", "web.app", "ab.web.app", "notweb.app",
  ]
  private static let hosts = [
    "example.com", "a.example.com", "app.example.com", "b.app.example.com", "badexample.com",
    "example.com.evil.example", "example.org", "localhost", "foo.localhost", "127.0.0.1",
    "192.168.0.1", "x.firebaseapp.com", "a-b.example", "q.a-b.example", "example.com.",
  ]

  /// Evaluates the web SDK's regular expression with a regular expression engine.
  private static func covers(_ domain: String, _ host: String) -> Bool {
    if domain.range(of: #"^\d{1,3}(\.\d{1,3}){3}$"#, options: .regularExpression) != nil {
      return host == domain
    }
    let escaped = domain.replacingOccurrences(of: ".", with: "\\.")
    guard
      let expression = try? NSRegularExpression(
        pattern: "^(.+\\.\(escaped)|\(escaped))$", options: .caseInsensitive)
    else { return false }
    return expression.firstMatch(in: host, range: NSRange(host.startIndex..., in: host)) != nil
  }

  @Test func `pages sign in if the web SDK's expression matches`() {
    var chance = SeededRandom(seed: 11)
    var allowed = 0
    for _ in 0..<1500 {
      let list = chance.some(of: Self.domains)
      let host = chance.one(of: Self.hosts)
      let scheme = chance.one(of: ["https", "http", "https", "capacitor", "ftp"])
      let port = chance.one(of: ["", ":8080", ":443"])
      let answer = simulator.answer([
        "kind": "web_origin", "facts": ["authorized_domains": Self.texts(list)],
        "input": ["page_url": .string("\(scheme)://\(host)\(port)/x?y#z")],
      ])
      let expected = scheme.hasPrefix("http") && list.contains { Self.covers($0, host) }
      #expect(
        answer["decision"] == (expected ? "allow" : "deny"), "\(list) \(scheme)://\(host)\(port)")
      if expected { allowed += 1 }
    }
    #expect((200...1300).contains(allowed))
  }

  @Test func `iOS selects the domain that its loop over suffixes finds`() {
    var chance = SeededRandom(seed: 12)
    for _ in 0..<800 {
      let list = chance.some(of: Self.domains).shuffled(using: &chance)
      let custom = chance.once(in: 2) ? chance.one(of: Self.domains) : ""
      let prefix = chance.one(of: ["", "https://", "HTTP://"])
      let suffix = chance.one(of: ["", "/", "/path", "//"])
      let requested = custom.isEmpty || custom.contains("/") ? "" : prefix + custom + suffix
      let answer = simulator.answer([
        "kind": "auth_domain", "facts": ["authorized_domains": Self.texts(list)],
        "input": ["custom_auth_domain": .string(requested)],
      ])
      var expected: String?
      if requested.isEmpty {
        for suffix in ["firebaseapp.com", "web.app"] where expected == nil {
          expected = list.first { $0.hasSuffix(suffix) && $0.count >= suffix.count + 2 }
        }
      } else if list.contains(custom) {
        expected = custom
      }
      #expect(answer["decision"] == (expected == nil ? "deny" : "allow"), "\(list) \(requested)")
      #expect(answer["result"]?["domain"]?.stringValue == expected, "\(list) \(requested)")
    }
  }

  // MARK: Google Sign-In

  @Test func `scopes follow set algebra`() {
    var chance = SeededRandom(seed: 13)
    let userinfo = "https://www.googleapis.com/auth/userinfo."
    let pool = ["email", "profile", "openid", userinfo + "email", userinfo + "profile", "drive"]
    func answer(_ operation: String, _ granted: [String], _ requested: [String]) -> JSONValue {
      simulator.answer([
        "kind": "scopes", "operation": .string(operation),
        "facts": ["granted": Self.texts(granted)],
        "input": Self.texts(requested),
      ])
    }
    for _ in 0..<400 {
      let (granted, requested) = (chance.some(of: pool), chance.some(of: pool))
      // `email` and `profile` are aliases of two long names, except in `addScopes`.
      func name(_ scope: String) -> String {
        ["email", "profile"].contains(scope) ? userinfo + scope : scope
      }
      let names = granted.map(name)
      let missing = requested.filter { !names.contains(name($0)) }
      let more = answer("addScopes", granted, requested)
      if Set(requested).isSubset(of: granted) {
        #expect(more["error"] == "-8")
      } else {
        let flow = more["result"]?["flow_with"]?.text() ?? ""
        for scope in Set(granted).union(requested) { #expect(flow.contains("\"\(scope)\"")) }
        #expect(flow.split(separator: ",").count == Set(granted).union(requested).count)
      }
      let lacking = answer("missingScopes", granted, requested)
      #expect(lacking["result"]?["missing"]?.text() == Self.texts(missing).text())
      #expect(lacking["decision"] == (missing.isEmpty ? "allow" : "deny"))
      let added = ["email", "profile"].filter { word in
        !requested.contains(word) && !requested.contains(userinfo + word)
      }
      #expect(
        answer("signInScopes", [], requested)["result"]?.text()
          == Self.texts(requested + added).text())
    }
  }

  @Test func `tokens are refreshed by their remaining seconds`() {
    var chance = SeededRandom(seed: 14)
    let seconds: [Int?] = [nil, -1, 0, 1, 59, 60, 61, 599, 600, 601, 3600]
    for _ in 0..<600 {
      let (access, id) = (chance.one(of: seconds), chance.one(of: seconds))
      let refresh = chance.one(of: seconds)
      let isRestored = chance.once(in: 2)
      func json(_ value: Int?) -> JSONValue { value.map { .int($0) } ?? .null }
      let answer = simulator.answer([
        "kind": "token_refresh",
        "operation": isRestored ? "restorePreviousSignIn" : "refreshTokensIfNeeded",
        "facts": [
          "access_seconds_left": json(access), "id_token_seconds_left": json(id),
          "refresh_token_seconds_left": json(refresh),
        ],
      ])
      let isNeeded =
        isRestored ? (access ?? 0) <= 600 : (access ?? 0) < 60 || (id.map { $0 < 60 } ?? false)
      let isExpired = !isRestored && isNeeded && (refresh.map { $0 <= 0 } ?? false)
      #expect(answer["error"] == (isExpired ? "-11" : .null), "\(answer.text())")
      if !isExpired { #expect(answer["result"]?["refresh"] == .bool(isNeeded)) }
    }
  }

  // MARK: Sign in with Apple

  @Test func `claims are checked in the documented order`() {
    var chance = SeededRandom(seed: 15)
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    for _ in 0..<800 {
      let issuer = chance.one(of: ["https://appleid.apple.com", "https://appleid.apple.com/", "x"])
      let audience: JSONValue = chance.one(of: [
        "com.acme.ios", "com.acme.web", "com.acme.IOS", ["com.acme.ios"], .null,
      ])
      let expiry: JSONValue = chance.one(of: [1_700_000_001, 1_700_000_000, "1700000001", .null])
      let nonce: JSONValue = chance.one(of: [.string(hash), "abc", .null, 5])
      let raw: JSONValue = chance.one(of: ["abc", "", .null, "other"])
      let answer = simulator.answer([
        "kind": "apple_id_token", "now": 1_700_000_000, "raw_nonce": raw,
        "facts": ["audiences": ["com.acme.web", "com.acme.ios"]],
        "claims": [
          "iss": .string(issuer), "aud": audience, "exp": expiry, "nonce": nonce, "sub": "1",
        ],
      ])
      let expected: [String]
      if issuer != "https://appleid.apple.com" {
        expected = ["issuer-mismatch"]
      } else if audience != "com.acme.ios", audience != "com.acme.web" {
        expected = ["audience-mismatch"]
      } else if expiry != 1_700_000_001 {
        expected = ["token-expired"]
      } else if nonce == .null {
        expected = ["allowed"]
      } else if nonce == 5 {
        expected = ["nonce-mismatch"]
      } else if raw == .null || raw == "" {
        expected = ["nonce-missing"]
      } else {
        expected =
          nonce == .string(hash) && raw == "abc"
          ? ["allowed"] : ["nonce-mismatch", "apple-nonce-encoding"]
      }
      #expect(expected.contains(answer["reason"]?.stringValue ?? ""), "\(answer.text())")
    }
  }

  /// The emulator's table of cases, as a list.
  @Test func `credentials lead to the account of the table`() {
    var chance = SeededRandom(seed: 16)
    for _ in 0..<1200 {
      let operation = chance.one(of: ["signIn", "link", "reauthenticate"])
      let (hasOwner, hasNamesake) = (chance.once(in: 3), chance.once(in: 2))
      let (isVerified, allowsDuplicates) = (chance.once(in: 2), chance.once(in: 2))
      let (hasCurrent, isLinked) = (!chance.once(in: 4), chance.once(in: 4))
      var users: [(key: String, value: JSONValue)] = []
      if hasCurrent {
        users.append(
          ("C", ["current": true, "providers": isLinked ? [["apple.com", "S0"]] : []]))
      }
      if hasOwner { users.append(("M", ["providers": [["apple.com", "S1"]]])) }
      if hasNamesake { users.append(("E", ["email": "a@x", "emailVerified": true])) }
      let answer = simulator.answer([
        "kind": "account_link",
        "facts": [
          "users": .object(users), "policy": ["allow_duplicate_emails": .bool(allowsDuplicates)],
        ],
        "input": [
          "op": .string(operation),
          "credential": [
            "provider": "apple.com", "sub": "S1", "email": "a@x",
            "email_verified": .bool(isVerified),
          ],
        ],
      ])
      var user: String?
      var error: String?
      switch operation {
      case "signIn":
        if hasOwner {
          user = "M"
        } else if allowsDuplicates || !hasNamesake {
          user = "new"
        } else if isVerified {
          user = "E"
        } else {
          error = "account-exists-with-different-credential"
        }
      case "link":
        let checks = [
          (!hasCurrent, "no-current-user"), (isLinked, "provider-already-linked"),
          (hasOwner, "credential-already-in-use"),
          (!allowsDuplicates && hasNamesake, "email-already-in-use"),
        ]
        error = checks.first(where: \.0)?.1
        if error == nil { user = "C" }
      default: error = "user-mismatch"
      }
      #expect(answer["result"]?["user"]?.stringValue == user, "\(answer.text())")
      #expect(answer["error"]?.stringValue == error, "\(answer.text())")
      // Only the credential's owner can be signed in instead.
      let owner = error == "credential-already-in-use" ? "M" : nil
      #expect(
        answer["result"]?["updated_credential"]?["user"]?.stringValue == owner, "\(answer.text())")
    }
  }

  // MARK: emails

  /// The checks of the production server in the documented order.
  @Test func `the server checks in the documented order`() {
    var chance = SeededRandom(seed: 17)
    for _ in 0..<1200 {
      let isEmulator = chance.once(in: 3)
      let url = chance.one(of: [
        "https://app.example/", "https://x.app.example/p", "https://other.example/",
        "mailto:a@b.example", "no url", "",
      ])
      let linkDomain = chance.one(of: ["", "links.app.example", "p.web.app", "l.example"])
      let hasInstall = chance.once(in: 4)
      let isEnabled = !chance.once(in: 4)
      var input: [(key: String, value: JSONValue)] = [
        ("requestType", "EMAIL_SIGNIN"), ("url", .string(url)), ("handleCodeInApp", true),
      ]
      if !linkDomain.isEmpty { input.append(("linkDomain", .string(linkDomain))) }
      if hasInstall { input.append(("androidInstallApp", true)) }
      let answer = simulator.answer([
        "kind": "email_action", "sdk": isEmulator ? "emulator" : "any", "input": .object(input),
        "facts": [
          "authorized_domains": ["app.example"], "email_link_enabled": .bool(isEnabled),
          "hosting_custom_domains": ["links.app.example", "p.web.app"],
        ],
      ])
      var checks: [(Bool, String)] = [(url == "no url", "invalid-continue-uri")]
      if !isEmulator {
        checks += [
          (url.isEmpty, "internal-error"), (url.hasPrefix("mailto"), "invalid-continue-uri"),
          (url.contains("other"), "unauthorized-continue-uri"),
          (hasInstall, "missing-android-pkg-name"),
          (!["", "links.app.example"].contains(linkDomain), "invalid-hosting-link-domain"),
          (!isEnabled, "operation-not-allowed"),
        ]
      }
      #expect(answer["error"]?.stringValue == checks.first(where: \.0)?.1, "\(answer.text())")
    }
  }
}
