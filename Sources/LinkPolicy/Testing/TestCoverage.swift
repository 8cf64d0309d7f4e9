import PolicyDecision
package import PolicyModel

/// Which entries of the policies the tests rest on: redirect URIs, App Flip links and actions,
/// rules of links, authorized domains, email actions, IDs of Apple and Google.
package struct TestCoverage: Sendable {
  /// All entries that can decide.
  package var entries: Int
  /// Those that no test touches, in the order of the policies.
  package var missing: [SourceReference]
  /// Those that a test touches.
  package var covered: Int { entries - missing.count }
}

extension TestRunner {
  /// The coverage of outcomes.
  package func coverage(of outcomes: [TestOutcome]) -> TestCoverage {
    let touched = Set(outcomes.flatMap(\.touched))
    var seen: Set<SourceAnchor> = []
    let entries = decidingEntries.filter { seen.insert($0).inserted }
    return TestCoverage(
      entries: entries.count,
      missing: entries.filter { !touched.contains($0) }.compactMap { source(of: $0) })
  }
}
