package import PolicyText

/// A loopback address of a web client in production.
package struct EnvironmentLoopbackInProd: URIRule {
  package static let info = RuleInfo(
    "environment-loopback-in-prod", .environment, .error, aliases: ["env-localhost-prod"],
    summary: "production redirect URIs of web clients are not loopback addresses",
    why: "On a user's machine any program can listen there and collect codes; the server is never "
      + "there.",
    examples: .init(
      .redirectURI, bad: "http://⟦localhost⟧:8080/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 8252 section 7.3"])
  package static let roles: URIRoles = [.web, .google, .postLogout, .corsOrigin]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.isInProd, uri.isLoopback, uri.isWeb else { return nil }
    return URIProblem(
      uri.parts.host, "loopback URI in prod of a web client: \(uri.lowerHost.quoted)",
      help: "list it under sandbox only, or make the client `type: native`")
  }
}
