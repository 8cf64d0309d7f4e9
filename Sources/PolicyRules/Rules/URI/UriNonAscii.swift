package import PolicyText

package struct UriNonAscii: URIRule {
  package static let info = RuleInfo(
    "uri-non-ascii", .uri, .error, summary: "Require ASCII in URIs",
    why:
      "Clients send URIs in ASCII: Punycode in the host and percent-encoding elsewhere. An "
      + "entry with a letter that only looks Latin never matches, or it belongs to someone else.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/caf⟦é⟧/callback",
      good: "https://app.acme.example/caf%C3%A9/callback"),
    references: ["RFC 3986 section 2", "RFC 5891"], isFixable: true,
    hides: ["uri-bad-label", "uri-mixed-script", "uri-idn"])
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasNonASCII else { return nil }
    var offset = 0
    for scalar in uri.text.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      guard !scalar.isASCII, !DisplayText.isInvisible(scalar) else { continue }
      let isHost = uri.parts.authority.map { $0.contains(range.lowerBound) } ?? false
      return URIProblem(
        range, "\(uri.noun) must be ASCII, found \(scalar.codePoint) at byte \(range.lowerBound)",
        help: isHost ? "write the host in Punycode (`xn--…`)" : "write `\(percentEncoded(scalar))`",
        replacement: isHost ? nil : (encoded(uri), "percent-encode it", false))
    }
    return nil
  }

  private func encoded(_ uri: LocatedURI) -> String {
    var output = ""
    for scalar in uri.text.string.unicodeScalars {
      if scalar.isASCII {
        output.unicodeScalars.append(scalar)
      } else {
        output += percentEncoded(scalar)
      }
    }
    return output
  }

  private func percentEncoded(_ scalar: Unicode.Scalar) -> String {
    var output = ""
    PercentEncoding.append(String(scalar), to: &output)
    return output
  }
}
