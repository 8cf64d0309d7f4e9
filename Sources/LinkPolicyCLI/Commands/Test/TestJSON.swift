import LinkPolicy

/// Results of tests for programs: `Schemas/test.schema.json`.
struct TestJSON {
  let outcomes: [TestOutcome]
  let coverage: TestCoverage?

  var text: String {
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
    return JSONValue.object(entries).text(.pretty) + "\n"
  }

  private func json(_ outcome: TestOutcome) -> JSONValue {
    [
      "name": .string(outcome.name), "status": .string(outcome.isPassed ? "passed" : "failed"),
      "source": outcome.source?.json ?? .null,
      "request": ParameterMask(.secrets).masked(outcome.request),
      "expected": outcome.expected, "actual": outcome.actual,
      "differences": .array(
        outcome.differences.map {
          [
            "field": .string($0.field), "expected": $0.expected, "actual": $0.actual,
            "source": $0.source?.json ?? .null,
          ]
        }),
    ]
  }
}
