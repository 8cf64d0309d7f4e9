import PolicyText

struct UriDuplicate: Rule {
  static let info = RuleInfo(
    "uri-duplicate", .uri, .warning, summary: "Disallow duplicate URIs in a list",
    why: "The second entry has no effect. Usually it should have been a different URI.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "⟦https://app.acme.example/callback⟧"]),
      good: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "https://www.acme.example/callback"])),
    isFixable: true,
    hides: ["uri-trailing-slash-twin"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
          uri.node, in: uri.environment, "duplicate URI \(uri.text.quoted)\(place)",
          help: "remove one of the two entries",
          notes: [findings.note("first listed here", at: first)],
          fixes: context.removing(uri.node, "remove the second entry", isSafe: true))
      }
    }
  }
}

extension ArraySlice<LocatedURI> {
  /// Whether two URIs may be equal; short lists are compared without creating strings.
  ///
  /// - Parameter ignoringCase: whether to ignore ASCII case.
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
  /// Compares from the end, because URIs in one list usually start alike.
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
