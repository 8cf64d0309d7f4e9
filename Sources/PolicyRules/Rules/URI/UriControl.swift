package import PolicyText

package struct UriControl: URIRule {
  package static let info = RuleInfo(
    "uri-control", .uri, .error, summary: "Disallow control characters and spaces in URIs",
    why:
      "Browsers strip tabs and line breaks anywhere, and spaces at both ends. Other parsers "
      + "keep them, or split a header at that point.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback⟦ ⟧",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 2", "Google: redirect URI validation rules"], isFixable: true,
    hides: ["uri-not-absolute", "uri-invisible", "uri-non-ascii"],
    traits: [.notAURI, .affectsFollowingBytes])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasUnprintable else { return nil }
    var offset = 0
    for scalar in uri.text.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      guard scalar.value <= 0x20 || (0x7F...0x9F).contains(scalar.value) else { continue }
      let what = scalar == " " ? "a space" : "a control character (\(scalar.codePoint))"
      // If the entry contains two URIs, removing the space would join them.
      let isTwo = uri.bytes[range.upperBound...].firstRange(ofBytes: "://") != nil
      return URIProblem(
        range, "\(uri.noun) must not contain \(what), found at byte \(range.lowerBound)",
        help: isTwo
          ? "write each URI on its own line, after `- `"
          : "write \(DisplayText.quoted(uri.removing(range)))",
        replacement: isTwo ? nil : (uri.removing(range), "remove the character", false))
    }
    return nil
  }
}
