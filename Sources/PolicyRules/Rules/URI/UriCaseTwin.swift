package import PolicyText

/// Two addresses that differ only by case.
package struct UriCaseTwin: Rule {
  package static let info = RuleInfo(
    "uri-case-twin", .uri, .warning, summary: "two addresses do not differ only by case",
    why: "They are two addresses: paths are case-sensitive. One of them is usually a typing error.",
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
        // The case of scheme and host is uri-upper-host's: keys differ only behind them.
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
          "\(first.text.quoted) and \(uri.text.quoted) differ only by case",
          help: "keep the one that is sent",
          notes: [findings.note("the other form is here", at: first.node)])
      }
    }
  }
}
