import LinkPolicy
import PolicyTestSupport
import Testing

/// Random policies made from small pools, so any two of them have much in common.
struct RandomPolicy {
  private static let fingerprints = ["3B", "C2", "F0"].map { first in
    first + String(repeating: ":7E", count: 31)
  }

  static func text(_ chance: inout SeededRandom) -> String {
    var lines = ["linkpolicy: 1", "name: lumen", "apps:"]
    lines.append(
      "  phone: { platform: ios, bundle_id: example.lumen.home, team_id: A1B2C3D4E5 }")
    lines.append("  tablet: { platform: ios, bundle_id: example.lumen.pad, team_id: A1B2C3D4E5 }")
    lines.append(
      "  robot: { platform: android, package_name: example.lumen.home, sha256_cert_fingerprints: [\"\(fingerprints[0])\"] }"
    )
    lines += domains(&chance)
    lines.append("clients:")
    for number in 1...3 where !chance.once(in: 4) { lines += client(number, &chance) }
    if !chance.once(in: 5) { lines += RandomProviders.lines(&chance) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func domains(_ chance: inout SeededRandom) -> [String] {
    var lines = ["domains:"]
    for host in ["www", "app"] where !chance.once(in: 3) {
      lines.append("  \(host).lumen.example:")
      lines.append(
        "    environment: \(["prod", "sandbox", "both"].randomElement(using: &chance) ?? "")")
      lines.append(
        "    variables: { food: [\((["burrito"] + chance.some(of: ["pizza", "s*p"])).joined(separator: ", "))] }"
      )
      lines.append("    links:")
      for _ in 0...(chance.next() % 2) {
        let apps = ["phone"] + chance.some(of: ["tablet", "robot"])
        lines.append("      - apps: [\(apps.joined(separator: ", "))]")
        lines.append("        rules:")
        for _ in 0...(chance.next() % 5) { lines.append("          - \(rule(&chance))") }
      }
    }
    return lines.count == 1 ? [] : lines
  }

  private static func rule(_ chance: inout SeededRandom) -> String {
    var parts: [String] = []
    let paths = [
      "/flip", "/docs/*", "/docs/private/*", "*private*", "/a?c", "/a/*/c", "/$(food)/menu",
      "/docs/$(lang)/*", "/*", "/$(food)*",
    ]
    parts.append("path: \"\(paths.randomElement(using: &chance) ?? "")\"")
    if chance.once(in: 4) {
      parts.append("query: { id: \"\(["*", "?*", "7"].randomElement(using: &chance) ?? "")\" }")
    }
    if chance.once(in: 6) { parts.append("fragment: \"top*\"") }
    if chance.once(in: 3) { parts.append("exclude: true") }
    if chance.once(in: 8) { parts.append("case_sensitive: false") }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  private static func client(_ number: Int, _ chance: inout SeededRandom) -> [String] {
    let key = chance.once(in: 6) ? "renamed\(number)" : "client\(number)"
    let id = chance.once(in: 5) ? "other-\(number)" : "id-\(number)"
    let ids = [
      id, "{ prod: \(id) }", "{ prod: \(id), sandbox: \(id)-s }",
    ]
    var lines = ["  \(key):", "    provider: generic"]
    lines.append("    type: \(chance.once(in: 2) ? "web" : "native")")
    lines.append("    client_id: \(ids.randomElement(using: &chance) ?? "")")
    if chance.once(in: 2) { lines.append("    client_secret: { env: SECRET }") }
    let uris = chance.some(of: [
      "https://lumen.example/cb", "https://lumen.example/cb/", "http://127.0.0.1/cb",
      "http://127.0.0.1:8080/cb", "http://[::1]/cb?a=b", "com.lumen:/cb",
      "https://lumen.example/cb?x=`|<b>",
    ])
    lines.append("    redirect_uris: [\(uris.map { "\"\($0)\"" }.joined(separator: ", "))]")
    lines.append(
      "    scopes: [\(chance.some(of: ["devices", "profile", "rooms"]).joined(separator: ", "))]")
    if chance.once(in: 3) {
      lines.append(
        "    response_types: [\((["code"] + chance.some(of: ["token"])).joined(separator: ", "))]")
    }
    if chance.once(in: 3) {
      let grants =
        ["authorization_code"] + chance.some(of: ["refresh_token", "client_credentials"])
      lines.append("    grant_types: [\(grants.joined(separator: ", "))]")
    }
    if chance.once(in: 3) {
      let uris = chance.some(of: ["https://lumen.example/bye", "https://lumen.example/cb"])
      lines.append("    post_logout_redirect_uris: [\(uris.joined(separator: ", "))]")
    }
    if chance.once(in: 3) {
      let origins = chance.some(of: ["https://lumen.example", "https://app.lumen.example:8443"])
      lines.append("    cors_origins: [\(origins.joined(separator: ", "))]")
    }
    for name in ["state", "pkce"] where !chance.once(in: 3) {
      lines.append("    \(name): \(chance.once(in: 2) ? "required" : "optional")")
    }
    if chance.once(in: 3) { lines.append("    omit_redirect_uri: \(chance.once(in: 2))") }
    if chance.once(in: 3) {
      lines.append("    code_challenge_methods: [\(chance.once(in: 2) ? "S256" : "S256, plain")]")
    }
    if chance.once(in: 3) {
      lines.append("    issuer: https://auth\(chance.next() % 2).lumen.example")
    }
    if chance.once(in: 2) { lines += flip(&chance) }
    return lines
  }

  private static func flip(_ chance: inout SeededRandom) -> [String] {
    var lines = ["    app_flip:"]
    if !chance.once(in: 4) {
      lines.append(
        "      ios: { app: phone, universal_link: https://www.lumen.example/flip\(chance.next() % 2) }"
      )
    }
    lines.append("      android:")
    lines.append("        app: robot")
    lines.append("        intent_action: example.lumen.FLIP\(chance.next() % 2)")
    lines.append("        callers:")
    for caller in ["com.google.a"] + chance.some(of: ["com.google.b"]) {
      let prints = [fingerprints[0]] + chance.some(of: Array(fingerprints.dropFirst()))
      lines.append(
        "          - { package_name: \(caller), sha256_cert_fingerprints: [\(prints.map { "\"\($0)\"" }.joined(separator: ", "))] }"
      )
    }
    return lines
  }
}

