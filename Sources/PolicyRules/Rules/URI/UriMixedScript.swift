package import PolicyText

/// One label in several scripts.
package struct UriMixedScript: HostRule {
  package static let info = RuleInfo(
    "uri-mixed-script", .uri, .warning, summary: "a host label is written in one script",
    why: "Real names do not mix Latin and Cyrillic letters within a word; look-alikes do.",
    examples: .init(
      // аcme with a Cyrillic first letter.
      .redirectURI, bad: "https://⟦xn--cme-5cd⟧.example/callback",
      good: "https://acme.example/callback"),
    references: ["Unicode Technical Standard 39 section 5"])
  package static let roles: URIRoles = .redirects
  package static let judgesDomains = true
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
        help: odd.map { "look at \($0.codePoint)" })
    }
    return nil
  }
}
