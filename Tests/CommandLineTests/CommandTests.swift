import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

@Suite struct CommandTests {
  private let files = MemoryFileSystem(["Policies/lumen.yaml": cleanPolicy])

  // MARK: validate

  @Test func `a clean policy says nothing to a script`() {
    let run = CommandLineRun(["validate"], files: files)
    #expect(run.status == .clean)
    #expect(run.output.isEmpty && run.errors.isEmpty)
  }

  @Test func `a clean policy says so to a person`() {
    let run = CommandLineRun(["validate"], files: files, isTerminal: true)
    #expect(run.errors.contains("no findings"))
  }

  @Test func `an error makes the status 1 and a warning does not`() {
    let faulty = cleanPolicy.replacing("callback]", with: "callback#x]", maxReplacements: 1)
    let run = CommandLineRun(
      ["validate", "--format", "oneline"], files: MemoryFileSystem(["Policies/a.yaml": faulty]))
    #expect(run.status == .findings)
    #expect(run.output.contains("Policies/a.yaml:10:"))
    #expect(run.output.contains("error[uri-fragment]"))
    #expect(run.errors.contains("1 error"))
    let never = CommandLineRun(
      ["validate", "--fail-on", "never"], files: MemoryFileSystem(["Policies/a.yaml": faulty]))
    #expect(never.status == .clean)
  }

  @Test func `nothing to check is an error unless it is allowed`() {
    let empty = MemoryFileSystem(["tree/other.yaml": "a: b\n"])
    #expect(CommandLineRun(["validate", "tree"], files: empty).status == .usage)
    #expect(CommandLineRun(["validate", "tree", "--allow-empty"], files: empty).status == .clean)
    #expect(CommandLineRun(["validate", "nowhere"], files: empty).status == .usage)
  }

  @Test func `a file that is named must be a policy`() {
    let run = CommandLineRun(
      ["validate", "a.yaml", "--format", "oneline"], files: MemoryFileSystem(["a.yaml": "a: b\n"]))
    #expect(run.status == .findings)
    #expect(run.output.hasPrefix("a.yaml:1:1: error[missing-key]"))
  }

  @Test func `standard input is a file with a name`() {
    let run = CommandLineRun(
      ["validate", "-", "--stdin-filename", "x.yaml", "--format", "oneline"],
      files: MemoryFileSystem(), input: "linkpolicy: 1\n")
    #expect(run.output.hasPrefix("x.yaml:"))
    #expect(run.output.contains("missing-key"))
  }

  @Test func `a secret is printed in no format`() {
    let secret = "GOCSPX-abcdef"
    let policy = cleanPolicy.replacing("{ env: LUMEN_WEB_SECRET }", with: secret)
    let files = MemoryFileSystem(["Policies/a.yaml": policy])
    for format in ReportFormat.names {
      let run = CommandLineRun(["validate", "--format", format], files: files)
      #expect(run.status == .findings)
      #expect(!(run.output + run.errors).contains(secret), "\(format)")
      #expect(run.output.contains("client-secret-in-policy"), "\(format)")
    }
  }

  @Test func `an unknown option or format is a usage error`() {
    #expect(CommandLineRun(["validate", "--nonsense"], files: files).status == .usage)
    #expect(CommandLineRun(["validate", "--format", "xml"], files: files).status == .usage)
    #expect(CommandLineRun(["nonsense"], files: files).status == .usage)
  }

  @Test(arguments: [
    ["--help"], ["validate", "--help"], ["--version"], ["simulate", "--help"],
    ["--generate-completion-script", "bash"], ["completions", "bash"], ["completions", "zsh"],
    ["completions", "fish"],
  ])
  func `help and version are on standard output`(_ arguments: [String]) {
    let run = CommandLineRun(arguments, files: files)
    #expect(run.status == .clean)
    #expect(!run.output.isEmpty && run.errors.isEmpty)
  }

  @Test func `every command has the version of the program`() {
    let version = CommandLineRun(["--version"], files: files).output
    for command in ["validate", "simulate", "lsp"] {
      #expect(CommandLineRun([command, "--version"], files: files).output == version)
    }
  }

  @Test func `the version accepts no other arguments`() {
    let run = CommandLineRun(["--version", "--bogus"], files: files)
    #expect(run.status == .usage && run.output.isEmpty)
    #expect(CommandLineRun(["completions", "tcsh"], files: files).status == .usage)
  }

