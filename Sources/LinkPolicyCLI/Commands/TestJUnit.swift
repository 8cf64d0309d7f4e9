import LinkPolicy
import PolicyText

/// Test results as JUnit XML: one suite per file, one case per test, and a failure with all fields that
/// differ. Nothing in it depends on the time.
struct TestJUnit {
  let outcomes: [TestOutcome]
  let coverage: TestCoverage?

  private static let unknownFile = "linkpolicy"

  var text: String {
    var output = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"linkpolicy test\""
    output += counts(outcomes) + ">\n"
    for suite in suites {
      output += "  <testsuite" + XMLText.attribute("name", suite.file) + counts(suite.outcomes)
      output += " skipped=\"0\" time=\"0\">\n"
      for outcome in suite.outcomes { output += testCase(outcome, suite.file) }
      // Coverage belongs to all policies; it is in the last suite.
      if let coverage, suite.file == suites.last?.file { output += systemOut(coverage) }
      output += "  </testsuite>\n"
    }
    return output + "</testsuites>\n"
  }

  private func counts(_ outcomes: [TestOutcome]) -> String {
    " tests=\"\(outcomes.count)\" failures=\"\(outcomes.count { !$0.isPassed })\" errors=\"0\""
  }

  /// The tests of each file, in order.
  private var suites: [(file: String, outcomes: [TestOutcome])] {
    var suites: [(file: String, outcomes: [TestOutcome])] = []
    for outcome in outcomes {
      let file = outcome.source?.file ?? Self.unknownFile
      if let last = suites.last, ExactString(last.file) == ExactString(file) {
        suites[suites.count - 1].outcomes.append(outcome)
      } else {
        suites.append((file, [outcome]))
      }
    }
    return suites
  }

  private func testCase(_ outcome: TestOutcome, _ file: String) -> String {
    var output = "    <testcase" + XMLText.attribute("name", outcome.name)
    output += XMLText.attribute("classname", file)
    if let source = outcome.source {
      output += XMLText.attribute("file", source.file) + " line=\"\(source.line)\""
    }
    output += " time=\"0\""
    guard !outcome.isPassed else { return output + "/>\n" }
    let fields = outcome.differences.map(\.field).joined(separator: ", ")
    output += ">\n      <failure type=\"difference\""
    output += XMLText.attribute("message", "not as expected: \(fields)") + ">"
    output += lines(outcome).map(XMLText.escaped).joined(separator: "\n")
    return output + "</failure>\n    </testcase>\n"
  }

  private func lines(_ outcome: TestOutcome) -> [String] {
    var lines = outcome.source.map { ["at \($0.text)"] } ?? []
    for difference in outcome.differences {
      let line = difference.source.map { " (line \($0.line))" } ?? ""
      lines.append("\(difference.field)\(line)")
      lines.append("  expected  \(difference.expected.text())")
      lines.append("  actual    \(difference.actual.text())")
    }
    if let message = outcome.actual["message"]?.stringValue { lines.append("because \(message)") }
    if let place = outcome.decidedBy { lines.append("decided by \(place)") }
    return lines
  }

  private func systemOut(_ coverage: TestCoverage) -> String {
    let lines =
      ["\(coverage.covered) of \(coverage.entries) entries covered"]
      + coverage.missing.map { "not covered: \($0.text)  \($0.path)" }
    return "    <system-out>" + lines.map(XMLText.escaped).joined(separator: "\n")
      + "</system-out>\n"
  }
}
