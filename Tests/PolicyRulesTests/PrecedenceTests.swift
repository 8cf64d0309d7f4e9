import PolicyRules
import PolicyTestSupport
import PolicyText
import Testing

/// One mistake gives one finding.
@Suite struct PrecedenceTests {
  static func kept(_ rules: [RuleID], node: (Int) -> Int32 = { _ in 7 }) -> [RuleID] {
    Precedence.apply(
      to: rules.enumerated().map { index, rule in
        Findings.Entry(
          node: NodeID(node(index)),
          diagnostic: Diagnostic(
            rule: rule, severity: .error, message: "m",
            location: SourceLocation(file: FileID(0), span: SourceSpan(0, 1))))
      }
    ).map(\.rule)
  }

  /// Each line is from the contract, with the strongest rule first.
  @Test(
    arguments: [
      ["uri-control", "uri-invisible", "uri-non-ascii"], ["uri-ip-noncanonical", "uri-ip-host"],
      ["apple-return-url-host", "uri-ip-host"], ["apple-return-url-host", "uri-http"],
      ["uri-mixed-script", "uri-idn"], ["uri-upper-host", "uri-case-twin"],
      ["scope-mangled", "scope-not-url"],
      ["server-client-project-mismatch", "project-number-mismatch"],
      ["authorized-domain-wildcard", "authorized-domain-characters"],
      ["email-action-code-not-in-app", "link-domain-without-app"],
      ["link-domain-retired", "link-domain-default"],
      ["environment-foreign-address", "environment-counterpart-missing"],
      ["environment-foreign-address", "linking-web-uri-missing"],
      ["environment-foreign-address", "linking-bundle-missing"],
      ["linking-host-unknown", "linking-path-malformed"],
      ["fingerprint-placeholder", "documentation-example", "fingerprint-public-debug-key"],
      ["documentation-example", "app-flip-test-fingerprint", "fingerprint-format"],
    ] as [[RuleID]])
  func `only the strongest rule reports a value`(rules: [RuleID]) {
    #expect(Self.kept(rules) == [rules[0]])
    #expect(Self.kept(rules.reversed()) == [rules[0]])
  }

  @Test func `other values are reported separately`() {
    #expect(
      Self.kept(["uri-control", "uri-invisible"], node: { Int32($0) })
        == ["uri-control", "uri-invisible"])
  }

  @Test func `two causes in one value are two findings`() {
    #expect(Self.kept(["uri-fragment", "uri-http"]) == ["uri-fragment", "uri-http"])
    #expect(Self.kept(["uri-ip-host", "uri-http"]) == ["uri-ip-host", "uri-http"])
  }
}

/// Correct policies.
@Suite struct CorrectPolicyTests {
  static func found(in name: String) throws -> [Diagnostic] {
    Checking.report([try Fixtures.bytes("Tests/Fixtures/policies/\(name).yaml")]).diagnostics
  }

  @Test(arguments: ["app60", "big2000"])
  func `a correct policy has no findings`(name: String) throws {
    // It lists the common builds of Google's apps. The note about the others is for the policy's
    // author.
    let found = try Self.found(in: name).filter {
      $0.rule != "linking-bundle-missing" || $0.severity > .note
    }
    #expect(found.isEmpty, "\(Checking.describe(found))")
  }

  @Test(arguments: ["complete-example", "decisions.policy"])
  func `an unusual value is not an error`(name: String) throws {
    let found = try Self.found(in: name)
    #expect(!found.contains { $0.severity == .error }, "\(Checking.describe(found))")
  }
}

/// One mistake gives one finding: rules skip values that can't be decoded.
@Suite struct CascadeTests {
  private static let keys = [
    "provider", "type", "state", "pkce", "platform", "environment", "token_endpoint_auth",
    "mobile_links", "omit_redirect_uri", "handle_code_in_app", "exclude", "serves_both_hosts",
  ]
  private static let policies = ["acme-cli", "acme-home", "nordic-lights", "nordic-locks"]

  @Test(arguments: policies, keys)
  func `an invalid value is the only finding`(policy: String, key: String) throws {
    let text = try Fixtures.text("Policies/\(policy).yaml")
    let before = Set(Checking.report([Array(text.utf8)]).diagnostics.map(\.rule))
    let word = try Regex("\\b\(key): ([a-z0-9_-]+)", as: (Substring, Substring).self)
    for place in text.matches(of: word) {
      var changed = text
      changed.replaceSubrange(place.output.1.startIndex..<place.output.1.endIndex, with: "zzzzzzzz")
      let after = Checking.report([Array(changed.utf8)]).diagnostics
      let line = text[..<place.output.1.startIndex].utf8.count { $0 == 0x0A } + 1
      // In a test's request, the key may have any string as value.
      guard after.contains(where: { $0.rule == "unknown-value" || $0.rule == "wrong-type" }) else {
        continue
      }
      let new = after.filter {
        !before.contains($0.rule) && $0.rule != "unknown-value" && $0.rule != "wrong-type"
      }
      #expect(new.isEmpty, "\(policy):\(line) \(key): \(Checking.describe(new))")
    }
  }

  @Test func `the policies contain most of these keys`() throws {
    let texts = try Self.policies.map { try Fixtures.text("Policies/\($0).yaml") }
    let lines = texts.joined().split(separator: "\n")
    let known = Self.keys.filter { key in lines.contains { $0.contains("\(key): ") } }
    #expect(known.count >= 8)
  }
}
