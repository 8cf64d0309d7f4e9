import Foundation
import PolicyTestSupport
import PolicyText
import Testing

/// Email links on iOS against Foundation's own types, which the SDK uses.
struct AppleEmailLinkTests {
  /// What the SDK's code does, with its calls.
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

  @Test func `links made by chance are read as Foundation reads them`() {
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

  @Test(arguments: [
    ("oobCode=C&mode=signIn&flag&apiKey=K", "parameter `flag`"),
    ("oobCode=C&&mode=signIn", "an empty parameter"),
    ("oobCode=C&mode=signIn&lang=", "parameter `lang=`"),
  ])
  func `a parameter without a value is named, since it may stop an app`(query: String, name: String)
  {
    let simulator = Simulator("linkpolicy: 1\nname: none\n")
    func answer(_ query: String) -> JSONValue {
      simulator.answer([
        "kind": "email_link",
        "input": ["link": .string("https://p.firebaseapp.com/__/auth/action?" + query)],
      ])
    }
    let found = answer(query)
    #expect(found["confidence"] == "inferred")
    #expect(
      found["trace"]?.text().contains("may stop the app at \(name)") == true, "\(found.text())")
    #expect(found["result"]?["ios_is_sign_in"] == true)
    let sound = answer("oobCode=C&mode=signIn&apiKey=K&lang=en")
    #expect(sound["confidence"] == "certain")
    #expect(sound["trace"]?.text().contains("may stop") == false)
  }
}
