import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Checks that `README.md`, the guides in `docs/` and the other user documentation show what
/// happens.
@Suite struct GuideTests {
  private static let pages: [String] = {
    let guides = (try? Fixtures.files(below: "docs")) ?? []
    return ["README.md", "SECURITY.md", "CHANGELOG.md"] + guides.filter { $0.hasSuffix(".md") }
  }()

  @Test func `there are guides`() {
    #expect(Self.pages.count > 40)
  }

  @Test(arguments: pages) func `commands print what the page shows`(_ name: String) throws {
    var page = try ShownPage(name)
    var outputs: [String] = []
    var wrong: [String] = []
    try page.run { command, shown, run in
      let output = run.output.trimmingCharacters(in: .newlines)
      outputs.append(output)
      let isShown =
        shown.isBeginning
        ? output.hasPrefix(shown.text + "\n")
        : output == shown.text.trimmingCharacters(in: .newlines)
      if !isShown { wrong.append("\(command) prints\n\(output)\n\(run.errors)") }
    }
    guard !wrong.isEmpty else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try page.record(outputs)
      Issue.record("recorded \(name)")
    } else {
      for message in wrong { Issue.record("\(message)\nUPDATE_GOLDEN=1 records it") }
    }
  }

  /// A page shows files without secrets. Imported files have `not-copied` instead.
  @Test(arguments: try Fixtures.names(in: "docs/migrate"))
  func `an import never copies secrets`(_ name: String) throws {
    var count = 0
    try ShownPage("docs/migrate/\(name)").run { _, _, run in
      count += 1
      #expect(!run.output.contains("not-copied") && !run.errors.contains("not-copied"))
    }
    #expect(count > 0)
  }

  @Test(arguments: pages) func `every command and option in a page exists`(_ name: String) throws {
    let page = try ShownPage(name)
    let text = try Fixtures.text(name)
    var commands = page.code.filter {
      ["sh", "console", "yml", "text", "cron"].contains($0.language)
    }
    .flatMap { block in
      block.lines.joined(separator: "\n").replacing(#/\\\n */#, with: "").components(
        separatedBy: "\n")
    }
    commands += text.matches(of: #/`(linkpolicy [^`]+)`/#).map { String($0.output.1) }
    for line in commands {
      let line = line.replacing(#/(?:^| )# .*/#, with: "")
      for match in line.matches(of: #/(?:^|[ `(])linkpolicy ([a-z][a-z-]*)([^|;>&]*)/#) {
        let command = String(match.output.1)
        guard let help = Self.help[command] else {
          Issue.record("\(name): unknown command \(command): \(line)")
          continue
        }
        for option in match.output.2.matches(of: #/(?:^| )(--[a-z][a-z-]*)/#) {
          let isKnown =
            [" ", ",", "\n"].contains { help.contains("\(option.output.1)\($0)") }
          #expect(isKnown, "\(name): unknown option \(option.output.1) of \(command)")
        }
      }
    }
  }

  /// The help of each command.
  private static let help: [String: String] = {
    let files = MemoryFileSystem([:])
    let list = CommandLineRun(["--help"], files: files).output
    let names = list.matches(of: #/\n  ([a-z-]+) /#).map { String($0.output.1) }
    return Dictionary(
      (names + ["help"]).map { ($0, CommandLineRun([$0, "--help"], files: files).output) },
      uniquingKeysWith: { first, _ in first })
  }()

  @Test(arguments: pages) func `links lead to files`(_ name: String) throws {
    let folder = Fixtures.root.appending(path: name).deletingLastPathComponent()
    let prose = try Fixtures.text(name).components(separatedBy: "```").enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    for match in prose.matches(of: #/\]\(([^)#:\s]+)(?:#[^)]*)?\)/#) {
      let target = folder.appending(path: String(match.output.1)).path
      #expect(FileManager.default.fileExists(atPath: target), "\(name): \(match.output.1)")
    }
  }

  // MARK: individual pages

  @Test func `the README is short and has the two commands that set up a machine`() throws {
    let text = try Fixtures.text("README.md")
    #expect(text.utf8.count <= 9_000)
    #expect(text.contains("```console\n$ make demo\n$ make test\n```"))
    #expect(try Fixtures.text("CHANGELOG.md").utf8.count <= 8_000)
  }

  @Test func `the tables of targets list all of them`() throws {
    let rows = try Fixtures.text("docs/guides/generate.md").split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    let named = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: #/`([a-z-]+)`/#).map { String($0.output.1) }
    }
    #expect(Set(named).count == named.count)
    let run = CommandLineRun(
      ["generate", "--target", "none", "Policies"], files: DirectoryFileSystem(Fixtures.root))
    let known = run.errors.matches(of: #/`([a-z-]+)`/#).map { String($0.output.1) }
    #expect(Set(named) == Set(known).subtracting(["none"]), "\(run.errors)")
  }

  @Test func `each import format has one page, and each page is linked`() throws {
    let help = CommandLineRun(["import", "--help"], files: MemoryFileSystem([:])).output
    let list = try #require(
      help.firstMatch(of: #/\n(?:Formats|File formats|File types): ((?s:.*?))\./#)
    ).output.1
    let formats = list.split { ", \n".contains($0) }.map { String($0) }
    var named: [String] = []
    let overview = try Fixtures.text("docs/guides/import.md")
    for name in try Fixtures.names(in: "docs/migrate") {
      let page = try Fixtures.text("docs/migrate/\(name)")
      let line = try #require(page.firstMatch(of: #/\nFormats: ((?s:.*?))\.\n/#)).output.1
      named += line.matches(of: #/`([a-z0-9-]+)`/#).map { String($0.output.1) }
      #expect(overview.contains("(../migrate/\(name))"), "\(name)")
    }
    #expect(named.sorted() == formats.sorted())
  }
}

/// Mistakes in a first command line, and their messages.
@Suite struct UsageErrorTests {
  private func said(_ arguments: String...) -> CommandLineRun {
    CommandLineRun(arguments, files: MemoryFileSystem([:]))
  }

  @Test(arguments: [
    ("validat", "`validate`"), ("Validate", "`validate`"), ("lint", "`validate`"),
    ("simulte", "`simulate`"), ("gen", "`generate`"), ("whoallows", "`who-allows`"),
    ("explian", "`explain`"), ("flows", "`flow`"),
  ]) func `for a mistyped command, the error suggests another`(word: String, command: String) {
    for run in [said(word), said(word, "Policies", "--format", "json"), said("help", word)] {
      #expect(run.status == .usage)
      #expect(
        run.errors == "linkpolicy: `\(word)` is not a command; did you mean \(command)?\n")
    }
  }

  @Test func `for a path instead of a command, the error suggests validate`() {
    let run = said("Policies/acme.yaml")
    #expect(run.status == .usage)
    #expect(run.errors.contains("run `linkpolicy validate Policies/acme.yaml`"))
    #expect(said("xyzzy").errors.contains("run `linkpolicy --help`"))
  }

  @Test func `without a command, the output says how to start`() {
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

  @Test func `without policies, the error suggests init and lists files to import`() {
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
    (["validate", "--json"], "; did you mean `--format json`?"),
    (["validate", "--env", "prod"], "unknown option `--env`; for help, run"),
    (["flow", "--env", "production"], "write one of `prod` and `sandbox`; for help, run"),
    (["who-allows"], "missing expected argument `<uri>`; for help, run"),
  ]) func `a usage error is one line with a suggestion`(arguments: [String], message: String) {
    let run = CommandLineRun(arguments, files: MemoryFileSystem([:]))
    #expect(run.status == .usage)
    #expect(run.errors.hasPrefix("linkpolicy: ") && run.errors.contains(message), "\(run)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run)")
  }

  @Test func `help for a request type lists its fields`() {
    let run = said("help", "post-logout")
    #expect(run.status == .clean)
    #expect(run.output.contains("--post-logout-redirect-uri"))
  }
}
