import LinkPolicy

/// `linkpolicy test`: the tests of policies and test files.
package struct TestCommand: Sendable, Equatable {
  /// The form of the results.
  package enum Format: String, Sendable, CaseIterable {
    case text, junit, json
  }

  package var paths: [String] = []
  package var policies: [String] = []
  package var allowsInvalid = false
  package var allowsEmpty = false
  /// Only tests whose name holds this text.
  package var filter: String?
  package var wantsCoverage = false
  package var format = Format.text
  package var color = ColorChoice.auto

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    guard
      let project = try ProjectLoader.load(
        paths + policies, allowsInvalid: allowsInvalid, color: color, console)
    else { return .usage }
    let runner = TestRunner(project)
    let outcomes = runner.run(filter: filter)
    guard !outcomes.isEmpty || allowsEmpty else {
      throw UsageError(
        filter.map { "no test has \(UTF8Text.quoted($0)) in its name" }
          ?? "there are no tests (--allow-empty accepts that)")
    }
    let coverage = wantsCoverage ? runner.coverage(of: outcomes) : nil
    switch format {
    case .json: console.write(TestJSON(outcomes: outcomes, coverage: coverage).text, as: .json)
    case .junit: console.write(TestJUnit(outcomes: outcomes, coverage: coverage).text, as: .xml)
    case .text:
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(TestText(outcomes: outcomes, coverage: coverage, style: style).text)
    }
    return outcomes.allSatisfy(\.isPassed) ? .clean : .findings
  }
}
