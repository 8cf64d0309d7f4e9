package import PolicyText

package struct UriEncodedControl: URIRule {
  package static let info = RuleInfo(
    "uri-encoded-control", .uri, .error,
    summary: "Disallow encoded control characters in URIs",
    why:
      "A server that decodes `%0D%0A` before it writes the `Location` header starts a new "
      + "header line there. An attacker who chooses the URI can then set cookies or the response "
      + "body. Other parsers strip tabs and line breaks and then compare a different URI.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback⟦%0D%0A⟧Set-Cookie:a=b",
      good: "https://app.acme.example/callback"),
    references: ["RFC 9110 section 5.5", "RFC 3986 section 7.3"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.redirects, .others, .origins, .continueURL]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    var range: Range<Int>?
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") {
      guard let value = uri.escapedByte(at: place), (0x01...0x1F).contains(value) || value == 0x7F
      else { continue }
      guard let start = range else {
        range = place..<(place + 3)
        continue
      }
      // Consecutive control characters are one finding.
      guard start.upperBound == place else { break }
      range = start.lowerBound..<(place + 3)
    }
    guard let range else { return nil }
    let text = uri.parts.text(range).quoted
    return URIProblem(
      range,
      bytes[range].contains(where: { "aAdD".utf8.contains($0) })
        ? "\(text) encodes a line break, which can start a new header line"
        : "\(text) encodes a control character, which some parsers strip",
      help: "remove \(text)")
  }
}

extension LocatedURI {
  /// The byte that the percent escape at `place` encodes, or nil if the escape isn't valid.
  func escapedByte(at place: Int) -> UInt8? {
    let bytes = bytes
    guard place + 2 < bytes.endIndex, bytes[place] == UInt8(ascii: "%"),
      let high = PercentEncoding.hexValue(bytes[place + 1]),
      let low = PercentEncoding.hexValue(bytes[place + 2])
    else { return nil }
    return high << 4 | low
  }
}