  @Test func `the format has the name that other linters use, too`() {
    let runs = ["--format", "--output-format"].map {
      CommandLineRun(["validate", $0, "json"], files: files)
    }
    #expect(runs[0].output == runs[1].output && runs[1].status == .clean)
  }

  @Test func `GitHub Actions gets annotations and a summary by default`() throws {
    let faulty = cleanPolicy.replacing("name: lumen", with: "nmae: '<b>|lumen'")
    let files = MemoryFileSystem(["Policies/a.yaml": faulty, "summary.md": "before\n"])
    let variables = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"]
    let run = CommandLineRun(["validate"], files: files, variables: variables)
    #expect(run.status == .findings && run.output.hasPrefix("::error file=Policies/a.yaml"))
    let summary = String(decoding: try files.read("summary.md"), as: UTF8.self)
    #expect(summary.hasPrefix("before\n### linkpolicy\n"))
    #expect(summary.contains("| error | <code>Policies/a&#46;yaml&#58;"))
    #expect(!summary.contains("<b>"))
    let text = CommandLineRun(["validate", "--format", "text"], files: files, variables: variables)
    #expect(!text.output.contains("::error"))
    #expect(try files.read("summary.md").count == summary.utf8.count)
  }

  @Test func `a color is off with CLICOLOR=0`() {
    let faulty = MemoryFileSystem(["Policies/a.yaml": cleanPolicy + "extra: 1\n"])
    let run = { (variables: [String: String]) in
      CommandLineRun(["validate"], files: faulty, variables: variables, isTerminal: true).output
    }
    #expect(run([:]).contains("\u{1B}[") && !run(["CLICOLOR": "0"]).contains("\u{1B}["))
  }

  @Test func `runs over different paths have different categories for code scanning`() {
    let run = { (paths: [String]) in
      CommandLineRun(["validate", "--format", "sarif"] + paths, files: files).output
    }
    #expect(run([]).contains(#""id": "linkpolicy/""#))
    #expect(run(["Policies"]).contains(#""id": "linkpolicy/Policies/""#))
  }

  // MARK: simulate

  private let good = [
    "simulate", "authorize", "--client", "website", "--response-type", "code", "--state", "s",
    "--redirect-uri",
  ]

  @Test func `an allowed request is status 0 and a denied one 1`() {
    let allowed = CommandLineRun(good + ["https://lumen.example/oauth/callback"], files: files)
    #expect(allowed.status == .clean)
    #expect(
      allowed.output.contains(
        #""target": "https://lumen.example/oauth/callback?code=C1&state=s""#))
    let denied = CommandLineRun(good + ["https://lumen.example/oauth/callback/"], files: files)
    #expect(denied.status == .findings)
    #expect(denied.output.contains("redirect-uri-trailing-slash"))
  }

  @Test func `a terminal gets the path of checks`() {
    let run = CommandLineRun(
      good + ["https://sandbox.lumen.example/oauth/callback"], files: files,
      variables: ["NO_COLOR": "1"], isTerminal: true)
    #expect(run.output.hasPrefix("DENY"))
    #expect(run.output.contains("└─ ✗ redirect_uri"))
    #expect(run.output.contains("decided by  Policies/lumen.yaml:11:"))
  }

  @Test func `every line of a batch is answered, in order, and broken ones make the status 1`()
    throws
  {
    let lines = [
      #"{"id":1,"kind":"authorize","client":"website","redirect_uri":"https://lumen.example/oauth/callback","response_type":"code","state":"s"}"#,
      "{", #"{"id":3,"kind":"nonsense"}"#, "",
      #"{"id":4,"kind":"authorize","query":"client_id=x"}"#,
    ]
    let run = CommandLineRun(
      ["simulate", "--requests", "-"], files: files, input: lines.joined(separator: "\n"))
    let answers = run.output.split(separator: "\n")
    #expect(run.status == .findings)
    try #require(answers.count == 4)
    #expect(answers[0].hasPrefix(#"{"id":1,"kind":"authorize","decision":"allow""#))
    #expect(answers[1].contains("invalid_line"))
    #expect(answers[2].hasPrefix(#"{"id":3,"error":"invalid_line""#))
    #expect(answers[3].contains("client-unknown"))
  }

  @Test func `policies with errors decide nothing unless that is allowed`() {
    let faulty = cleanPolicy.replacing("callback]", with: "callback#x]", maxReplacements: 1)
    let files = MemoryFileSystem(["Policies/a.yaml": faulty])
    let refused = CommandLineRun(good + ["https://lumen.example/oauth/callback#x"], files: files)
    #expect(refused.status == .usage)
    #expect(refused.output.isEmpty && refused.errors.contains("uri-fragment"))
    let allowed = CommandLineRun(
      good + ["https://lumen.example/oauth/callback#x", "--allow-invalid"], files: files)
    #expect(allowed.status == .findings)
    #expect(allowed.output.contains("redirect-uri-not-registered"))
  }

  // MARK: explain, rules, match

  @Test func `a rule is explained, a misspelled one names the nearest`() {
    let run = CommandLineRun(["explain", "uri-fragment"], files: files)
    #expect(run.status == .clean && run.output.contains("Wrong") && run.output.contains("Right"))
    let wrong = CommandLineRun(["explain", "uri-fragmant"], files: files)
    #expect(wrong.status == .usage && wrong.errors.contains("`uri-fragment`"))
  }

  @Test func `rules and reasons are listed in text and JSON`() throws {
    for arguments in [["rules", "--format", "json"], ["rules", "--reasons", "--format", "json"]] {
      let run = CommandLineRun(arguments, files: files)
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      }
    }
    #expect(CommandLineRun(["rules"], files: files).output.contains("uri-fragment"))
  }

