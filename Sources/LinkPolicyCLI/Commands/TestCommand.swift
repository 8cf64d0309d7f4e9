import Diagnostics
import LinkPolicy
import PolicyModel
import TextSupport

/// `linkpolicy test`: the tests of policies and test files.
package struct TestCommand: Sendable, Equatable {
  package var paths: [String] = []
  package var policies: [String] = []
  package var allowsInvalid = false
  package var allowsEmpty = false
  /// Only tests whose name holds this text.
  package var filter: String?
  package var wantsCoverage = false
  package var isJSON = false
  package var color = ColorChoice.auto

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    guard
      let project = try DecidingPolicies.load(
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
    if isJSON {
      console.write(json(outcomes, coverage).text(.pretty) + "\n")
    } else {
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(text(outcomes, coverage, style))
    }
    return outcomes.allSatisfy(\.isPassed) ? .clean : .findings
  }

  // MARK: text

  private func text(
    _ outcomes: [TestOutcome], _ coverage: TestCoverage?, _ style: TextStyle
  ) -> String {
    var output = ""
    for outcome in outcomes {
      let mark =
        outcome.isPassed
        ? style.paint("✓", TextStyle.Role.good) : style.paint("✗", TextStyle.Role.error)
      output += "\(mark) \(UTF8Text.visible(outcome.name))\n"
      if !outcome.isPassed { output += failure(outcome, style) }
    }
    let failed = outcomes.count { !$0.isPassed }
    output += "\n\(outcomes.count) test\(outcomes.count == 1 ? "" : "s"), "
    output += "\(outcomes.count - failed) passed, \(failed) failed\n"
    if let coverage {
      output += "\(coverage.covered) of \(coverage.entries) entries covered\n"
      for place in coverage.missing {
        output += "  not covered: \(place.file):\(place.line):\(place.column)  \(place.path)\n"
      }
    }
    return output
  }

  private func failure(_ outcome: TestOutcome, _ style: TextStyle) -> String {
    var output = ""
    if let source = outcome.source {
      output += "    \(style.paint("at \(source.file):\(source.line):\(source.column)", .frame))\n"
    }
    for difference in outcome.differences {
      output += "    \(difference.field)\n"
      output += "      expected  \(UTF8Text.visible(difference.expected.text()))\n"
      output += "      actual    \(UTF8Text.visible(difference.actual.text()))\n"
    }
    if let message = outcome.actual["message"]?.stringValue {
      output += "    because \(UTF8Text.visible(message))\n"
    }
    if let place = outcome.actual["source"], case .object = place,
      let file = place["file"]?.stringValue, let path = place["path"]?.stringValue
    {
      let line = place["line"]?.text() ?? ""
      output += "    decided by \(file):\(line)  \(path)\n"
    }
    return output
  }

  // MARK: JSON

  private func json(_ outcomes: [TestOutcome], _ coverage: TestCoverage?) -> JSONValue {
    let failed = outcomes.count { !$0.isPassed }
    var entries: [(key: String, value: JSONValue)] = [
      ("schemaVersion", 1),
      (
        "summary",
        [
          "tests": .int(outcomes.count), "passed": .int(outcomes.count - failed),
          "failed": .int(failed),
        ]
      ),
      ("tests", .array(outcomes.map(json))),
    ]
    if let coverage {
      entries.append(
        (
          "coverage",
          [
            "entries": .int(coverage.entries), "covered": .int(coverage.covered),
            "missing": .array(coverage.missing.map(\.json)),
          ]
        ))
    }
    return .object(entries)
  }

  private func json(_ outcome: TestOutcome) -> JSONValue {
    [
      "name": .string(outcome.name), "status": .string(outcome.isPassed ? "passed" : "failed"),
      "source": outcome.source?.json ?? .null, "request": outcome.request,
      "expected": outcome.expected, "actual": outcome.actual,
      "differences": .array(
        outcome.differences.map {
          ["field": .string($0.field), "expected": $0.expected, "actual": $0.actual]
        }),
    ]
  }
}
