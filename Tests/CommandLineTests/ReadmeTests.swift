import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// What the README shows is what happens.
@Suite struct ReadmeTests {
  /// A command of the README and the output below it.
  struct Shown: CustomTestStringConvertible {
    var command: String
    var output: String
    var testDescription: String { command }
  }

  private static let text =
    (try? String(contentsOf: Fixtures.root.appending(path: "README.md"), encoding: .utf8)) ?? ""

  /// The `console` blocks whose command is linkpolicy.
  private static let shown: [Shown] = text.components(separatedBy: "```console\n").dropFirst()
    .compactMap { part in
      let block = part.components(separatedBy: "\n```")[0]
      let lines = block.components(separatedBy: "\n")
      guard lines[0].hasPrefix("$ linkpolicy ") else { return nil }
      return Shown(
        command: String(lines[0].dropFirst(2)), output: lines.dropFirst().joined(separator: "\n"))
    }

  @Test(arguments: shown)
  func `a command shows what the README says`(_ shown: Shown) {
    let arguments = shown.command.components(separatedBy: " ").dropFirst()
    let run = CommandLineRun(Array(arguments), files: DirectoryFileSystem(Fixtures.root))
    #expect(run.output.trimmingCharacters(in: .newlines) == shown.output)
  }

  @Test
  func `the README shows every everyday command`() {
    let commands = Set(Self.shown.map { $0.command.components(separatedBy: " ")[1] })
    #expect(commands == ["validate", "generate", "simulate", "flow", "replay", "test", "explain"])
  }

  @Test func `the table of targets names all of them`() throws {
    let generate = try #require(
      Self.text.components(separatedBy: "\n## Generate\n").dropFirst().first)
    let rows = generate.components(separatedBy: "\n## ")[0].split(separator: "\n")
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

  @Test func `the README opens with the two commands`() throws {
    let demo = try #require(Self.text.firstRange(of: "$ make demo\n$ make test"))
    let block = try #require(Self.text.firstRange(of: "```"))
    #expect(block.lowerBound < demo.lowerBound)
    #expect(Self.text[block.lowerBound..<demo.lowerBound].count < 20)
  }

  @Test func `the policy of the README is clean`() throws {
    let block = try #require(Self.text.components(separatedBy: "```yaml\n").dropFirst().first)
    let policy = block.components(separatedBy: "```")[0]
    let run = CommandLineRun(
      ["validate", "--fail-on", "note", "Policies"],
      files: MemoryFileSystem(["Policies/lumen.yaml": policy]))
    #expect(run.status == .clean, "\(run.output)")
  }

  @Test func `the test of the README passes on the policy of the README`() throws {
    let blocks = Self.text.components(separatedBy: "```yaml\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    try #require(blocks.count == 2)
    let run = CommandLineRun(
      ["test", "Policies"],
      files: MemoryFileSystem(["Policies/lumen.yaml": blocks[0] + blocks[1]]))
    #expect(run.status == .clean, "\(run.output)")
  }

  @Test func `every file that the README links to is there`() throws {
    let links = Self.text.matches(of: #/\]\(([^)#]+)\)/#).map { String($0.output.1) }
    #expect(links.count >= 4)
    for link in links {
      #expect(
        FileManager.default.fileExists(atPath: Fixtures.root.appending(path: link).path), "\(link)")
    }
  }
}
