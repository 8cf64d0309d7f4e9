package import PolicyText

package struct UriTrailingDotHost: HostRule {
  package static let info = RuleInfo(
    "uri-trailing-dot-host", .uri, .error, summary: "Disallow a trailing dot in hosts",
    why: "DNS treats `app.example.com.` as the same name, but browsers treat it as a different "
      + "origin. Cookies, certificates and allowlists don't apply to it.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example⟦.⟧/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 3.2.2"], isFixable: true,
    hides: ["uri-bad-label", "uri-ip-noncanonical", "uri-not-owned"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package static let checksDomains = true
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isWeb, var problem = problem(host: uri.host), let range = problem.range else {
      return nil
    }
    problem.replacement = (uri.removing(range), "remove the final dot", false)
    return problem
  }

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    guard host.count > 1, host.last == UInt8(ascii: "."),
      host.dropLast().last != UInt8(ascii: ".")
    else { return nil }
    return URIProblem(
      (host.endIndex - 1)..<host.endIndex,
      "host ends with a dot, which browsers treat as a different origin",
      help: "remove the final `.`")
  }
}