  @Test func `match answers about files of others`() {
    let files = MemoryFileSystem([
      "aasa": #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/buy/*"}]}]}}"#
    ])
    let run = CommandLineRun(
      [
        "match", "--aasa", "aasa", "--domain", "x.example", "https://x.example/buy/1",
        "https://x.example/sell",
      ], files: files)
    #expect(run.status == .findings)
    #expect(run.output == "match https://x.example/buy/1\nno_match https://x.example/sell\n")
  }
}

/// Mistakes of newcomers: each is one finding that says how to fix it.
///
/// `Tests/Fixtures/mistakes.txt` has edits of one policy. A block is a name, and the lines before (`-`) and after (`+`)
/// the edit. The golden file has the findings, and what is left after all fixes.
@Suite struct MistakeTests {
  private struct Mistake {
    var name: String
    var policy: String
  }

  private static func mistakes() throws -> [Mistake] {
    let text = try Fixtures.text("Tests/Fixtures/mistakes.txt")
    var blocks = text.components(separatedBy: "\n== ")
    let base = blocks.removeFirst().drop { $0 != "\n" }.dropFirst() + "\n"
    return try blocks.map { block in
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      func edited(_ sign: Character) -> String {
        lines.dropFirst().filter { $0.first == sign }.map { $0.dropFirst() + "\n" }.joined()
      }
      #expect(base.contains(edited("-")), "\(block)")
      let place = try #require(base.range(of: edited("-")))
      return Mistake(
        name: String(lines[0]), policy: base.replacingCharacters(in: place, with: edited("+")))
    }
  }

  @Test func `each mistake is one finding with help, and safe fixes leave no new one`() throws {
    var record = ""
    for mistake in try Self.mistakes() {
      let before = found(mistake.policy, [])
      #expect(before.rules.count == 1, "\(mistake.name): \(before.output)")
      #expect(before.output.contains("\nhelp: "), "\(mistake.name): \(before.output)")
      let safe = found(mistake.policy, ["--fix"])
      #expect(Set(safe.rules).isSubset(of: before.rules), "\(mistake.name): \(safe.output)")
      let all = found(mistake.policy, ["--fix", "--unsafe-fixes"])
      #expect(Set(all.rules).isSubset(of: before.rules), "\(mistake.name): \(all.output)")
      record += "== \(mistake.name)\n\(before.output)"
      if before.output.contains("\nfix: ") {
        record +=
          "after the fix: \(all.rules.isEmpty ? "clean" : all.rules.joined(separator: " "))\n"
      }
      record += "\n"
    }
    try Golden.check(Array(record.utf8), "mistakes.txt")
  }

  /// The findings of a policy after some fixes.
  private func found(_ policy: String, _ fixes: [String]) -> (output: String, rules: [String]) {
    let files = MemoryFileSystem(["Policies/brew.yaml": policy])
    if !fixes.isEmpty { _ = CommandLineRun(["validate"] + fixes, files: files) }
    let output = CommandLineRun(["validate", "--color", "never"], files: files).output
    let rules = output.matches(of: #/(?m)^(?:error|warning)\[([a-z-]+)\]/#).map { String($0.1) }
    return (output, rules)
  }
}
