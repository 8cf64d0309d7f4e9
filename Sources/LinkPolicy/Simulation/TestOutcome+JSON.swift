public import PolicyText

extension TestOutcome {
  /// The results of tests: `Schemas/test.schema.json`.
  ///
  /// - Parameter coverage: nil to leave it out.
  public static func json(_ outcomes: [TestOutcome], coverage: TestCoverage? = nil) -> JSONValue {
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
      ("tests", .array(outcomes.map(\.json))),
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

  private var json: JSONValue {
    [
      "name": .string(name), "status": .string(isPassed ? "passed" : "failed"),
      "source": source?.json ?? .null, "request": ParameterMask(.secrets).masked(request),
      "expected": expected, "actual": actual,
      "differences": .array(
        differences.map {
          [
            "field": .string($0.field), "expected": $0.expected, "actual": $0.actual,
            "source": $0.source?.json ?? .null,
          ]
        }),
    ]
  }
}
