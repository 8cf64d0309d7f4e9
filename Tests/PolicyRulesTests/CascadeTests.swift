import PolicyText
import PolicyTestSupport
import Testing

/// One mistake, one finding: a value that cannot be read draws no finding of a rule that would have read it.
@Suite struct CascadeTests {
  private static let keys = [
    "provider", "type", "state", "pkce", "platform", "environment", "token_endpoint_auth",
    "mobile_links", "omit_redirect_uri", "handle_code_in_app", "exclude", "serves_both_hosts",
  ]
  private static let policies = ["acme-cli", "acme-home", "nordic-lights", "nordic-locks"]

  @Test(arguments: policies, keys)
  func `an unreadable word is the only thing that is said`(policy: String, key: String) throws {
    let text = try Fixtures.text("Policies/\(policy).yaml")
    let before = Set(Checking.report([Array(text.utf8)]).diagnostics.map(\.rule))
    let word = try Regex("\\b\(key): ([a-z0-9_-]+)", as: (Substring, Substring).self)
    for place in text.matches(of: word) {
      var changed = text
      changed.replaceSubrange(place.output.1.startIndex..<place.output.1.endIndex, with: "zzzzzzzz")
      let after = Checking.report([Array(changed.utf8)]).diagnostics
      let line = text[..<place.output.1.startIndex].utf8.count { $0 == 0x0A } + 1
      // In a request of a test the same name holds any text.
      guard after.contains(where: { $0.rule == "unknown-value" || $0.rule == "wrong-type" }) else {
        continue
      }
      let new = after.filter {
        !before.contains($0.rule) && $0.rule != "unknown-value" && $0.rule != "wrong-type"
      }
      #expect(new.isEmpty, "\(policy):\(line) \(key): \(Checking.describe(new))")
    }
  }

  @Test func `most of the words are looked at`() throws {
    let texts = try Self.policies.map { try Fixtures.text("Policies/\($0).yaml") }
    let lines = texts.joined().split(separator: "\n")
    let known = Self.keys.filter { key in lines.contains { $0.contains("\(key): ") } }
    #expect(known.count >= 8)
  }
}
