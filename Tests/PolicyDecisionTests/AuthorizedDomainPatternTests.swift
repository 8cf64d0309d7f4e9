import Foundation
import PolicyTestSupport
import PolicyText
import Testing

/// Entries that the web SDK reads as regular expressions.
struct AuthorizedDomainPatternTests {
  private let simulator = Simulator("linkpolicy: 1\nname: none\n")

  private func decision(_ entry: String, _ host: String) -> String? {
    simulator.answer([
      "kind": "web_origin", "input": ["page_url": .string("https://\(host)/")],
      "facts": ["authorized_domains": [.string(entry)]],
    ])["decision"]?.stringValue
  }

  /// Checked against the expression in Node.js.
  @Test(arguments: [
    ("exam[p]le.com", "example.com", true), ("exam[p]le.com", "a.example.com", true),
    ("exam[^p]le.com", "example.com", false), ("exam[a-q]le.com", "example.com", true),
    ("exam[q-a]le.com", "example.com", false), ("exam(p)le.com", "example.com", true),
    ("exam(?:p|q)le.com", "examqle.com", true), ("examp?le.com", "examle.com", true),
    ("exam.*", "exam.com", false), ("exampl+e.com", "examplllle.com", true),
    ("ex{2}ample.com", "exxample.com", true), ("ex{2,}ample.com", "example.com", false),
    ("ex{,2}ample.com", "example.com", false), ("\\w+", "localhost", true),
    ("\\d+.example.com", "12.example.com", true), ("a)|(b", "xb", true), ("a)|(b", "bx", true),
    ("a)", "a", false), ("(a", "a", false), ("+a", "a", false), ("a**", "a", false),
    ("a|b|", "b", true), ("", "example.com", false), ("[", "a", false), ("a\\", "a", false),
    ("EXAM[P]LE.com", "example.com", true), ("a$", "a", true), ("^a", "a", true),
    ("\u{212A}elvin.com", "kelvin.com", false), ("http://a.com", "a.com", false),
    ("a.com:443", "a.com", false), ("a{1000000000}", "a", false), ("((((a*)*)*)*)*b", "ab", true),
    ("(){1000}{1000}", "a", false),
  ])
  func `an entry matches as its expression does`(entry: String, host: String, isCovered: Bool) {
    #expect(decision(entry, host) == (isCovered ? "allow" : "deny"))
  }

  /// Entries on which a reader that goes back, or unrolls what is counted, never ends.
  private static let hostile = [
    String(repeating: "(", count: 5_000) + String(repeating: ")*", count: 5_000),
    String(repeating: "(", count: 60) + "a" + String(repeating: "{0,999})", count: 60),
    String(repeating: "(", count: 60) + String(repeating: "){999}", count: 60),
    "(a*)*(a*)*(a*)*(a*)*b|(a|a)*c", String(repeating: "a?", count: 400),
  ]
  private static let hosts = ["a", String(repeating: "a", count: 900)]

  @Test(arguments: hostile) func `a hostile entry has an answer`(entry: String) {
    for host in Self.hosts { #expect(decision(entry, host) != nil) }
  }

  @Test(.countsInstructions, arguments: hostile) func `a hostile entry costs little`(entry: String) throws {
    try Tool.withTemporaryDirectory { directory in
      let lines = Self.hosts.map { host -> String in
        let request: JSONValue = [
          "kind": "web_origin", "input": ["page_url": .string("https://\(host)/")],
          "facts": ["authorized_domains": [.string(entry)]],
        ]
        return request.text() + "\n"
      }
      try Data(lines.joined().utf8).write(to: directory.appending(path: "requests.ndjson"))
      try Data("linkpolicy: 1\nname: none\n".utf8).write(
        to: directory.appending(path: "policy.yaml"))
      let count = try Instructions.count(
        ["simulate", "--policy", "policy.yaml", "--requests", "requests.ndjson"], in: directory)
      #expect(count < 1_000_000_000, "\(count) instructions")
    }
  }
}
