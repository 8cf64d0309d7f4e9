package import Diagnostics
import SourceTree

/// One mistake, one finding: where several rules speak about one value, the strongest is kept.
package enum Precedence {
  /// In each line the first that applies to a value silences those after it.
  static let chains: [[RuleID]] = [
    ["uri-placeholder", "uri-oob", "uri-dangerous-scheme", "uri-control", "uri-not-absolute"],
    ["uri-placeholder", "documentation-example"],
    ["uri-placeholder", "al-wrong-shape", "al-unknown-bundle", "al-project-mismatch"],
    ["uri-control", "uri-invisible", "uri-non-ascii", "uri-bad-label"],
    ["uri-non-ascii", "uri-mixed-script", "uri-idn"], ["uri-invisible", "uri-idn"],
    ["uri-wildcard", "uri-bad-label", "uri-idn"], ["uri-backslash", "uri-bad-label"],
    ["uri-ip-odd", "uri-non-ascii"], ["uri-ip-odd", "uri-ip-host"],
    ["uri-ip-odd", "uri-public-suffix"], ["uri-ip-host", "uri-public-suffix"],
    ["uri-ip-odd", "uri-bad-label"], ["uri-bad-percent", "uri-bad-label"],
    ["uri-trailing-dot-host", "uri-bad-label"],
    ["apple-return-url-host", "uri-ip-host", "uri-http"],
    ["env-localhost-prod", "uri-http"],
    ["uri-upper-host", "uri-case-twin"], ["native-scheme-case", "uri-case-twin"],
    ["uri-duplicate", "uri-trailing-slash-twin"],
    ["uri-dot-segment", "uri-encoded-slash", "uri-encoded-unreserved"],
    ["uri-dot-segment", "uri-path-params"], ["uri-encoded-null", "uri-bad-percent"],
    ["uri-googleusercontent", "uri-not-owned"], ["uri-public-suffix", "uri-not-owned"],
    ["uri-ip-odd", "uri-not-owned"], ["uri-ip-host", "uri-not-owned"],
    ["uri-userinfo", "uri-not-owned"], ["env-cross", "uri-not-owned"],
    ["al-host-only", "al-wrong-shape"], ["al-host-only", "uri-no-path"],
    ["al-unknown-host", "al-wrong-shape", "al-unknown-bundle", "al-dev-bundle-in-prod"],
    ["uri-fragment", "al-wrong-shape"], ["uri-dot-segment", "al-wrong-shape"],
    ["uri-wildcard", "al-wrong-shape", "al-unknown-bundle"],
    ["uri-empty-segment", "al-wrong-shape"],
    ["env-cross", "env-gap", "al-missing-bundle", "al-missing-web"],
    ["al-project-mismatch", "env-gap"], ["al-unknown-host", "env-gap"],
    ["client-id-duplicate", "env-shared-client"],
    // Values other than URIs.
    ["fingerprint-placeholder", "documentation-example", "fingerprint-public-debug-key"],
    ["documentation-example", "fingerprint-format"],
    ["fingerprint-placeholder", "fingerprint-format"],
    ["fingerprint-public-debug-key", "fingerprint-format"],
    ["and-test-fingerprint", "fingerprint-format"],
    ["documentation-example", "app-id-format"], ["documentation-example", "package-name"],
    ["documentation-example", "client-id-format"],
    ["scope-mangled", "scope-not-url"], ["server-client-project", "project-number-mismatch"],
    ["domain-wildcard", "domain-regex-chars"],
    ["handle-code-in-app", "linkdomain-without-app"], ["page-link", "link-domain-default"],
  ]

  /// Where one of these applies a value is no URI that could be judged, and nothing about its parts is
  /// worth saying.
  static let overShape: [RuleID] = [
    "uri-placeholder", "uri-oob", "uri-dangerous-scheme", "uri-control", "uri-not-absolute",
  ]

  /// What is said of the parts of a URI.
  static let shape: [RuleID] = [
    "uri-fragment", "uri-userinfo", "uri-wildcard", "uri-http", "uri-no-path", "uri-bad-port",
    "uri-default-port", "uri-empty-segment", "uri-path-params", "uri-encoded-unreserved",
    "uri-encoded-slash", "uri-bad-percent", "uri-bad-label", "uri-public-suffix", "uri-not-owned",
    "uri-idn", "uri-upper-host", "uri-dot-segment", "native-scheme-dot", "native-scheme-authority",
    "native-scheme-case", "al-unknown-host", "al-wrong-shape", "endpoint-http", "env-gap",
  ]

  /// The rules that silence a rule.
  private static let winners: [RuleID: Set<RuleID>] = {
    var winners: [RuleID: Set<RuleID>] = [:]
    for chain in chains {
      for (place, loser) in chain.enumerated() {
        winners[loser, default: []].formUnion(chain[..<place])
      }
    }
    for loser in shape { winners[loser, default: []].formUnion(overShape) }
    return winners
  }()

  /// The findings of one policy without those that a stronger one about the same value explains.
  package static func apply(to entries: [Findings.Entry]) -> [Diagnostic] {
    guard entries.count > 1 else { return entries.map(\.diagnostic) }
    var rules: [NodeID: Set<RuleID>] = [:]
    for entry in entries { rules[entry.node, default: []].insert(entry.diagnostic.rule) }
    return entries.filter { entry in
      guard let present = rules[entry.node], present.count > 1,
        let stronger = winners[entry.diagnostic.rule]
      else { return true }
      return present.isDisjoint(with: stronger)
    }.map(\.diagnostic)
  }
}