@Suite struct RandomDifferenceTests {
  /// Pairs of policies of which about half is the same.
  private static let pairs = 60

  @Test func `example requests are decided differently, and reversing mirrors a diff`() {
    var chance = SeededRandom(seed: 2_026)
    var effects: [PolicyChange.Effect: Int] = [:]
    var kinds: Set<String> = []
    for number in 0..<Self.pairs {
      let (a, b) = (RandomPolicy.text(&chance), RandomPolicy.text(&chance))
      let (old, new) = (Project(policy: a), Project(policy: b))
      let there = PolicyDifference(old: old, new: new)
      #expect(there.problems(old: old, new: new) == [], "pair \(number)")
      let back = PolicyDifference(old: new, new: old)
      let mirrored = back.changes.map {
        "\($0.effect.mirrored.rawValue) \($0.environment.rawValue) \($0.kind.rawValue) \($0.host?.string ?? "")"
      }
      let expected = there.changes.map {
        "\($0.effect.rawValue) \($0.environment.rawValue) \($0.kind.rawValue) \($0.host?.string ?? "")"
      }
      #expect(mirrored.sorted() == expected.sorted(), "pair \(number)\n\(a)\n\(b)")
      let lines = there.changes.map {
        [
          $0.effect.rawValue, $0.policy.string, $0.client?.string ?? "", $0.environment.rawValue,
          $0.kind.rawValue, $0.message.plain,
        ]
      }
      #expect(Set(lines).count == lines.count, "pair \(number) reports a change twice")
      for change in there.changes {
        effects[change.effect, default: 0] += 1
        kinds.insert(change.kind.rawValue)
      }
    }
    // The pools must be rich enough for the test to be meaningful.
    #expect((effects[.widening] ?? 0) > 150 && (effects[.narrowing] ?? 0) > 150, "\(effects)")
    #expect(kinds.count >= 36, "\(kinds.sorted())")
  }

  @Test func `a policy does not differ from itself`() {
    var chance = SeededRandom(seed: 7)
    for _ in 0..<TestForm.size(30, full: 100) {
      let text = RandomPolicy.text(&chance)
      let difference = PolicyDifference(old: Project(policy: text), new: Project(policy: text))
      #expect(difference.changes.isEmpty, "\(text)")
    }
  }

