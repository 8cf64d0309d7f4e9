package import PolicyText

package struct UriBadPort: URIRule {
  package static let info = RuleInfo(
    "uri-bad-port", .uri, .error, summary: "Require ports from 1 to 65535 without leading zeros",
    why: "Parsers treat an unusual port differently. Some drop it, some wrap around, and some read "
      + "the text after the colon as a password.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example:⟦08443⟧/callback",
      good: "https://app.acme.example:8443/callback"),
    references: ["RFC 3986 section 3.2.3"],
    traits: .uriPart)
  package static let roles: URIRoles = [.redirects, .others, .origins]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
    guard let port = uri.parts.port else { return nil }
    let digits = uri.parts.bytes(port)
    let isNumber =
      (1...5).contains(digits.count) && digits.first != UInt8(ascii: "0")
      && digits.allSatisfy { (0x30...0x39).contains($0) }
    let value = isNumber ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : 0
    guard !(1...65535).contains(value) else { return nil }
    guard !port.isEmpty else {
      return URIProblem(
        (port.lowerBound - 1)..<port.upperBound, "port must not be empty", help: "remove the `:`")
    }
    return URIProblem(
      port,
      "port must be a number from 1 to 65535 without leading zeros, found "
        + "\(uri.parts.text(port).quoted)",
      help: "write the port as a plain number, such as `8443`")
  }
}
