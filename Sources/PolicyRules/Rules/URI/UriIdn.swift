package import PolicyText

/// Internationalised host names.
package struct UriIdn: HostRule {
  package static let info = RuleInfo(
    "uri-idn", .uri, .warning, summary: "an internationalised host is checked by a person",
    why: "An `xn--` label is shown decoded, and many letters look like Latin ones: "
      + "`xn--pple-43d.com` is shown as `аpple.com` with a Cyrillic letter.",
    examples: .init(
      .redirectURI, bad: "https://⟦xn--mller-kva.example⟧/callback",
      good: "https://mueller.example/callback"),
    references: ["RFC 5891", "Unicode Technical Standard 39"])
  package static let roles: URIRoles = [.redirects, .origins, .universalLink]
  package static let judgesDomains = true
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
      "host \(ExactString(decoding: host).quoted) is internationalised, shown as \(shown)",
      help: "check that it is not a look-alike of another name")
  }
}
