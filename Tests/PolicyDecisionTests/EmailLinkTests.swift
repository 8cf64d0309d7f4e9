import Foundation
import PolicyDecision
import PolicyTestSupport
import PolicyText
import Testing

/// Compares email links on iOS with Foundation's types, which the SDK uses.
struct AppleEmailLinkTests {
  /// The algorithm of the SDK, with the same calls.
  private static func expected(_ link: String) -> (isSignIn: Bool, pairs: [String: String]) {
    var loose: [String: String] = [:]
    var strict: [String: String] = [:]
    for pair in (URLComponents(string: link)?.query ?? "").components(separatedBy: "&") {
      let pieces = pair.components(separatedBy: "=")
      guard pieces.count > 1, let name = pieces[0].removingPercentEncoding else { continue }
      if let value = pieces.dropFirst().joined(separator: "=").removingPercentEncoding {
        loose[name] = value
      }
      if let value = pieces[1].removingPercentEncoding, !value.isEmpty { strict[name] = value }
    }
    return (loose["oobCode"] != nil && loose["mode"] == "signIn", strict)
  }

  private static let values = [
    "signIn", "C", "K", "", "a+b", "%41", "%2B", "%253D", "%26x%3D1", "%zz", "%", "[", "a=b", "ü",
    "https://x.com/?a=1", "https%3A%2F%2Fx.com%2F%3Fa%3D1%26b%3D2", "%C3%BC", "%FF", "{", "|", "\\",
  ]
  private static let names = ["mode", "oobCode", "apiKey", "continueUrl", "lang", "x", "link"]

  private static func link(_ chance: inout SeededRandom, depth: Int = 0) -> String {
    var pairs = (0..<Int.random(in: 0..<4, using: &chance)).map { _ in
      chance.one(of: names) + (chance.once(in: 8) ? "" : "=") + chance.one(of: values)
    }
    if !chance.once(in: 3) { pairs += ["mode=signIn", "oobCode=C", "apiKey=K"] }
    if depth < 2, chance.once(in: 2) {
      let inner = link(&chance, depth: depth + 1)
      pairs.append(
        "link="
          + (inner.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
    }
    return "https://p.firebaseapp.com/__/auth/action?"
      + pairs.shuffled(using: &chance).joined(separator: "&")
      + (chance.once(in: 8) ? "#mode=x" : "")
  }

  @Test func `random links are parsed as Foundation parses them`() {
    let simulator = Simulator("linkpolicy: 1\nname: none\n")
    var chance = SeededRandom(seed: 11)
    var signIns = 0
    for _ in 0..<2_000 {
      let link = Self.link(&chance)
      let result = simulator.answer(["kind": "email_link", "input": ["link": .string(link)]])[
        "result"]
      let expected = Self.expected(link)
      if expected.isSignIn { signIns += 1 }
      #expect(result?["ios_is_sign_in"] == .bool(expected.isSignIn), "\(link)")
      #expect(result?["ios_code"] == .optional(expected.pairs["oobCode"]), "\(link)")
      #expect(result?["ios_api_key"] == .optional(expected.pairs["apiKey"]), "\(link)")
      #expect(result?["ios_continue_url"] == .optional(expected.pairs["continueUrl"]), "\(link)")
      #expect(result?["ios_language"] == .optional(expected.pairs["lang"]), "\(link)")
    }
    #expect(signIns > 300)
  }
}

/// Links as the Auth emulator builds them, and as apps open them.
struct EmailLinkTests {
  @Test func `every recorded link is built`() throws {
    let rows = try Fixtures.table("firebase_emulator_links.tsv").filter {
      $0["operation"] == "build_link"
    }
    #expect(!rows.isEmpty)
    for row in rows {
      let input = try VectorFile.parse(row["input_json"])
      func text(_ key: String) -> String { input[key]?.stringValue ?? "" }
      let link = EmulatorLink.build(
        host: text("host"), mode: text("mode"), language: text("lang"), code: text("oobCode"),
        continueURL: input["continueUrl"]?.stringValue.map { ExactString($0) })
      #expect(link == ExactString(row["expected"] ?? ""), "\(row)")
    }
  }

  @Test func `the link of an email opens the app`() {
    let simulator = Simulator(
      """
      linkpolicy: 1
      name: acme
      apps: { ios: { platform: ios, bundle_id: com.acme.ios, team_id: R7KM2QX94T } }
      providers:
        firebase:
          project_id: { prod: acme, sandbox: acme-sbx }
          email_actions:
            sign_in: { url: "https://acme.web.app/x", handle_code_in_app: true, ios: ios }
      """)
    let sent = simulator.answer(["kind": "email_action", "action": "sign_in"])
    #expect(sent["decision"] == "allow", "\(sent.text())")
    let opened = simulator.answer([
      "kind": "universal_link", "url": sent["result"]?["link"] ?? .null,
    ])
    #expect(opened["decision"] == "allow", "\(opened.text())")
  }
}
