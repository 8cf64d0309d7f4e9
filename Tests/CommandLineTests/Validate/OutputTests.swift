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

/// `--verbose`, and what `--diff` writes into a pipe.
@Suite struct VerboseTests {
  private static let file = "apple-app-site-association"

  private func run(_ text: String, _ options: String...) -> CommandLineRun {
    CommandLineRun(
      ["validate", Self.file] + options, files: MemoryFileSystem([Self.file: text]))
  }

  private static func rules(_ lines: [String]) -> String {
    """
    { "applinks": { "details": [ { "appIDs": ["R7KM2QX94T.com.birch.shop"], "components": [
    \(lines.joined(separator: ",\n"))
    ] } ] } }

    """
  }

  @Test func `places of one fault are listed on request`() {
    let text = Self.rules((0..<5).map { #"{ "/": "/p\#($0)x*" }"# })
    #expect(run(text).output.contains("4 more in lines 3 to 6"))
    #expect(!run(text).output.contains("the same: `/p4x*`"))
    #expect(run(text, "--verbose").output.contains("the same: `/p4x*`"))
    #expect(run(text, "--format", "json").output.contains("the same: `/p4x*`"))
    #expect(run(text, "--format", "sarif").output.contains("the same: `/p4x*`"))
  }

  @Test func `a diff in a pipe keeps the line ends of the file`() {
    let text = Self.rules([#"{ "/": "*" }"#, #"{ "/": "/login", "exclude": true }"#])
      .replacing("\n", with: "\r\n")
    let diff = run(text, "--fix", "--unsafe-fixes", "--diff").output
    #expect(diff.contains("+{ \"/\": \"/login\", \"exclude\": true },\r\n"))
    #expect(!diff.contains("u{D}"))
  }
}

/// `--docs-base` and `docs_base`.
@Suite struct DocsBaseTests {
  private func tree(_ configuration: String = "") -> TreeFileSystem {
    TreeFileSystem(
      [
        "/repo/.git/HEAD": "", "/repo/linkpolicy.yaml": "linkpolicy_config: 1\n\(configuration)",
        "/repo/Policies/p.yaml": faultyPolicy(),
      ], in: "/repo")
  }

  private static let configured = "docs_base: https://docs.acme.example/lp/\n"

  @Test(arguments: ["json", "sarif", "text", "github"])
  func `the site of the configuration is linked`(format: String) {
    let run = tree(Self.configured).run(["validate", "--format", format])
    #expect(run.output.contains("https://docs.acme.example/lp/rules/uri-http/"), "\(run)")
  }

  @Test func `the command line wins`() {
    let run = tree(Self.configured).run([
      "validate", "--format", "json", "--docs-base", "http://localhost:8000",
    ])
    #expect(run.output.contains("\"url\": \"http://localhost:8000/rules/uri-http/\""))
    #expect(!run.output.contains("docs.acme.example"))
  }

  @Test func `without a site links stay in the repository`() {
    let run = tree().run(["validate", "--format", "json"])
    #expect(run.output.contains("\"url\": \"rules/uri-http/\""))
    #expect(!tree().run(["validate", "--format", "sarif"]).output.contains("helpUri"))
  }

  @Test func `rules and explain name the page`() {
    let rules = tree().run(["rules", "--format", "json", "--docs-base", "https://d.example"])
    #expect(rules.output.contains("\"url\": \"https://d.example/rules/uri-http/\""))
    let page = tree().run(["explain", "uri-http", "--docs-base", "https://d.example"])
    #expect(page.output.hasSuffix("\nDocs\n  https://d.example/rules/uri-http/\n"))
  }

  @Test func `what is no address is a usage error at its place`() {
    let option = tree().run(["validate", "--docs-base", "docs.example"])
    #expect(option.status == .usage)
    #expect(option.errors.contains("`--docs-base` must be an http or https URL"))
    let file = tree("docs_base: //docs.example\n").run(["validate"])
    #expect(file.status == .usage && file.errors.contains("linkpolicy.yaml:2:12: `docs_base`"))
  }

  @Test func `settings in force show it`() {
    let run = tree(Self.configured).run(["validate", "--show-config"])
    #expect(run.output.contains("docs_base"), "\(run)")
    #expect(run.output.contains("linkpolicy.yaml:2:12"))
  }
}
