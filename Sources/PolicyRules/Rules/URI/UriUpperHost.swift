package import PolicyText

/// Upper case in the host or in the scheme of an http(s) address.
package struct UriUpperHost: URIRule {
  package static let info = RuleInfo(
    "uri-upper-host", .uri, .warning, summary: "scheme and host are in lower case",
    why: "Matching is by bytes, and clients send hosts in lower case: an entry in upper case never "
      + "matches, or matches only what an attacker types.",
    examples: .init(
      .redirectURI, bad: "https://⟦App.acme.example⟧/callback",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 6.2.2.1"], isFixable: true)
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.hasUpperCase, uri.isWeb else { return nil }
    // The private schemes of native clients have a rule of their own, an error.
    return problem("host", uri.parts.host, in: uri)
      ?? (uri.isNative ? nil : problem("scheme", uri.parts.scheme, in: uri))
  }

  private func problem(_ name: String, _ range: Range<Int>?, in uri: URIOccurrence) -> URIProblem? {
    guard let range, uri.parts.bytes(range).contains(where: { (0x41...0x5A).contains($0) }) else {
      return nil
    }
    return URIProblem(
      range,
      "the \(name) \(uri.parts.text(range).quoted) is not in lower case: matching is by "
        + "bytes and clients send lower case",
      help: "write the \(name) in lower case",
      replacement: (
        uri.replacing(range, by: uri.parts.bytes(range).lowercased),
        "write the \(name) in lower case", false
      ))
  }
}
