package import LinkPolicy
import PolicyModel
package import PolicyText

/// The results of all tests of a project, by location.
package struct TestOutcomes: Sendable {
  package let outcomes: [TestOutcome]
  private let touched: Set<SourceAnchor>
  private let entries: [(anchor: SourceAnchor, location: SourceLocation)]
  private let places: [SourceLocation: Int]

  package init(_ project: Project) {
    let runner = TestRunner(project)
    outcomes = runner.run()
    touched = Set(outcomes.flatMap(\.touched))
    let workspace = project.workspace
    let trees = Dictionary(
      (workspace.policies + workspace.testFiles).map { ($0.tree.file, $0.tree) },
      uniquingKeysWith: { first, _ in first })
    entries = runner.decidingEntries.unique.compactMap { anchor in
      trees[anchor.file].map { (anchor, $0.location(anchor.node)) }
    }
    var places: [SourceLocation: Int] = [:]
    for (index, outcome) in outcomes.enumerated() {
      guard let tree = trees[outcome.anchor.file] else { continue }
      places[tree.location(outcome.anchor.node)] = index
    }
    self.places = places
  }

  package func result(at location: SourceLocation) -> TestOutcome? {
    guard let index = places[location], outcomes.indices.contains(index) else { return nil }
    return outcomes[index]
  }

  /// The number of entries in a span, and how many of them tests cover.
  package func coverage(of part: SourceLocation) -> (covered: Int, entries: Int) {
    let own = entries.filter {
      $0.location.file == part.file && part.span.contains($0.location.span)
    }
    return (own.count { touched.contains($0.anchor) }, own.count)
  }
}

extension Project {
  /// The policy or test file with an ID.
  func document(_ file: FileID) -> PolicyDocument? {
    (workspace.policies + workspace.testFiles).first { $0.tree.file == file }
  }

  /// The entry that decides the test at an offset.
  package func decidingPlace(ofTestAt offset: Int, in file: FileID) -> SourceLocation? {
    guard let document = document(file),
      let test = document.checks.joined().first(where: { document.tree.span($0.node).holds(offset) }
      ),
      let outcome = TestOutcomes(self).result(
        at: SourceLocation(file: file, span: document.tree.span(test.node))),
      // The deciding entry is last.
      let anchor = outcome.touched.last,
      let owner = self.document(anchor.file)
    else { return nil }
    return owner.tree.location(anchor.node)
  }
}
