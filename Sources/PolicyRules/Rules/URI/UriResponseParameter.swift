package import PolicyText

/// `code`, `state` and their like in the query of a redirect URI.
package struct UriResponseParameter: URIRule {
  package static let info = RuleInfo(
    "uri-response-parameter", .uri, .error, aliases: ["uri-response-param"],
    summary: "the query of a redirect URI has no parameter of the response",
    why: "The server appends `code` and `state`. Where one stands there already, readers that take "
      + "the first see an attacker's value.",
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

  package func problem(in uri: URIOccurrence) -> URIProblem? {
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
        "query has the response parameter \(name): parameter pollution",
        help: "use another name")
    }
    return nil
  }
}
