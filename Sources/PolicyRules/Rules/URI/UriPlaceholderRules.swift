import PolicyText

struct UriPlaceholder: URIRule {
  static let info = RuleInfo(
    "uri-placeholder", .uri, .error, summary: "Disallow placeholders in URIs",
    why: "A placeholder never matches what a client sends, so sign-in fails. Anyone who can "
      + "register that name receives the authorization codes.",
    examples: .redirectURI(
      bad: "https://app.acme.example/⟦YOUR_PROJECT_ID⟧/callback",
      good: "https://app.acme.example/acme-home/callback"),
    hides: [
      "uri-out-of-band", "uri-dangerous-scheme", "uri-control", "uri-not-absolute",
      "documentation-example", "linking-bundle-unknown", "linking-project-mismatch",
      "uri-character", "uri-bad-percent", "continue-url-characters",
      "continue-url-host-unauthorized",
    ],
    traits: .notAURI.union(.affectsOwnBytes))
  static let roles: URIRoles = [.redirects, .others, .origins, .continueURL]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard
      let range = Placeholder.find(in: uri.bytes, content: uri.content)
        ?? Placeholder.find(inPath: uri.path, content: uri.content)
    else { return nil }
    return URIProblem(
      range,
      "\(uri.noun) contains the placeholder "
        + "\(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      help: "replace it with the real value; write `{ prod: …, sandbox: … }` for two values")
  }
}

struct UriWildcard: URIRule {
  static let info = RuleInfo(
    "uri-wildcard", .uri, .error, summary: "Disallow wildcards in redirect URIs",
    why: "Matching is exact. If a server does read `*` as a wildcard, every URI that fits receives "
      + "authorization codes, and attackers regularly find one.",
    examples: .redirectURI(bad: "https://⟦*⟧.acme.example/callback"),
    references: ["RFC 9700 section 4.1.3", "Google: redirect URI validation rules"],
    hides: [
      "uri-bad-label", "uri-idn", "linking-path-malformed", "linking-bundle-unknown",
      "uri-bad-port", "environment-test-host-in-prod", "environment-tunnel-in-prod",
    ])
  static let roles: URIRoles = [.redirects, .origins, .appleReturn]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("*"), let star = uri.bytes.firstIndex(of: UInt8(ascii: "*")) else {
      return nil
    }
    return URIProblem(
      star..<(star + 1), "\(uri.noun) must not contain `*`, because matching is exact",
      help: "replace it with one entry for each URI")
  }
}
