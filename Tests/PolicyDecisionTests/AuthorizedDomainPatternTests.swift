import Foundation
import PolicyText
import Testing

/// Entries that the web SDK reads as regular expressions.
struct AuthorizedDomainPatternTests {
  private let simulator = Simulator("linkpolicy: 1\nname: none\n")

  private func answer(_ entry: String, _ host: String) -> JSONValue {
    simulator.answer([
      "kind": "web_origin", "input": ["page_url": .string("https://\(host)/")],
      "facts": ["authorized_domains": [.string(entry)]],
    ])
  }

  /// Checked against the expression in Node.js.
  @Test(arguments: [
    ("a|b|", "b", true), ("a|b|", "x.a", true), ("a|b|", "x.b", false), ("a|b", "ab", false),
    ("example.com|evil.com", "evil.com", true), ("A|B", "a", true), ("", "example.com", false),
    (".example.com", "a.example.com", false), (".example.com", "a..example.com", true),
    ("*.example.com", "a.example.com", false), ("+a", "a", false), ("a|?", "a", false),
    ("\u{212A}elvin.com", "kelvin.com", false), ("http://a.com", "a.com", false),
    ("a.com:443", "a.com", false), ("exam-ple.com", "x.exam-ple.com", true),
  ])
  func `an entry matches as its expression does`(entry: String, host: String, isCovered: Bool) {
    let answer = answer(entry, host)
    #expect(answer["decision"]?.stringValue == (isCovered ? "allow" : "deny"))
    #expect(answer["confidence"] == "certain")
  }

  @Test(arguments: [
    "exam[p]le.com", "exam(p)le.com", "\\w+", "a**", "a$", "^a", "ex{2}ample.com", "(a*)*b", ".*",
    "[",
    String(repeating: "(", count: 5_000) + String(repeating: ")*", count: 5_000),
  ])
  func `an entry with other operators is inferred not to match`(entry: String) {
    for host in ["a", "example.com"] {
      let answer = answer(entry, host)
      #expect(answer["decision"] == "deny" && answer["confidence"] == "inferred")
    }
  }
}
