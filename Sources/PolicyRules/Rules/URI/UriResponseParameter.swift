package import PolicyText

package struct UriResponseParameter: URIRule {
  package static let info = RuleInfo(
    "uri-response-parameter", .uri, .error, aliases: ["uri-response-param"],
    summary: "Disallow response parameters in redirect URIs",
    why: "The server appends `code` and `state`. If the redirect URI already has one, parsers that "
      + "use the first value read one that an attacker can choose.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback?⟦state⟧=1",
      good: "https://app.acme.example/callback?tenant=1"),
    references: ["RFC 6749 section 3.1", "CVE-2026-9689"])
  package static let roles: URIRoles = .redirects
  package init() {}

  private static let names: Set<String> = [
    "code", "state", "error", "error_description", "error_uri", "iss", "access_token",
    "token_type", "expires_in", "id_token", "session_state", "response",
  ]

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.parts.query != nil else { return nil }
    for parameter in uri.parameters where parameter.name.count <= 64 {
      guard
        let decoded = PercentEncoding.decode(
          parameter.name, plusIsSpace: false, malformed: .keep),
        Self.names.contains(decoded[...].lowercased[...].string)
      else { continue }
      let name = ExactString(decoding: parameter.name).quoted
      return URIProblem(
        parameter.name.startIndex..<parameter.name.endIndex,
        "query contains \(name), which the server adds to the response",
        help: "rename the query parameter")
    }
    return nil
  }
}
