package import PolicyText

/// Control characters and spaces.
package struct UriControl: URIRule {
  package static let info = RuleInfo(
    "uri-control", .uri, .error, summary: "an address has no control characters or spaces",
    why:
      "Browsers strip tabs and line breaks anywhere and spaces at the ends; others keep them, or "
      + "split a header there.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback⟦ ⟧",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 2", "Google: redirect URI validation rules"], isFixable: true)
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.hasUnprintable else { return nil }
    var offset = 0
    for scalar in uri.text.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      guard scalar.value <= 0x20 || (0x7F...0x9F).contains(scalar.value) else { continue }
      let what = scalar == " " ? "space" : "control character \(scalar.codePoint)"
      return URIProblem(
        range, "\(what) at byte \(range.lowerBound)",
        help: "remove it; one entry holds one URI, a list has one line for each",
        // Two addresses in one entry do not become one.
        replacement: uri.bytes[range.upperBound...].firstRange(ofBytes: "://") == nil
          ? (uri.removing(range), "remove it", false) : nil)
    }
    return nil
  }
}
