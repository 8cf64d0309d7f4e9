import LinkPolicyCLI
import ProjectTestSupport
import Testing

@Suite struct QuickArgumentsTests {
  /// Command lines that the quick reader takes, with a form that only ArgumentParser reads.
  private static let lines: [(quick: [String], full: [String])] = [
    (["validate"], ["validate", "--fail-on", "error"]),
    (["validate", "Policies"], ["validate", "--fail-on=error", "Policies"]),
    (
      ["validate", "--format", "json", "--color", "never", "a.yaml"],
      ["validate", "--format=json", "--color=never", "a.yaml"]
    ),
    (
      ["simulate", "authorize", "--client", "website", "--state", "s"],
      ["simulate", "authorize", "--client=website", "--state=s"]
    ),
    (
      ["simulate", "authorize", "--state", "s", "--redirect-uri", "https://lumen.example/x"],
      ["simulate", "authorize", "--redirect-uri=https://lumen.example/x", "--state=s"]
    ),
    (
      ["simulate", "app-flip-ios", "--url", "https://x.example/flip", "--policy", "Policies"],
      ["simulate", "app_flip_ios", "--url=https://x.example/flip", "--policy=Policies"]
    ),
    (
      ["replay", "log.ndjson", "--policy", "Policies", "--summary", "text"],
      ["replay", "--policy=Policies", "--summary=text", "log.ndjson"]
    ),
    (
      ["replay", "--against", "a.yaml", "log.ndjson", "-"],
      ["replay", "--against=a.yaml", "log.ndjson", "-"]
    ),
  ]

  @Test(arguments: lines)
  func `the quick reader and the full one run the same command`(
    _ line: (quick: [String], full: [String])
  ) {
    let files = MemoryFileSystem([
      "Policies/lumen.yaml": cleanPolicy, "a.yaml": cleanPolicy, "log.ndjson": "{}\n[]\n",
    ])
    let quick = CommandLineRun(line.quick, files: files)
    let full = CommandLineRun(line.full, files: files)
    #expect(quick.status == full.status)
    #expect(quick.output == full.output)
    #expect(quick.errors == full.errors)
  }

  @Test(arguments: [
    ["validate", "--help"], ["validate", "--fix"], ["validate", "--format=json"],
    ["validate", "--format", "nonsense"], ["simulate", "authorize", "--state", "--x"],
    ["simulate", "authorize", "extra"], ["simulate", "authorize", "--state", "a", "--state", "b"],
    ["explain", "uri-fragment"], [], ["replay", "merge", "a.json"], ["replay", "--jobs", "2"],
    ["replay", "--policy", "--x"], ["replay", "--summary", "nonsense"],
  ])
  func `what is not plain is left to the full reader`(_ line: [String]) {
    #expect(QuickArguments.validate(line) == nil)
    #expect(QuickArguments.simulate(line) == nil)
    #expect(QuickArguments.replay(line) == nil)
  }
}