  @Test func `who-allows agrees with the decision`() {
    var chance = SeededRandom(seed: 99)
    let count = TestForm.size(50, full: 150)
    var allowed = 0
    for _ in 0..<count {
      let project = Project(policy: RandomPolicy.text(&chance))
      let evaluator = RequestEvaluator(project)
      let clients = project.compiled.clients
      let uris = [
        "https://lumen.example/cb", "https://lumen.example/CB", "http://127.0.0.1/cb",
        "http://127.0.0.1:\(chance.next() % 70_000)/cb", "http://127.0.0.1:08/cb",
        "http://[::1]:9/cb?a=b", "http://localhost:80/cb", "com.lumen:/cb",
      ]
      for uri in uris {
        let answer = WhoAllows(ExactString(uri), in: project)
        allowed += answer.matches.count
        let names = Set(
          answer.matches.filter { $0.owner.place == "redirect_uris" }.map {
            "\($0.owner.environment) \($0.owner.clientID ?? "")"
          })
        for environment in Environment.allCases {
          for client in clients[environment] ?? [] {
            let request: JSONValue = [
              "kind": "authorize", "environment": .string(environment.rawValue),
              "client_id": .string(client.clientID.value.string), "redirect_uri": .string(uri),
            ]
            let decision = evaluator.answer(request).decision?.decision
            // Steps after the redirect URI send errors to that URI, so it is accepted.
            let isAccepted = decision?.reason.step != .redirectURI
            #expect(
              isAccepted == names.contains("\(environment) \(client.clientID.value)"), "\(uri)")
          }
        }
        #expect(!answer.receivesCodes || answer.nearest.isEmpty)
      }
    }
    #expect(allowed > 2 * count)
  }
}

/// Random provider sections made from small pools.
enum RandomProviders {
  private static let id = String(repeating: "a1", count: 16)

  static func lines(_ chance: inout SeededRandom) -> [String] {
    ["providers:"] + firebase(&chance) + apple(&chance) + google(&chance)
  }

  private static func list(_ items: [String]) -> String {
    "[\(items.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  private static func firebase(_ chance: inout SeededRandom) -> [String] {
    if chance.once(in: 5) { return [] }
    let domains = [
      "a.example", "b.a.example", "p.firebaseapp.com", "localhost", "x|y.example", "127.0.0.1",
      "chrome-extension://abcd",
    ]
    var lines = ["  firebase:", "    project_id: p\(chance.next() % 2)"]
    lines.append("    project_number: \"12345678901\(chance.next() % 2)\"")
    let sandbox = list(chance.some(of: domains))
    lines.append(
      "    authorized_domains: { prod: \(list(chance.some(of: domains))), sandbox: \(sandbox) }")
    lines.append(
      "    hosting_domains: \(list(chance.some(of: ["links.a.example", "l.b.example"])))")
    lines.append("    mobile_links: \(chance.once(in: 3) ? "dynamic_links" : "hosting_domain")")
    let flags = ["email_link", "allow_duplicate_emails", "improved_email_privacy"].map {
      "\($0): \(chance.once(in: 2))"
    }
    lines.append("    sign_in: { \(chance.some(of: flags).joined(separator: ", ")) }")
    lines.append("    email_actions:")
    for action in ["sign_in", "reset_password"] where !chance.once(in: 4) {
      var parts = ["url: https://\(chance.once(in: 2) ? "a.example" : "c.example")/done"]
      parts.append("handle_code_in_app: \(!chance.once(in: 3))")
      parts += chance.some(of: ["ios: phone", "link_domain: links.a.example"])
      lines.append("      \(action): { \(parts.joined(separator: ", ")) }")
    }
    return lines.last == "    email_actions:" ? lines.dropLast() : lines
  }

  private static func apple(_ chance: inout SeededRandom) -> [String] {
    if chance.once(in: 5) { return [] }
    return [
      "  apple:", "    platforms: \(list(["ios"] + chance.some(of: ["web", "android"])))",
      "    services_id: example.lumen.\(chance.once(in: 2) ? "web" : "home")",
      "    bundle_apps: \(list(chance.some(of: ["phone", "tablet"])))",
      "    return_urls: \(list(chance.some(of: ["https://a.example/r", "https://b.example/r"])))",
      "    scopes: \(list(chance.some(of: ["name", "email"])))",
      "    linking: { require_consent: \(chance.once(in: 2)) }",
    ]
  }

  private static func google(_ chance: inout SeededRandom) -> [String] {
    if chance.once(in: 5) { return [] }
    let number = "12345678901\(chance.next() % 2)"
    let schemes = chance.some(of: [
      "com.googleusercontent.apps.123456789010-\(id)",
      "com.googleusercontent.apps.123456789011-\(id)", "lumen",
    ])
    return [
      "  google_sign_in:",
      "    ios: { app: phone, client_id: \(number)-\(id).apps.googleusercontent.com, "
        + "server_client_id: 12345678901\(chance.next() % 2)-\(id).apps.googleusercontent.com, "
        + "url_schemes: \(list(schemes)) }",
      "    web: { client_id: \(number)-\(id).apps.googleusercontent.com, javascript_origins: "
        + list(chance.some(of: ["https://a.example", "https://b.example"])) + " }",
      "    scopes: { sign_in: \(list(chance.some(of: ["email", "profile", "openid"]))) }",
    ]
  }
}
