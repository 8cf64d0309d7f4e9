import LinkPolicyCLI
import ProjectTestSupport
import Testing

@Suite struct ValidateOutputTests {
  private let files = MemoryFileSystem(["Policies/p.yaml": faultyPolicy()])

  @Test func `several formats are written at once`() {
    let run = CommandLineRun(
      [
        "validate", "--format", "oneline", "--format", "sarif=out/a.sarif",
        "--format=gitlab=b.json",
      ],
      files: files)
    #expect(run.output.hasPrefix("Policies/p.yaml:12:"))
    #expect(files.files["out/a.sarif"]?.contains("\"2.1.0\"") == true)
    #expect(files.files["b.json"]?.contains("\"check_name\": \"uri-http\"") == true)
  }

  @Test(arguments: [
    ["--format", "json", "--format", "sarif"], ["--format", "json=x", "--format", "sarif=x"],
    ["--format", "json=-", "--format", "sarif"], ["--format", "xml"], ["--format", "json="],
  ])
  func `formats that cannot be written are a usage error`(options: [String]) {
    let run = CommandLineRun(["validate"] + options, files: files)
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
  }

  @Test func `the counts are on standard error`() {
    let run = CommandLineRun(["validate"], files: files)
    #expect(run.errors == "1 error in 1 file; 1 fixable with --unsafe-fixes\n")
    #expect(!run.output.contains("1 error"))
    let quiet = CommandLineRun(["validate", "--quiet"], files: files)
    #expect(quiet.errors.isEmpty)
    #expect(quiet.output.contains("uri-http"))
    #expect(quiet.status == .findings)
  }

  @Test func `quiet leaves warnings out`() {
    let policy = faultyPolicy(comment: "# linkpolicy: ignore[uri-http, uri-idn] reason")
    let run = CommandLineRun(
      ["validate", "--quiet"], files: MemoryFileSystem(["Policies/p.yaml": policy]))
    #expect(run.output.isEmpty && run.status == .clean)
  }

  @Test(arguments: ["PRE_COMMIT", "CI"])
  func `a clean run under a hook or in CI says nothing, even on a terminal`(variable: String) {
    let clean = MemoryFileSystem(["Policies/p.yaml": cleanPolicy])
    let run = CommandLineRun(
      ["validate"], files: clean, variables: [variable: "1"], isTerminal: true)
    #expect(run.output.isEmpty && run.errors.isEmpty)
  }

  @Test(arguments: [
    (["--color", "always"], [:], false, true), (["--color", "never"], [:], true, false),
    ([], [:], true, true), ([], [:], false, false), ([], ["NO_COLOR": "1"], true, false),
    ([], ["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false), ([], ["NO_COLOR": ""], true, true),
    ([], ["FORCE_COLOR": "1"], false, true), ([], ["FORCE_COLOR": "0"], false, false),
    ([], ["TERM": "dumb"], true, false),
  ])
  func `colours go by option, variables and terminal`(
    options: [String], variables: [String: String], isTerminal: Bool, hasColor: Bool
  ) {
    let run = CommandLineRun(
      ["validate"] + options, files: files, variables: variables, isTerminal: isTerminal)
    #expect(run.output.contains("\u{1B}[") == hasColor)
    let machine = CommandLineRun(
      ["validate", "--format", "sarif"] + options, files: files, variables: variables,
      isTerminal: isTerminal)
    #expect(!machine.output.contains("\u{1B}["))
  }

  @Test func `paths of services start at the repository`() {
    let tree = TreeFileSystem(
      ["/r/.git/HEAD": "", "/r/a/Policies/p.yaml": faultyPolicy()], in: "/r/a")
    #expect(
      tree.run(["validate", "--format", "github"]).output.contains("file=a/Policies/p.yaml,"))
    #expect(
      tree.run(["validate", "--format", "sarif", "/r/a/Policies"]).output.contains(
        "\"uri\": \"a/Policies/p.yaml\""))
    #expect(tree.run(["validate", "--format", "oneline"]).output.hasPrefix("Policies/p.yaml:"))
  }

  @Test(arguments: ["text", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "oneline"])
  func `no way to write a secret makes a format print it`(format: String) {
    let secret = "GOCSPX-hidden99"
    let line = "client_secret: { env: LUMEN_WEB_SECRET }"
    let policies = [
      cleanPolicy.replacing(line, with: "client_secret: *s")
        .replacing("name: lumen", with: "name: lumen\nx-s: &s \(secret)\nownr: a"),
      cleanPolicy.replacing(line, with: "client_secrt: \(secret)"),
      cleanPolicy.replacing(line, with: "client_secret: { value: \(secret) }"),
      cleanPolicy.replacing(line, with: "client_secret: [\(secret)]"),
      cleanPolicy.replacing(line, with: "client_secret: \(secret)\n    x: ["),
    ]
    for policy in policies {
      let files = MemoryFileSystem(["p.yaml": policy])
      let run = CommandLineRun(["validate", "p.yaml", "--format", format], files: files)
      #expect(run.status == .findings)
      #expect(!(run.output + run.errors).contains("hidden99"), "\(policy)\n\(run.output)")
      let diff = CommandLineRun(
        ["validate", "p.yaml", "--diff", "--unsafe-fixes"], files: files)
      #expect(!diff.output.contains("hidden99"), "\(diff.output)")
    }
  }
}
