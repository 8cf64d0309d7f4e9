import Foundation
import PolicyTestSupport
import ProjectTestSupport
import Testing

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
