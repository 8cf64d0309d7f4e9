package import PolicyText

/// Zero-width, bidirectional and other characters that show nothing.
package struct UriInvisible: URIRule {
  package static let info = RuleInfo(
    "uri-invisible", .uri, .error, summary: "an address has no invisible characters",
    why: "A zero-width or bidi character makes two addresses look alike, or one look like another. "
      + "It comes from a copied document or from somebody who wants it to pass review.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/⟦\u{200B}⟧callback",
      good: "https://app.acme.example/callback"),
    references: ["Unicode Technical Report 36"], isFixable: true)
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.hasNonASCII else { return nil }
    var offset = 0
    for scalar in uri.text.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      // Control characters are another rule's.
      guard scalar.value > 0x9F, UTF8Text.isInvisible(scalar) else { continue }
      return URIProblem(
        range, "invisible character \(scalar.codePoint) at byte \(range.lowerBound)",
        help: "remove it; it often comes with text copied from a document",
        replacement: (uri.removing(range), "remove the invisible character", false))
    }
    return nil
  }
}
