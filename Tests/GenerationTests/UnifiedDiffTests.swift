import Foundation
import LinkPolicy
import PolicyTestSupport
import Testing

/// Diffs of files.
struct UnifiedDiffTests {
  func diff(_ old: String?, _ new: String?) -> String {
    UnifiedDiff.text(path: "f", old: old.map { Array($0.utf8) }, new: new.map { Array($0.utf8) })
  }

  @Test func `equal files have no difference`() {
    #expect(diff("a\n", "a\n").isEmpty)
    #expect(diff(nil, nil).isEmpty)
  }

  @Test func `changes have three lines of context, and close changes share a hunk`() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacingOccurrences(of: "\n5\n", with: "\nfive\n")
      .replacingOccurrences(of: "\n10\n", with: "\n").replacingOccurrences(of: "20\n", with: "20")
    #expect(
      diff(old, new) == """
        --- a/f
        +++ b/f
        @@ -2,12 +2,11 @@
         2
         3
         4
        -5
        +five
         6
         7
         8
         9
        -10
         11
         12
         13
        @@ -17,4 +16,4 @@
         17
         18
         19
        -20
        +20
        \\ No newline at end of file

        """)
  }

  @Test func `control characters are escaped`() {
    #expect(diff(nil, "\u{1B}[2J\tx\u{202E}\n").hasSuffix("+\\u{1B}[2J\tx\\u{202E}\n"))
  }

  @Test func `git applies the diff`() throws {
    let git = try #require(Tool.path("git"), "git is not installed")
    var random = SeededRandom(seed: 7)
    try Tool.withTemporaryDirectory { directory in
      for round in 0..<60 {
        let alphabet = UInt64(round % 6 + 2)
        func text(_ count: UInt64) -> String {
          let lines = (0..<count).map { _ in "line \(random.next() % alphabet)\n" }.joined()
          return random.next() % 4 == 0 ? String(lines.dropLast()) : lines
        }
        let old = text(random.next() % 40 + 1)
        let new = text(random.next() % 40 + 1)
        guard old != new, !old.isEmpty, !new.isEmpty else { continue }
        try Data(old.utf8).write(to: directory.appending(path: "f"))
        try Data(diff(old, new).utf8).write(to: directory.appending(path: "p"))
        let result = try Tool.run(git, ["apply", "p"], in: directory)
        #expect(result.status == 0, "\(result.output)\(diff(old, new))")
        #expect(try Data(contentsOf: directory.appending(path: "f")) == Data(new.utf8))
      }
    }
  }

  @Test func `the search for equal lines stops after a thousand edits`() {
    func text(_ word: String, _ count: Int) -> String {
      (0..<count).map { "\(word)\($0)\n" }.joined()
    }
    func old(_ count: Int) -> String { text("a", count) + "same\n" + text("b", count) }
    func new(_ count: Int) -> String { text("c", count) + "same\n" + text("d", count) }
    #expect(diff(old(249), new(249)).contains("\n same\n"))
    let given = diff(old(251), new(251))
    #expect(given.contains("\n-same\n") && given.contains("\n+same\n"))
    #expect(given.contains("@@ -1,503 +1,503 @@"))
  }

  @Test func `large files without a common line are replaced as a whole`() {
    let count = TestForm.size(10_000, full: 100_000)
    let old = (0..<count).map { "a\($0)\n" }.joined()
    let new = (0..<count).map { "b\($0)\n" }.joined()
    #expect(diff(old, new).hasPrefix("--- a/f\n+++ b/f\n@@ -1,\(count) +1,\(count) @@\n-a0\n"))
  }
}
