import PolicyText

struct UriCaseTwin: Rule {
  static let info = RuleInfo(
    "uri-case-twin", .uri, .warning, summary: "Disallow URIs that differ only in case",
    why:
      "Paths are case-sensitive, so these are two different URIs. Usually one of them is a typo.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "⟦https://app.acme.example/Callback⟧"]),
      good: ExamplePolicy.web(prod: "https://app.acme.example/callback")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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

struct UriTrailingSlashTwin: Rule {
  static let info = RuleInfo(
    "uri-trailing-slash-twin", .uri, .warning,
    summary: "Disallow listing a URI with and without a final slash",
    why: "These are two different URIs. Clients send only one of them, and the other widens the "
      + "list for no reason.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "⟦https://app.acme.example/callback/⟧"]),
      good: ExamplePolicy.web(prod: "https://app.acme.example/callback")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    context.index.uris.forEachList { uris in
      guard uris.contains(where: { $0.path.last == UInt8(ascii: "/") }) else { return }
      var seen: [ExactString: NodeID] = [:]
      for uri in uris {
        // The slash ends the path; a query may follow.
        let end = uri.parts.path.upperBound
        let hasSlash = uri.path.last == UInt8(ascii: "/")
        let stem = hasSlash ? ExactString(uri.removing((end - 1)..<end)) : uri.text
        let twin = hasSlash ? stem : ExactString(uri.replacing(end..<end, by: "/".utf8))
        if let first = seen[twin] {
          findings.report(
            uri.node, in: uri.environment,
            "\(stem.quoted) is listed with and without a final `/`, which are different URIs",
            help: "keep the URI that the client sends",
            notes: [findings.note("the other spelling", at: first)])
        }
        if seen[uri.text] == nil { seen[uri.text] = uri.node }
      }
    }
  }
}
