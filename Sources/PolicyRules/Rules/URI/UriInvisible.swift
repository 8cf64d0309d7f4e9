package import PolicyText

package struct UriInvisible: URIRule {
  package static let info = RuleInfo(
    "uri-invisible", .uri, .error, summary: "Disallow invisible characters in URIs",
    why: "A zero-width or bidirectional character makes two URIs look alike, or one look like "
      + "another. It comes from a copied document, or from an attacker who wants the URI to pass "
      + "review.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/⟦\u{200B}⟧callback",
      good: "https://app.acme.example/callback"),
    references: ["Unicode Technical Report 36"], isFixable: true,
    hides: ["uri-non-ascii", "uri-bad-label", "uri-mixed-script", "uri-idn"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasNonASCII else { return nil }
    var offset = 0
    for scalar in uri.text.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      // uri-control reports control characters.
      guard scalar.value > 0x9F, DisplayText.isInvisible(scalar) else { continue }
      return URIProblem(
        range,
        "\(uri.noun) must not contain the invisible character \(scalar.codePoint), found at "
          + "byte \(range.lowerBound)",
        help: "remove it; it often comes from text copied from a document",
        replacement: (uri.removing(range), "remove the invisible character", false))
    }
    return nil
  }
}
