import PolicyDecision
public import PolicyText
import PolicyModel

/// Which entries of the policies the tests rest on: redirect URIs, App Flip links and actions,
/// rules of links, authorized domains, email actions, IDs of Apple and Google.
public struct TestCoverage: Sendable {
  /// All entries that can decide.
  public var entries: Int
  /// Those that no test touches, in the order of the policies.
  public var missing: [SourceReference]
  /// Those that a test touches.
  public var covered: Int { entries - missing.count }
}

extension TestRunner {
  /// The coverage of outcomes.
  public func coverage(of outcomes: [TestOutcome]) -> TestCoverage {
    let touched = Set(outcomes.flatMap(\.touched))
    var seen: Set<SourceAnchor> = []
    let entries = decidingEntries.filter { seen.insert($0).inserted }
    return TestCoverage(
      entries: entries.count,
      missing: entries.filter { !touched.contains($0) }.compactMap { source(of: $0) })
  }
}
