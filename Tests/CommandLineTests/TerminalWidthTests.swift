import PolicyText
import ProjectTestSupport
import Testing

/// The output of commands on terminals of several widths.
@Suite struct TerminalWidthTests {
  private static let mistaken = cleanPolicy.replacing(
    "https://lumen.example/oauth/callback",
    with: "https://*.lumen.example/oauth/callback/of/a/path/that/is/longer/than/others#and-more")

  private static let commands: [(arguments: [String], policy: String)] = [
    (["validate"], mistaken), (["validate", "--verbose"], mistaken),
    (["validate", "--fix", "--diff"], mistaken),
    (["simulate", "authorize", "--client", "website"], cleanPolicy),
    (
      [
        "simulate", "authorize", "--client", "website", "--redirect-uri", "https://lumen.example/x",
      ],
      cleanPolicy
    ),
    (["flow"], cleanPolicy), (["flow", "--flow", "authorize:website:prod"], cleanPolicy),
    (["flow", "--fact", "installed=false"], cleanPolicy),
    (["diff", "old.yaml", "p.yaml"], cleanPolicy),
    (["test", "t.yaml"], cleanPolicy),
    (["simulate", "authorize", "--client", "websit"], cleanPolicy),
  ]

  @Test(arguments: commands.indices, [40, 80, 120])
  func `output lines fit the terminal`(index: Int, width: Int) {
    let (arguments, policy) = Self.commands[index]
    let old = cleanPolicy.replacing("pkce: optional", with: "pkce: required")
      .replacing("oauth/callback]", with: "oauth/callback, https://lumen.example/second]")
    let tests = """
      linkpolicy_tests: 1
      tests:
        - name: a request with another redirect URI than the one that is registered, and a long name
          request:
            kind: authorize
            query: "client_id=lumen-web-prod&redirect_uri=https%3A%2F%2Flumen.example%2Fother&state=s&response_type=code"
          expect: { decision: allow }

      """
    let run = CommandLineRun(
      arguments + (arguments[0] == "diff" ? [] : ["p.yaml"]),
      files: MemoryFileSystem([
        "p.yaml": policy, "old.yaml": old, "t.yaml": tests,
      ]), variables: ["COLUMNS": "\(width)", "LANG": "C.UTF-8"], isTerminal: true)
    let text = (run.output + run.errors).replacing(/\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
    #expect(!text.isEmpty)
    for line in text.split(separator: "\n") where WrappedText.columns(of: line) > width {
      // A URL, path or value may be wider, because it is never split.
      let longest = WrappedText.lines(String(line), width: 1).map(WrappedText.columns).max() ?? 0
      #expect(longest > width / 2, "\(line)")
    }
  }

  @Test func `the summary wraps at words`() {
    let run = CommandLineRun(
      ["validate", "p.yaml"], files: MemoryFileSystem(["p.yaml": Self.mistaken]),
      variables: ["COLUMNS": "40", "NO_COLOR": "1", "LANG": "C.UTF-8"], isTerminal: true)
    #expect(run.errors.split(separator: "\n").count > 1)
    #expect(run.errors.contains("--unsafe-fixes"))
  }
}
