package import PolicyText

/// `%00` and its overlong form.
package struct UriEncodedNull: URIRule {
  package static let info = RuleInfo(
    "uri-encoded-null", .uri, .error, summary: "an address has no encoded NUL",
    why:
      "Google refuses `%00` and `%C0%80`; elsewhere they cut strings in the middle, so that a check "
      + "sees another address than the redirect.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback⟦%00⟧",
      good: "https://app.acme.example/callback"),
    references: ["Google: redirect URI validation rules"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") {
      let length =
        bytes[place...].prefix(3).matches("%00")
        ? 3 : bytes[place...].prefix(6).matches("%c0%80") ? 6 : 0
      guard length > 0 else { continue }
      let range = place..<(place + length)
      return URIProblem(
        range, "\(uri.parts.text(range).quoted) encodes NUL, which cuts strings elsewhere",
        help: "remove it")
    }
    return nil
  }
}
