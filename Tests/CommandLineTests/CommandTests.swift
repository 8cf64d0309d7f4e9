import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

@Suite struct CommandTests {
  private let files = MemoryFileSystem(["Policies/lumen.yaml": cleanPolicy])

  @Test func `no format prints a secret`() {
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

  @Test func `every command prints the version of the program`() {
    let version = CommandLineRun(["--version"], files: files).output
    for command in ["validate", "simulate", "lsp"] {
      #expect(CommandLineRun([command, "--version"], files: files).output == version)
    }
  }

  @Test func `the text format is also called by the name that other linters use`() {
    let runs = ["--format", "--output-format"].map {
      CommandLineRun(["validate", $0, "json"], files: files)
    }
    #expect(runs[0].output == runs[1].output && runs[1].status == .clean)
  }

  @Test func `a batch has a result for each line, and an invalid line makes the status 1`() throws {
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

  @Test func `rules and reasons are listed in text and JSON`() throws {
    for arguments in [["rules", "--format", "json"], ["rules", "--reasons", "--format", "json"]] {
      let run = CommandLineRun(arguments, files: files)
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      }
    }
    #expect(CommandLineRun(["rules"], files: files).output.contains("uri-fragment"))
  }
}

/// Beginners' mistakes. Each gives one finding that says how to fix it.
///
/// `Tests/Fixtures/mistakes.txt` has edits of one policy. A block has a name, and the lines before
/// (`-`) and after (`+`) the edit. The golden file has the findings, and those that remain after
/// all fixes.
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

  @Test func `each mistake is one finding with help, and safe fixes add no findings`() throws {
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

  /// Returns the findings of a policy after `--fix` with these options.
  private func found(_ policy: String, _ fixes: [String]) -> (output: String, rules: [String]) {
    let files = MemoryFileSystem(["Policies/brew.yaml": policy])
    if !fixes.isEmpty { _ = CommandLineRun(["validate"] + fixes, files: files) }
    let output = CommandLineRun(["validate", "--color", "never"], files: files).output
    let rules = output.matches(of: #/(?m)^(?:error|warning)\[([a-z-]+)\]/#).map { String($0.1) }
    return (output, rules)
  }
}
