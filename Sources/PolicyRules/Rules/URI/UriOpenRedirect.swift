import PolicyText

struct UriOpenRedirect: URIRule {
  static let info = RuleInfo(
    "uri-open-redirect", .uri, .warning,
    summary: "Disallow redirect URIs that forward to other sites",
    why:
      "A page that forwards to a URL from its query also passes on the authorization code. For "
      + "well-known pages that do this, such as `www.google.com/url`, this is an error.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback?⟦next=https://app.acme.example/home⟧",
      good: "https://app.acme.example/callback?page=home"),
    references: ["RFC 9700 section 4.11", "Google: redirect URI validation rules"],
    hides: ["uri-not-owned"])
  static let roles: URIRoles = [.redirects, .appleReturn]

  func problem(in uri: LocatedURI) -> URIProblem? {
    if uri.isWeb, let host = uri.parts.host,
      OpenRedirectors.contains(host: uri.lowerHost, path: uri.path)
    {
      let range = host.lowerBound..<uri.parts.path.upperBound
      return URIProblem(
        range,
        "\(uri.parts.text(range).quoted) forwards to any site, together with the "
          + "authorization code",
        help: "register a page on your own site", severity: .error)
    }
    for parameter in uri.parameters where isURL(parameter.value) {
      let name = ExactString(decoding: parameter.name).quoted
      return URIProblem(
        parameter.range, "query parameter \(name) contains a URL, which suggests an open redirect",
        help: "register a redirect URI that doesn't forward")
    }
    return nil
  }

  private func isURL(_ value: ArraySlice<UInt8>) -> Bool {
    guard
      let decoded = PercentEncoding.decode(
        value.prefix(64), plusIsSpace: false, malformed: .keep)
    else { return false }
    let text = decoded[...].lowercased[...]
    return text.starts(with: "//".utf8) || text.starts(with: "http://".utf8)
      || text.starts(with: "https://".utf8)
  }
}

extension LocatedURI {
  /// The query parameters in order, without decoding.
  var parameters: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>, range: Range<Int>)] {
    guard let query = parts.query else { return [] }
    return parts.bytes(query).split(separator: UInt8(ascii: "&")).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (
        pair[..<equals], pair[min(equals + 1, pair.endIndex)...], pair.startIndex..<pair.endIndex
      )
    }
  }
}
