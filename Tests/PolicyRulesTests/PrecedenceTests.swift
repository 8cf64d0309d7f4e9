import PolicyText
import PolicyRules
import Testing

/// One mistake, one finding.
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

  /// Each line is one of the contract's, strongest first.
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
  func `the strongest rule about a value speaks`(rules: [RuleID]) {
    #expect(Self.kept(rules) == [rules[0]])
    #expect(Self.kept(rules.reversed()) == [rules[0]])
  }

  @Test func `other values are judged on their own`() {
    #expect(
      Self.kept(["uri-control", "uri-invisible"], node: { Int32($0) })
        == ["uri-control", "uri-invisible"])
  }

  @Test func `two causes in one value are two findings`() {
    #expect(Self.kept(["uri-fragment", "uri-http"]) == ["uri-fragment", "uri-http"])
    #expect(Self.kept(["uri-ip-host", "uri-http"]) == ["uri-ip-host", "uri-http"])
  }
}
