import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

@Suite struct FixTests {
  /// Values that YAML reads as another type, a boolean in another spelling, and a quoted integer.
  private static let untidy = """
    linkpolicy: "1"   # the version
    name:   no        # who
    owner: 2024-01-01
    clients:
      # the only one
      website:
        provider: generic
        type: web
        client_id: { prod: 123, sandbox: 0x10 }   # flow
        client_secret: { env: LUMEN_WEB_SECRET }
        redirect_uris: { prod: ["https://lumen.example/cb#x"], sandbox: [https://s.lumen.example/cb] }
        scopes: [devices, on]
    x-free: |
      name: no

    """

  private func fix(_ policy: String, _ options: String...) -> (run: CommandLineRun, text: String) {
    let files = MemoryFileSystem(["p.yaml": policy])
    let run = CommandLineRun(["validate", "p.yaml"] + options, files: files)
    return (run, files.files["p.yaml"] ?? "")
  }

  @Test func `safe fixes keep comments and layout`() {
    let fixed = fix(Self.untidy, "--fix").text
    let expected = Self.untidy
      .replacing("linkpolicy: \"1\"", with: "linkpolicy: 1")
      .replacing("name:   no ", with: "name:   \"no\" ")
      .replacing("2024-01-01", with: "\"2024-01-01\"")
      .replacing("prod: 123", with: "prod: \"123\"").replacing("0x10", with: "\"0x10\"")
      .replacing("on]", with: "\"on\"]")
    #expect(fixed == expected)
  }

  @Test(arguments: 0..<60)
  func `after safe fixes, a second run changes nothing and has nothing to fix`(seed: Int) {
    // Every seed selects other lines of the untidy policy, and other line breaks.
    var chance = SeededRandom(seed: UInt64(seed))
    func random(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &chance) }
    let values = [
      "no", "\"no\"", "~", "1.5", "é", "on", "[a]", "*x", "&x yes", "'it''s'", "null # c",
    ]
    let lines = Self.untidy.split(separator: "\n", omittingEmptySubsequences: false).compactMap {
      line -> String? in
      if random(12) == 0 { return nil }
      guard random(4) == 0, let colon = line.lastIndex(of: ":") else { return String(line) }
      return String(line[...colon]) + " " + values[random(values.count)]
    }
    let policy = lines.joined(separator: random(2) == 0 ? "\n" : "\r\n")
    let once = fix(policy, "--fix", "--quiet")
    let twice = fix(once.text, "--fix", "--quiet")
    #expect(once.text == twice.text)
    #expect(!fix(once.text).run.errors.contains("fixable with --fix"))
    func comments(_ text: String) -> [String] {
      text.split(whereSeparator: \.isNewline).compactMap { line in
        line.range(of: " # ").map { String(line[$0.lowerBound...]) }
      }
    }
    func lineCount(_ text: String) -> Int { text.utf8.count { $0 == 0x0A } }
    #expect(comments(policy) == comments(once.text))
    #expect(lineCount(policy) == lineCount(once.text))
  }

  @Test func `unsafe fixes need --unsafe-fixes`() {
    #expect(fix(Self.untidy, "--fix").text.contains("cb#x"))
    #expect(!fix(Self.untidy, "--fix", "--unsafe-fixes").text.contains("cb#x"))
    #expect(fix(Self.untidy, "--unsafe-fixes").text == Self.untidy)
  }

  @Test func `a diff shows the fixes and writes nothing`() {
    let (run, text) = fix(Self.untidy, "--diff")
    #expect(text == Self.untidy)
    #expect(run.status == .findings)
    #expect(run.output.hasPrefix("--- a/p.yaml\n+++ b/p.yaml\n@@ "))
    #expect(run.output.contains("\n-name:   no        # who\n"))
    #expect(run.output.contains("\n+name:   \"no\"        # who\n"))
    #expect(run.errors.contains("would be fixed"))
    let clean = fix(cleanPolicy, "--diff")
    #expect(clean.run.output.isEmpty && clean.run.status == .clean)
  }

  @Test func `no diff contains a secret and no fix changes it`() {
    let policy = Self.untidy.replacing("{ env: LUMEN_WEB_SECRET }", with: "123456")
    let (run, _) = fix(policy, "--diff", "--unsafe-fixes")
    #expect(!run.output.contains("123456"))
    #expect(run.output.contains("client_secret: [redacted]"))
    #expect(fix(policy, "--fix", "--unsafe-fixes").text.contains("client_secret: 123456\n"))
  }

  @Test func `remaining findings are reported and decide the status`() {
    let (run, _) = fix(Self.untidy, "--fix")
    #expect(run.status == .findings)
    #expect(run.output.contains("uri-fragment"))
    #expect(!run.output.contains("yaml-not-string"))
    #expect(run.errors.contains("6 fixed"))
    let clean = fix(cleanPolicy.replacing("name: lumen", with: "name: no"), "--fix")
    #expect(clean.run.status == .clean)
  }

  @Test func `unchanged files are not written`() {
    let files = MemoryFileSystem(["a.yaml": cleanPolicy, "b.yaml": Self.untidy])
    _ = CommandLineRun(["validate", "a.yaml", "b.yaml", "--fix"], files: files)
    #expect(files.writes == ["b.yaml"])
  }

  @Test func `a symbolic link is not replaced by a file`() {
    let files = MemoryFileSystem(["a.yaml": Self.untidy], links: ["a.yaml"])
    let run = CommandLineRun(["validate", "a.yaml", "--fix"], files: files)
    #expect(run.status == .usage)
    #expect(files.writes.isEmpty)
  }

  @Test func `standard input is printed fixed and findings go to standard error`() {
    let run = CommandLineRun(
      ["validate", "-", "--fix", "--format", "oneline"], files: MemoryFileSystem(),
      input: Self.untidy)
    #expect(run.output == fix(Self.untidy, "--fix").text)
    #expect(run.errors.contains("uri-fragment"))
  }

  @Test func `findings that are not reported are not fixed`() {
    let text = fix(Self.untidy, "--fix", "--ignore", "yaml-not-string").text
    #expect(text.contains("name:   no "))
    #expect(text.contains("linkpolicy: 1 "))
  }
}
