package import PolicyText

/// `app.example.com.`
package struct UriTrailingDotHost: HostRule {
  package static let info = RuleInfo(
    "uri-trailing-dot-host", .uri, .error, summary: "a host does not end with a dot",
    why: "`app.example.com.` is the same name for DNS and another origin for browsers: cookies, "
      + "certificates and allowlists do not apply to it.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example⟦.⟧/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 3.2.2"], isFixable: true)
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package static let judgesDomains = true
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isWeb, var problem = problem(host: uri.host), let range = problem.range else {
      return nil
    }
    problem.replacement = (uri.removing(range), "drop the dot", false)
    return problem
  }

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    guard host.count > 1, host.last == UInt8(ascii: "."),
      host.dropLast().last != UInt8(ascii: ".")
    else { return nil }
    return URIProblem(
      (host.endIndex - 1)..<host.endIndex,
      "the host ends with a dot: another origin for browsers", help: "drop the dot")
  }
}
