package import PolicyText

/// A visible character outside ASCII.
package struct UriNonAscii: URIRule {
  package static let info = RuleInfo(
    "uri-non-ascii", .uri, .error, summary: "an address is written in ASCII",
    why:
      "What is sent is ASCII: Punycode in the host, percent-encoding elsewhere. A letter that only "
      + "looks like a Latin one makes an entry that never matches or belongs to somebody else.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/caf⟦é⟧/callback",
      good: "https://app.acme.example/caf%C3%A9/callback"),
    references: ["RFC 3986 section 2", "RFC 5891"], isFixable: true)
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    guard uri.content.hasNonASCII else { return nil }
    var offset = 0
    for scalar in uri.text.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      guard !scalar.isASCII, !UTF8Text.isInvisible(scalar) else { continue }
      let isHost = uri.parts.authority.map { $0.contains(range.lowerBound) } ?? false
      return URIProblem(
        range, "non-ASCII character \(scalar.codePoint) at byte \(range.lowerBound)",
        help: isHost ? "write the host in Punycode (`xn--…`)" : "write it percent-encoded",
        replacement: isHost ? nil : (encoded(uri), "percent-encode it", false))
    }
    return nil
  }

  private func encoded(_ uri: URIOccurrence) -> String {
    var output = ""
    for scalar in uri.text.string.unicodeScalars {
      if scalar.isASCII {
        output.unicodeScalars.append(scalar)
      } else {
        PercentEncoding.append(String(scalar), to: &output)
      }
    }
    return output
  }
}
