package import PolicyDiagnostics
import PolicySourceTree
import PolicyText

/// One address twice in one list.
package struct UriDuplicate: AddressRule {
  package static let info = RuleInfo(
    "uri-duplicate", .uri, .warning, summary: "an address is listed once",
    why: "The second entry does nothing; most often it should have been another address.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "⟦https://app.acme.example/callback⟧"]),
      good: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "https://www.acme.example/callback"])),
    isFixable: true)
  package static let neverReportsErrors = true
  package init() {}

  package func check(
    _ addresses: Addresses, _ context: RuleContext, reporting findings: inout Findings
  ) {
    addresses.forEachList { uris in
      guard uris.haveLengthsInCommon else { return }
      var seen: [ExactString: NodeID] = [:]
      for uri in uris {
        guard let first = seen[uri.text] else {
          seen[uri.text] = uri.node
          continue
        }
        let place = uri.environment.map { " in \($0)" } ?? ""
        findings.report(
          uri.node, in: uri.environment, "\(uri.text.quoted) is listed twice\(place)",
          help: "remove one of them", notes: [findings.note("first here", at: first)],
          fixes: context.removing(uri.node, "remove the second", isSafe: true))
      }
    }
  }
}

extension ArraySlice<URIOccurrence> {
  /// False where no two texts are of one length, so that none repeats another: short lists are seen through
  /// without making a string.
  var haveLengthsInCommon: Bool {
    guard count <= 16 else { return true }
    for later in indices {
      for earlier in startIndex..<later
      where self[earlier].text.utf8.count == self[later].text.utf8.count {
        return true
      }
    }
    return false
  }
}
