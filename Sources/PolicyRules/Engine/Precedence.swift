package import PolicyText

/// One mistake, one finding: where several rules speak about one value, the strongest is kept.
package enum Precedence {
  /// A rule, and those that it silences about the same value.
  package static let silenced: [(winner: RuleID, losers: [RuleID])] = [
    // What cannot be judged at all, strongest first.
    (
      "uri-placeholder",
      ["uri-out-of-band", "uri-dangerous-scheme", "uri-control", "uri-not-absolute"]
    ),
    (
      "uri-placeholder",
      ["documentation-example", "linking-bundle-unknown", "linking-project-mismatch"]
    ),
    ("uri-out-of-band", ["uri-dangerous-scheme", "uri-control", "uri-not-absolute"]),
    ("uri-dangerous-scheme", ["uri-control", "uri-not-absolute"]),
    ("uri-control", ["uri-not-absolute", "uri-invisible", "uri-non-ascii"]),
    // Characters.
    ("uri-invisible", ["uri-non-ascii", "uri-bad-label", "uri-mixed-script", "uri-idn"]),
    ("uri-non-ascii", ["uri-bad-label", "uri-mixed-script", "uri-idn"]),
    (
      "uri-wildcard",
      ["uri-bad-label", "uri-idn", "linking-path-malformed", "linking-bundle-unknown"]
    ),
    ("uri-wildcard", ["uri-bad-port"]),
    ("uri-backslash", ["uri-bad-label"]),
    ("uri-placeholder", ["uri-character"]),
    (
      "uri-character",
      ["uri-bad-label", "uri-idn", "uri-bad-port", "uri-public-suffix", "uri-not-owned"]
    ),
    ("uri-character", ["linking-path-malformed", "linking-bundle-unknown"]),
    ("identifier-placeholder", ["client-id-character"]),
    ("uri-encoded-null", ["uri-bad-percent", "uri-encoded-overlong", "uri-encoded-control"]),
    ("uri-dangerous-scheme", ["origin-scheme"]),
    ("uri-shortener", ["uri-public-suffix", "uri-not-owned"]),
    ("uri-open-redirect", ["uri-not-owned"]),
    ("uri-bad-percent", ["uri-bad-label"]),
    // Hosts.
    (
      "uri-ip-noncanonical", ["uri-ip-host", "uri-non-ascii", "uri-bad-label", "uri-public-suffix"]
    ),
    ("uri-ip-noncanonical", ["uri-not-owned", "uri-encoded-unreserved"]),
    ("uri-ip-host", ["uri-public-suffix", "uri-not-owned"]),
    ("uri-mixed-script", ["uri-idn"]),
    ("uri-trailing-dot-host", ["uri-bad-label", "uri-ip-noncanonical", "uri-not-owned"]),
    ("uri-userinfo", ["uri-not-owned"]),
    ("uri-googleusercontent", ["uri-not-owned"]),
    ("uri-public-suffix", ["uri-not-owned"]),
    ("uri-upper-host", ["uri-case-twin"]),
    ("native-scheme-case", ["uri-case-twin"]),
    ("apple-return-url-host", ["uri-ip-host", "uri-http"]),
    ("environment-loopback-in-prod", ["uri-http"]),
    // Paths and lists.
    ("uri-dot-segment", ["uri-encoded-slash", "uri-encoded-unreserved", "uri-path-parameters"]),
    ("uri-dot-segment", ["linking-path-malformed"]),
    ("uri-empty-segment", ["linking-path-malformed"]),
    ("uri-fragment", ["linking-path-malformed"]),
    ("uri-duplicate", ["uri-trailing-slash-twin"]),
    // Account linking.
    (
      "linking-host-only",
      ["linking-path-malformed", "uri-path-missing", "uri-trailing-slash-twin"]
    ),
    (
      "linking-host-unknown",
      ["linking-path-malformed", "linking-bundle-unknown"]
    ),
    ("linking-host-unknown", ["environment-counterpart-missing"]),
    ("linking-project-mismatch", ["environment-counterpart-missing"]),
    // Environments.
    (
      "environment-foreign-address",
      [
        "environment-counterpart-missing", "linking-bundle-missing", "linking-web-uri-missing",
        "uri-not-owned", "environment-test-host-in-prod",
      ]
    ),
    (
      "environment-tunnel-in-prod",
      [
        "environment-test-host-in-prod", "environment-counterpart-missing", "uri-not-owned",
        "uri-ip-noncanonical", "authorized-domain-covers-nothing",
      ]
    ),
    (
      "environment-test-host-in-prod",
      ["environment-counterpart-missing", "authorized-domain-covers-nothing"]
    ),
    ("uri-wildcard", ["environment-test-host-in-prod", "environment-tunnel-in-prod"]),
    ("uri-public-suffix", ["environment-tunnel-in-prod"]),
    ("authorized-domain-public-suffix", ["environment-tunnel-in-prod"]),
    (
      "authorized-domain-wildcard", ["environment-test-host-in-prod", "environment-tunnel-in-prod"]
    ),
    ("client-id-duplicate", ["environment-client-shared"]),
    // Values other than URIs.
    (
      "identifier-placeholder",
      [
        "client-id-format", "client-id-duplicate", "environment-client-shared",
        "server-client-project-mismatch", "project-number-mismatch", "client-type-mismatch",
        "apple-team-id-format", "apple-audience", "app-flip-sample-action", "url-scheme-missing",
      ]
    ),
    // What cannot be an app ID is said by the rule about those, whatever it was meant to be.
    ("apple-app-id-format", ["identifier-placeholder"]),
    ("android-package-name-format", ["identifier-placeholder"]),
    ("documentation-example", ["identifier-placeholder"]),
    ("universal-link-has-query", ["link-host-undeclared"]),
    ("uri-placeholder", ["continue-url-characters", "continue-url-host-unauthorized"]),
    ("fingerprint-placeholder", ["documentation-example", "fingerprint-public-debug-key"]),
    ("fingerprint-placeholder", ["fingerprint-format", "app-flip-test-fingerprint"]),
    ("documentation-example", ["fingerprint-public-debug-key", "app-flip-test-fingerprint"]),
    (
      "documentation-example",
      ["fingerprint-format", "apple-app-id-format", "android-package-name-format"]
    ),
    ("documentation-example", ["client-id-format"]),
    ("fingerprint-public-debug-key", ["fingerprint-format"]),
    ("app-flip-test-fingerprint", ["fingerprint-format"]),
    ("scope-mangled", ["scope-not-url", "scope-character"]),
    ("scope-not-url", ["scope-character"]),
    ("scope-character", ["scope-unknown"]),
    ("server-client-project-mismatch", ["project-number-mismatch"]),
    ("authorized-domain-wildcard", ["authorized-domain-characters", "uri-bad-label"]),
    ("authorized-domain-characters", ["uri-bad-label", "uri-idn", "uri-mixed-script"]),
    ("domain-not-bare", ["auth-domain-unlisted", "link-domain-default"]),
    ("authorized-domain-wildcard", ["authorized-domain-covers-nothing"]),
    ("domain-not-bare", ["authorized-domain-covers-nothing"]),
    ("environment-foreign-address", ["authorized-domain-covers-nothing"]),
    ("authorized-domain-public-suffix", ["authorized-domain-covers-nothing"]),
    ("authorized-domain-localhost-in-prod", ["authorized-domain-covers-nothing"]),
    (
      "authorized-domain-characters",
      ["authorized-domain-localhost-in-prod", "authorized-domain-covers-nothing"]
    ),
    ("apple-return-url-host", ["uri-ip-noncanonical"]),
    ("link-domain-retired", ["continue-url-host-unauthorized"]),
    ("email-action-code-not-in-app", ["link-domain-without-app"]),
    ("link-domain-retired", ["link-domain-default"]),
    (
      "link-domain-retired",
      [
        "link-host-undeclared", "continue-url-host-only-by-parent",
        "authorized-domain-covers-nothing", "auth-domain-unlisted", "uri-not-owned",
        "uri-shortener", "native-scheme-authority",
      ]
    ),
    ("link-domain-retired", ["link-domain-not-hosted"]),
    ("link-domain-default", ["link-domain-not-hosted"]),
    ("domain-not-bare", ["link-domain-not-hosted"]),
    ("link-domain-not-hosted", ["link-host-undeclared"]),
    ("domain-not-bare", ["link-host-undeclared", "authorized-domain-redundant"]),
    ("environment-foreign-address", ["link-host-undeclared", "link-domain-not-hosted"]),
    ("continue-url-has-email", ["continue-url-query-truncated"]),
    (
      "continue-url-characters",
      ["continue-url-host-unauthorized", "continue-url-host-only-by-parent"]
    ),
    ("continue-url-characters", ["continue-url-http"]),
    ("authorized-domain-localhost-in-prod", ["authorized-domain-loopback-name"]),
    ("authorized-domain-redundant", ["authorized-domain-covers-nothing"]),
    // Link rules: what can never match is not judged further.
    ("link-variable-undefined", ["link-rule-never-matches", "link-rule-not-portable"]),
    ("link-rule-path-has-query", ["link-rule-never-matches", "link-rule-not-portable"]),
    ("link-rule-path-has-query", ["link-rule-prefix-without-slash", "link-rule-unreachable"]),
    ("link-rule-path-has-query", ["link-exclude-unreachable"]),
    ("link-rule-never-matches", ["link-rule-not-portable", "link-rule-prefix-without-slash"]),
    ("link-rule-never-matches", ["link-rule-unreachable", "link-exclude-unreachable"]),
    ("link-rule-query-presence", ["link-rule-not-portable"]),
    ("link-rule-never-matches", ["link-rule-leading-slash"]),
    ("link-rule-path-has-query", ["link-rule-leading-slash"]),
    ("link-rule-never-matches", ["link-rule-needs-backtracking"]),
    ("link-rule-path-has-query", ["link-rule-needs-backtracking"]),
    ("link-rules-overlap", ["link-rule-claims-authentication"]),
    // Association files.
    ("fingerprint-format", ["fingerprint-single"]),
    ("fingerprint-placeholder", ["fingerprint-single"]),
    ("documentation-example", ["fingerprint-single"]),
    ("fingerprint-public-debug-key", ["fingerprint-single"]),
    ("apple-app-id-format", ["environment-mixed"]),
    ("android-package-name-format", ["credentials-missing", "environment-mixed"]),
  ]

  /// Where one of these applies a value is no URI that could be judged, and nothing about its parts is
  /// worth saying.
  package static let overShape: [RuleID] = [
    "uri-placeholder", "uri-out-of-band", "uri-dangerous-scheme", "uri-control", "uri-not-absolute",
  ]

  /// What is said of the parts of a URI.
  package static let shape: [RuleID] = [
    "uri-fragment", "uri-userinfo", "uri-http", "uri-path-missing", "uri-bad-port",
    "uri-default-port", "uri-empty-segment", "uri-path-parameters", "uri-encoded-unreserved",
    "uri-encoded-slash", "uri-encoded-control", "uri-encoded-overlong", "uri-bad-percent",
    "uri-bad-label", "uri-public-suffix", "uri-not-owned",
    "uri-idn", "uri-upper-host", "uri-dot-segment", "native-scheme-dot", "native-scheme-authority",
    "native-scheme-case", "linking-host-unknown", "linking-path-malformed", "endpoint-http",
    "environment-counterpart-missing", "environment-tunnel-in-prod",
    "environment-test-host-in-prod", "link-host-undeclared",
  ]

  /// Of these, what stands apart from a placeholder or in front of a control character is a mistake of
  /// its own: `http://` in front of `${HOST}`.
  package static let standsAlone: Set<RuleID> = [
    "uri-fragment", "uri-userinfo", "uri-http", "endpoint-http", "uri-dot-segment",
    "uri-character", "uri-empty-segment", "uri-path-parameters", "uri-encoded-unreserved",
    "uri-encoded-slash",
    "uri-bad-percent", "uri-encoded-control", "uri-encoded-overlong", "uri-upper-host",
    "native-scheme-case", "native-scheme-dot",
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
    var isKept = [Bool](repeating: true, count: entries.count)
    for present in Dictionary(grouping: entries.indices, by: { entries[$0].node }).values {
      guard present.count > 1 else { continue }
      for index in present {
        guard let stronger = winners[entries[index].diagnostic.rule] else { continue }
        isKept[index] = !present.contains { other in
          stronger.contains(entries[other].diagnostic.rule)
            && !isApart(entries[index], from: entries[other])
        }
      }
    }
    return entries.indices.filter { isKept[$0] }.map { entries[$0].diagnostic }
  }
}
