package import PolicyText

package struct UriMixedScript: HostRule {
  package static let info = RuleInfo(
    "uri-mixed-script", .uri, .warning, summary: "Disallow host labels that mix scripts",
    why: "Real names don't mix Latin and Cyrillic letters within a word. Look-alike names do.",
    examples: .init(
      // `аcme` with a Cyrillic first letter.
      .redirectURI, bad: "https://⟦xn--cme-5cd⟧.example/callback",
      good: "https://acme.example/callback"),
    references: ["Unicode Technical Standard 39 section 5"],
    hides: ["uri-idn"])
  package static let roles: URIRoles = .redirects
  package static let checksDomains = true
  package init() {}

  package func problem(host: ArraySlice<UInt8>) -> URIProblem? {
    guard !HostLabels.isPlain(host) else { return nil }
    for label in HostLabels.split(host) {
      guard label.prefix(4).matches("xn--") || label.contains(where: { $0 >= 0x80 }),
        let scalars = HostLabels.display(label)
      else { continue }
      let scripts = Script.mixed(in: scalars)
      guard scripts.count > 1 else { continue }
      let names = scripts.map(\.rawValue).joined(separator: ", ")
      let odd = scalars.first { !$0.isASCII && Script($0) != nil }
      return URIProblem(
        label.indices,
        "host label \(ExactString(decoding: label).quoted) mixes scripts (\(names))",
        help:
          "replace \(odd?.codePoint ?? "the odd letter") if you meant a Latin letter, or use an ASCII name"
      )
    }
    return nil
  }
}
