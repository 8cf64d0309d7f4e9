import LinkPolicyCLI
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

  @Test func `a directory without policies names init and what it would import`() {
    for command in [
      ["validate"], ["flow"], ["simulate", "authorize"], ["who-allows", "a.example"],
    ] {
      let empty = CommandLineRun(command, files: MemoryFileSystem([:]))
      #expect(empty.status == .usage)
      #expect(empty.errors.contains("`linkpolicy init --starter`"), "\(empty)")
    }
  }

  @Test(arguments: [
    (["flow", "--envirnment", "prod"], "; did you mean `--environment`?"),
    (["validate", "--env", "prod"], "unknown option `--env`; for help, run"),
    (["flow", "--env", "production"], "write one of `prod` and `sandbox`; for help, run"),
    (["who-allows"], "missing expected argument `<uri>`; for help, run"),
  ]) func `a usage error is one line that names what was meant`(
    arguments: [String], message: String
  ) {
    let run = CommandLineRun(arguments, files: MemoryFileSystem([:]))
    #expect(run.status == .usage)
    #expect(run.errors.hasPrefix("linkpolicy: ") && run.errors.contains(message), "\(run)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run)")
  }

  @Test func `help of a request type lists its fields`() {
    let run = said("help", "post-logout")
    #expect(run.status == .clean)
    #expect(run.output.contains("--post-logout-redirect-uri"))
  }
}
