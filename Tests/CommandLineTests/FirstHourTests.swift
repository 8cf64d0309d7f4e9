import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// What somebody new types, and what they are told.
@Suite struct FirstHourTests {
  private func said(_ arguments: String...) -> CommandLineRun {
    CommandLineRun(arguments, files: MemoryFileSystem([:]))
  }

  @Test(arguments: [
    ("validat", "`validate`"), ("Validate", "`validate`"), ("lint", "`validate`"),
    ("simulte", "`simulate`"), ("gen", "`generate`"), ("whoallows", "`who-allows`"),
    ("explian", "`explain`"), ("flows", "`flow`"),
  ]) func `a mistyped command names the one that was meant`(word: String, command: String) {
    for run in [said(word), said(word, "Policies", "--format", "json"), said("help", word)] {
      #expect(run.status == .usage)
      #expect(
        run.errors == "linkpolicy: `\(word)` is not a command; did you mean \(command)?\n")
    }
  }

  @Test func `a path in the place of the command is told how to be checked`() {
    let run = said("Policies/acme.yaml")
    #expect(run.status == .usage)
    #expect(run.errors.contains("run `linkpolicy validate Policies/acme.yaml`"))
    #expect(said("xyzzy").errors.contains("run `linkpolicy --help`"))
  }

  @Test func `no command at all says what to do first`() {
    let run = said()
    #expect(run.status == .usage)
    #expect(run.errors.contains("\nExamples:\n  linkpolicy init\n"))
  }

  @Test func `rules are found by category and by words`() {
    let category = said("rules", "--category", "association")
    #expect(category.status == .clean)
    #expect(category.output.hasPrefix("association\n"))
    #expect(!category.output.contains("uri-fragment"))
    let found = said("rules", "--search", "FRAGMENT", "--search", "uri")
    #expect(found.output.contains("uri-fragment"))
    #expect(!found.output.contains("uri-wildcard"))
    #expect(said("rules", "--search", "xyzzy").status == .usage)
    #expect(said("rules", "--reasons", "--search", "pkce").output.contains("pkce-missing"))
    #expect(!said("rules", "--reasons", "--search", "pkce").output.contains("state-missing"))
  }
}
