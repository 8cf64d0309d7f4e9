package import PolicyText

package struct UriIdn: HostRule {
  package static let info = RuleInfo(
    "uri-idn", .uri, .warning, summary: "Require a review of internationalized host names",
    why: "Browsers show an `xn--` label decoded, and many letters look like Latin ones. For "
      + "example, `xn--pple-43d.com` is shown as `аpple.com` with a Cyrillic letter.",
    examples: .init(
      .redirectURI, bad: "https://⟦xn--mller-kva.example⟧/callback",
      good: "https://mueller.example/callback"),
    references: ["RFC 5891", "Unicode Technical Standard 39"],
    traits: .uriPart)
  package static let roles: URIRoles = [.redirects, .origins, .universalLink]
  package static let checksDomains = true
  package init() {}

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    guard !HostLabels.isPlain(host) else { return nil }
    let labels = HostLabels.split(host)
    guard
      labels.contains(where: { $0.prefix(4).matches("xn--") && HostLabels.display($0) != nil })
    else { return nil }
    let shown = ExactString(HostLabels.display(host)).quoted
    return URIProblem(
      host.indices,
      "host \(ExactString(decoding: host).quoted) is internationalized and shown as \(shown)",
      help: "check that it doesn't imitate another name")
  }
}
