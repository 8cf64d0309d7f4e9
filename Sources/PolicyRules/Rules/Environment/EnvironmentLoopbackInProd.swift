package import PolicyText

package struct EnvironmentLoopbackInProd: URIRule {
  package static let info = RuleInfo(
    "environment-loopback-in-prod", .environment, .error, aliases: ["env-localhost-prod"],
    summary: "Disallow loopback redirect URIs of web clients in prod",
    why: "Any program on a user's machine can listen there and collect codes. Your server never "
      + "runs there.",
    examples: .init(
      .redirectURI, bad: "http://⟦localhost⟧:8080/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 8252 section 7.3"],
    hides: ["uri-http"])
  package static let roles: URIRoles = [.web, .google, .postLogout, .corsOrigin]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isInProd, uri.isLoopback, uri.isWeb else { return nil }
    return URIProblem(
      uri.parts.host,
      "web client must not use a loopback URI in prod, found \(uri.lowerHost.quoted)",
      help: "move it to `sandbox`, or write `type: native` if this is an installed app")
  }
}
