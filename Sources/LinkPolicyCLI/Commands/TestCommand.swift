import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy test`
struct TestCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "test",
    abstract: "Run the tests and check the invariants in policies and test files.",
    discussion: """
      Examples:
        linkpolicy test
        linkpolicy test --filter staging --coverage
        linkpolicy test --format junit > results.xml

      Exit status: 0 every test passes and every invariant holds; 1 one fails; 2 invalid usage, \
      unreadable input or no test; \
      3 internal error.
      """)

  enum Format: String, EnumerationOption {
    case text, junit, json
  }

  @Option(help: "Run only tests and invariants whose names contain this text.")
  var filter: String?

  @Option(help: "Print the results in this format.")
  var format = Format.text

  @Flag(help: "List policy entries that no test or invariant covers.")
  var coverage = false

  @Flag(help: "Exit with status 0 if there is no test.")
  var allowEmpty = false

  @OptionGroup var policies: PolicyOptions
  @Option(help: .color) var color = ColorChoice.auto

  func run(on console: Console) throws -> ExitStatus {
    let console = console.following(policies.followLinks)
    // Here, a violated invariant is a failed test.
    guard let project = try policies.load(color, console, tolerating: "invariant-violated") else {
      return .usage
    }
    let runner = TestRunner(project)
    let outcomes = runner.run(filter: filter)
    guard !outcomes.isEmpty || allowEmpty else {
      throw UsageError(
        filter.map { "no test name contains \(DisplayText.quoted($0))" }
          ?? "found no tests (to accept that, add `--allow-empty`)")
    }
    let coverage = coverage ? runner.coverage(of: outcomes) : nil
    switch format {
    case .json:
      console.write(
        TestOutcome.json(outcomes, coverage: coverage).text(.pretty) + "\n", as: .json)
    case .junit: console.write(TestJUnit(outcomes: outcomes, coverage: coverage).text, as: .xml)
    case .text:
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(TestText(outcomes: outcomes, coverage: coverage, style: style).text)
    }
    return outcomes.allSatisfy(\.isPassed) ? .clean : .findings
  }
}
