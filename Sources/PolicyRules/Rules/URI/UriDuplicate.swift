package import PolicyText

/// One address twice in one list.
package struct UriDuplicate: Rule {
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
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    context.index.uris.forEachList { uris in
      guard uris.mayRepeat() else { return }
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
  /// False where no text repeats another, which is seen for short lists without making a string.
  ///
  /// - Parameter ignoringCase: letters of either case are the same.
  func mayRepeat(ignoringCase: Bool = false) -> Bool {
    guard count <= 16 else { return true }
    for later in indices {
      for earlier in startIndex..<later
      where self[earlier].bytes.isSame(as: self[later].bytes, ignoringCase: ignoringCase) {
        return true
      }
    }
    return false
  }
}

extension ArraySlice<UInt8> {
  /// True for equal bytes. Texts of one list differ at their ends: there the comparison starts.
  fileprivate func isSame(as other: ArraySlice<UInt8>, ignoringCase: Bool) -> Bool {
    guard count == other.count else { return false }
    var (index, place) = (endIndex, other.endIndex)
    while index > startIndex {
      index -= 1
      place -= 1
      let (byte, opposite) = (self[index], other[place])
      guard byte == opposite || ignoringCase && ASCII.lowercased(byte) == ASCII.lowercased(opposite)
      else { return false }
    }
    return true
  }
}
