package import Diagnostics
import SourceTree

/// One mistake, one finding: where several rules speak about one value, the strongest is kept.
package enum Precedence {
  /// A rule, and those that it silences about the same value.
  package static let silenced: [(winner: RuleID, losers: [RuleID])] = [
    // What cannot be judged at all, strongest first.
    ("uri-placeholder", ["uri-oob", "uri-dangerous-scheme", "uri-control", "uri-not-absolute"]),
    ("uri-placeholder", ["documentation-example", "al-unknown-bundle", "al-project-mismatch"]),
    ("uri-oob", ["uri-dangerous-scheme", "uri-control", "uri-not-absolute"]),
    ("uri-dangerous-scheme", ["uri-control", "uri-not-absolute"]),
    ("uri-control", ["uri-not-absolute", "uri-invisible", "uri-non-ascii"]),
    // Characters.
    ("uri-invisible", ["uri-non-ascii", "uri-bad-label", "uri-mixed-script", "uri-idn"]),
    ("uri-non-ascii", ["uri-bad-label", "uri-mixed-script", "uri-idn"]),
    ("uri-wildcard", ["uri-bad-label", "uri-idn", "al-wrong-shape", "al-unknown-bundle"]),
    ("uri-wildcard", ["uri-bad-port"]),
    ("uri-backslash", ["uri-bad-label"]),
    ("uri-encoded-null", ["uri-bad-percent"]),
    ("uri-bad-percent", ["uri-bad-label"]),
    // Hosts.
    ("uri-ip-odd", ["uri-ip-host", "uri-non-ascii", "uri-bad-label", "uri-public-suffix"]),
    ("uri-ip-odd", ["uri-not-owned", "uri-encoded-unreserved"]),
    ("uri-ip-host", ["uri-public-suffix", "uri-not-owned"]),
    ("uri-mixed-script", ["uri-idn"]),
    ("uri-trailing-dot-host", ["uri-bad-label", "uri-ip-odd", "uri-not-owned"]),
    ("uri-userinfo", ["uri-not-owned"]),
    ("uri-googleusercontent", ["uri-not-owned"]),
    ("uri-public-suffix", ["uri-not-owned"]),
    ("uri-upper-host", ["uri-case-twin"]),
    ("native-scheme-case", ["uri-case-twin"]),
    ("apple-return-url-host", ["uri-ip-host", "uri-http"]),
    ("env-localhost-prod", ["uri-http"]),
    // Paths and lists.
    ("uri-dot-segment", ["uri-encoded-slash", "uri-encoded-unreserved", "uri-path-params"]),
    ("uri-dot-segment", ["al-wrong-shape"]),
    ("uri-empty-segment", ["al-wrong-shape"]),
    ("uri-fragment", ["al-wrong-shape"]),
    ("uri-duplicate", ["uri-trailing-slash-twin"]),
    // Account linking.
    ("al-host-only", ["al-wrong-shape", "uri-no-path", "uri-trailing-slash-twin"]),
    ("al-unknown-host", ["al-wrong-shape", "al-unknown-bundle", "al-dev-bundle-in-prod"]),
    ("al-unknown-host", ["env-gap"]),
    ("al-project-mismatch", ["env-gap"]),
    // Environments.
    ("env-cross", ["env-gap", "al-missing-bundle", "al-missing-web", "uri-not-owned"]),
    ("client-id-duplicate", ["env-shared-client"]),
    // Values other than URIs.
    ("fingerprint-placeholder", ["documentation-example", "fingerprint-public-debug-key"]),
    ("fingerprint-placeholder", ["fingerprint-format", "and-test-fingerprint"]),
    ("documentation-example", ["fingerprint-public-debug-key", "and-test-fingerprint"]),
    ("documentation-example", ["fingerprint-format", "app-id-format", "package-name"]),
    ("documentation-example", ["client-id-format"]),
    ("fingerprint-public-debug-key", ["fingerprint-format"]),
    ("and-test-fingerprint", ["fingerprint-format"]),
    ("scope-mangled", ["scope-not-url"]),
    ("server-client-project", ["project-number-mismatch"]),
    ("domain-wildcard", ["domain-regex-chars", "uri-bad-label"]),
    ("domain-regex-chars", ["uri-bad-label", "uri-idn", "uri-mixed-script"]),
    ("domain-has-scheme-port-path", ["custom-auth-domain-unlisted", "link-domain-default"]),
    ("domain-wildcard", ["domain-covers-nothing"]),
    ("domain-has-scheme-port-path", ["domain-covers-nothing"]),
    ("env-cross", ["domain-covers-nothing"]),
    ("public-suffix-authorized", ["domain-covers-nothing"]),
    ("localhost-in-prod", ["domain-covers-nothing"]),
    ("domain-regex-chars", ["localhost-in-prod", "domain-covers-nothing"]),
    ("apple-return-url-host", ["uri-ip-odd"]),
    ("page-link", ["continue-host-unauthorized"]),
    ("handle-code-in-app", ["linkdomain-without-app"]),
    ("page-link", ["link-domain-default"]),
    ("page-link", ["applinks-missing", "subdomain-only-by-parent", "domain-covers-nothing"]),
    ("domain-has-scheme-port-path", ["applinks-missing", "dup-or-covered-domain"]),
    ("env-cross", ["applinks-missing"]),
    ("email-in-continue-url", ["continue-query-truncated"]),
    ("continue-url-chars", ["continue-host-unauthorized", "subdomain-only-by-parent"]),
    ("continue-url-chars", ["continue-url-http"]),
    ("localhost-in-prod", ["localhost-vs-127"]),
    ("dup-or-covered-domain", ["domain-covers-nothing"]),
    // Link rules: what can never match is not judged further.
    ("variable-undefined", ["pattern-never-matches", "rule-not-portable"]),
    ("component-path-has-query", ["pattern-never-matches", "rule-not-portable"]),
    ("component-path-has-query", ["path-prefix-without-slash", "rule-unreachable"]),
    ("component-path-has-query", ["exclude-unreachable"]),
    ("pattern-never-matches", ["rule-not-portable", "path-prefix-without-slash"]),
    ("pattern-never-matches", ["rule-unreachable", "exclude-unreachable"]),
    ("query-presence", ["rule-not-portable"]),
    ("links-overlap", ["catch-all-claims-auth"]),
    // Association files.
    ("fingerprint-format", ["fingerprint-single"]),
    ("fingerprint-placeholder", ["fingerprint-single"]),
    ("documentation-example", ["fingerprint-single"]),
    ("fingerprint-public-debug-key", ["fingerprint-single"]),
    ("app-id-format", ["environment-mixed"]),
    ("package-name", ["credentials-missing", "environment-mixed"]),
  ]

  /// Where one of these applies a value is no URI that could be judged, and nothing about its parts is
  /// worth saying.
  package static let overShape: [RuleID] = [
    "uri-placeholder", "uri-oob", "uri-dangerous-scheme", "uri-control", "uri-not-absolute",
  ]

  /// What is said of the parts of a URI.
  package static let shape: [RuleID] = [
    "uri-fragment", "uri-userinfo", "uri-http", "uri-no-path", "uri-bad-port",
    "uri-default-port", "uri-empty-segment", "uri-path-params", "uri-encoded-unreserved",
    "uri-encoded-slash", "uri-bad-percent", "uri-bad-label", "uri-public-suffix", "uri-not-owned",
    "uri-idn", "uri-upper-host", "uri-dot-segment", "native-scheme-dot", "native-scheme-authority",
    "native-scheme-case", "al-unknown-host", "al-wrong-shape", "endpoint-http", "env-gap",
    "applinks-missing",
  ]

  /// Of these, what stands apart from a placeholder or in front of a control character is a mistake of
  /// its own: `http://` in front of `${HOST}`.
  package static let standsAlone: Set<RuleID> = [
    "uri-fragment", "uri-userinfo", "uri-http", "endpoint-http", "uri-dot-segment",
    "uri-empty-segment", "uri-path-params", "uri-encoded-unreserved", "uri-encoded-slash",
    "uri-bad-percent", "uri-upper-host", "native-scheme-case", "native-scheme-dot",
  ]

  /// The rules that silence a rule.
  private static let winners: [RuleID: Set<RuleID>] = {
    var winners: [RuleID: Set<RuleID>] = [:]
    for (winner, losers) in silenced {
      for loser in losers { winners[loser, default: []].insert(winner) }
    }
    for loser in shape { winners[loser, default: []].formUnion(overShape) }
    return winners
  }()

  /// True where a finding about a part of a URI has nothing to do with the part that cannot be judged.
  private static func isApart(_ entry: Findings.Entry, from winner: Findings.Entry) -> Bool {
    guard standsAlone.contains(entry.diagnostic.rule) else { return false }
    let span = entry.diagnostic.location.span
    let other = winner.diagnostic.location.span
    switch winner.diagnostic.rule {
    case "uri-placeholder": return span.end <= other.start || span.start >= other.end
    // Behind it may stand another address, or the rest of a line that was swallowed.
    case "uri-control": return span.end <= other.start
    default: return false
    }
  }

  /// The findings of one policy without those that a stronger one about the same value explains.
  package static func apply(to entries: [Findings.Entry]) -> [Diagnostic] {
    guard entries.count > 1 else { return entries.map(\.diagnostic) }
    var places: [NodeID: [Int]] = [:]
    for (index, entry) in entries.enumerated() { places[entry.node, default: []].append(index) }
    return entries.filter { entry in
      guard let present = places[entry.node], present.count > 1,
        let stronger = winners[entry.diagnostic.rule]
      else { return true }
      return !present.contains { index in
        stronger.contains(entries[index].diagnostic.rule) && !isApart(entry, from: entries[index])
      }
    }.map(\.diagnostic)
  }
}
