import LinkPolicy

/// Results of tests for programs: `Schemas/test.schema.json`.
struct TestJSON {
  let outcomes: [TestOutcome]
  let coverage: TestCoverage?

  var text: String { TestOutcome.json(outcomes, coverage: coverage).text(.pretty) + "\n" }
}
