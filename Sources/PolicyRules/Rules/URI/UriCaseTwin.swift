package import PolicyText

package struct UriCaseTwin: Rule {
  package static let info = RuleInfo(
    "uri-case-twin", .uri, .warning, summary: "Disallow URIs that differ only in case",
    why:
      "Paths are case-sensitive, so these are two different URIs. Usually one of them is a typo.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "⟦https://app.acme.example/Callback⟧"]),
      good: ExamplePolicy.web(prod: "https://app.acme.example/callback")))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    context.index.uris.forEachList { uris in
      guard uris.contains(where: { $0.content.hasUpperCase }), uris.mayRepeat(ignoringCase: true)
      else { return }
      var seen: [ExactString: (node: NodeID, text: ExactString)] = [:]
      for uri in uris {
        // uri-upper-host reports the case of scheme and host.
        let start = uri.isWeb ? uri.parts.path.lowerBound : 0
        let key = ExactString(decoding: uri.bytes.lowercased)
        guard let first = seen[key] else {
          seen[key] = (uri.node, uri.text)
          continue
        }
        guard first.text != uri.text,
          !uri.bytes[start...].elementsEqual(first.text.utf8.dropFirst(start))
        else { continue }
        findings.report(
          uri.node, in: uri.environment,
          "\(first.text.quoted) and \(uri.text.quoted) differ only in case",
          help: "keep the URI that the client sends",
          notes: [findings.note("the other spelling", at: first.node)])
      }
    }
  }
}
