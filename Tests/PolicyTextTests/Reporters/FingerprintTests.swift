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
