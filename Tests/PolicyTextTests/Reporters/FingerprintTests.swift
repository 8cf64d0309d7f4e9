import PolicyText
import Testing

/// Fingerprints by which services follow findings over time.
@Suite struct FingerprintTests {
  static func fingerprints(_ messages: String...) -> [String] {
    let source = SourceFile(name: "p.yaml", bytes: Array("a: [b, b]\n".utf8))
    let diagnostics = messages.enumerated().map { index, message in
      Diagnostic(
        rule: "uri-http", severity: .error, message: message,
        location: SourceLocation(
          file: FileID(0), span: SourceSpan(4 + 3 * index, 5 + 3 * index)), path: "a[\(index)]")
    }
    let report = Report(sources: [source], diagnostics: diagnostics)
    return report.diagnostics.enumerated().map { index, diagnostic in
      FindingKey(diagnostic, in: report, file: "p.yaml").fingerprint(occurrence: index)
    }
  }

  @Test func `a reworded message keeps the fingerprint`() {
    #expect(Self.fingerprints("old", "old") == Self.fingerprints("new", "other"))
  }

  @Test func `findings with the same key have different fingerprints`() {
    #expect(Set(Self.fingerprints("m", "m")).count == 2)
  }
}

/// The published vectors of the fingerprint that GitHub's upload action computes.
@Suite struct LineHashTests {
  static let vectors: [(text: String, hashes: [String])] = [
    ("", ["c129715d7a2bc9a3:1"]),
    (
      " a\nb\n  \t\tc\n d",
      ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"]
    ),
    (
      String(repeating: "Lorem ipsum dolor sit amet.\n", count: 10),
      [
        "a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
        "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
        "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1",
      ]
    ),
  ]

  private func hashes(_ text: String) -> [String] {
    LineHashes(SourceFile(name: "f", bytes: Array(text.utf8))).lines
  }

  @Test(arguments: vectors) func `a published vector holds`(text: String, expected: [String]) {
    #expect(hashes(text) == expected)
  }

  @Test(arguments: [("a\nb\nc", "a\r\nb\r\nc"), ("a\nb\nc", "a\rb\rc"), ("a b\nc", "  ab\t\n c")])
  func `blanks and the kind of line break do not count`(left: String, right: String) {
    #expect(hashes(left) == hashes(right))
  }

  @Test(arguments: ["", "a", "a\n", "\n\n", "a\r\n\r\nb", "é😀\n x", "\u{FEFF}a\nb"])
  func `every line has a hash`(text: String) {
    let source = SourceFile(name: "f", bytes: Array(text.utf8))
    #expect(hashes(text).count == source.lineStarts.count)
    #expect(!hashes(text).contains(""))
  }
}
