import Foundation
import LinkPolicy
import PolicyImport
import PolicyTestSupport
import Testing

/// An import of any bytes ends with a report whose positions are valid.
@Suite struct HostileSourceTests {
  private static let folder = "Tests/Fixtures/import"

  /// Reads bytes in every format and with detection. Returns invalid positions in the findings.
  static func problems(_ bytes: [UInt8]) -> [String] {
    var problems: [String] = []
    for kind in ImportFormats.all {
      let library = ImportLibrary()
      let source = library.add(SourceFile(name: "file", bytes: bytes))
      var imported = ImportedValues()
      if case .refused = kind.recognize(source) { continue }
      kind.read(source, into: &imported)
      for finding in imported.findings {
        let span = finding.location.span
        if span.start > span.end || span.end > bytes.count {
          problems.append("\(kind.name): \(finding.rule) \(span) of \(bytes.count)")
        }
      }
      for fact in imported.values where fact.location.span.end > bytes.count {
        problems.append("\(kind.name): \(fact.key.path) \(fact.location.span) of \(bytes.count)")
      }
    }
    return problems
  }

  private static func fixtures() throws -> [[UInt8]] {
    try Fixtures.files(below: folder).map { try Fixtures.bytes($0) }
  }

  @Test func `every format reads truncated and changed sources`() throws {
    var random = SeededRandom(seed: 14)
    for bytes in try Self.fixtures() {
      for _ in 0..<TestForm.size(6, full: 40) {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !changed.isEmpty {
          let place = Int.random(in: 0..<changed.count, using: &random)
          switch random.next() % 4 {
          case 0: changed.removeSubrange(place...)
          case 1: changed[place] = UInt8(truncatingIfNeeded: random.next())
          case 2: changed.remove(at: place)
          default: changed.insert(contentsOf: bytes.suffix(40), at: place)
          }
        }
        let problems = Self.problems(changed)
        #expect(problems.isEmpty, "\(problems)")
      }
    }
  }

  @Test(arguments: [
    Array("\u{FEFF}".utf8), [], [0], [0xFF, 0xFE, 0x7B, 0x00], Array("bplist00".utf8),
    [0x30, 0x82, 0x01, 0x00, 0x30], Array("{\"a\":\u{0}}".utf8),
    Array(String(repeating: "[", count: 10_000).utf8),
    Array(String(repeating: "<a>", count: 10_000).utf8),
    Array(String(repeating: "{a=", count: 10_000).utf8),
    Array(
      "<!DOCTYPE a [<!ENTITY b \"\(String(repeating: "&c;", count: 100))\">]><manifest>&b;</manifest>"
        .utf8),
  ])
  func `every format reads unusual files`(bytes: [UInt8]) {
    #expect(Self.problems(bytes).isEmpty)
    let result = SourceImport([SourceFile(name: "file", bytes: bytes)])
    #expect(result.isEmpty && !result.report.diagnostics.isEmpty)
  }

  /// Each with ten times as many repetitions. Parsing is fast, so the test compares differences in
  /// work, which excludes the fixed part. Quadratic parsing would take a hundred times as long.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      ("<a>", "<b c='d'/>", "</a>"), ("<a>", "x &amp; ", "</a>"), ("<a><!-- ", "- ", "--></a>"),
      ("<a b='", "&lt;\n", "'/>"), ("<plist><dict>", "<string/>", "</dict></plist>"),
      ("<plist><array>", "<string>a</string>", "</array></plist>"),
      ("{ a = (", "b, ", "); }"), ("{ a = \"", "\\n", "\"; }"),
      ("// archiveVersion objects\n{", "", ""),
      ("", "applicationId \"a\" { ", ""), ("", "manifestPlaceholders = [a: ", ""),
      ("SHA-256\n", "AA:BB:", "\n"), ("", "A[sdk=", " = b\n"),
    ])
  func `large sources are read in one pass`(head: String, piece: String, tail: String) {
    let count = TestForm.size(4_000, full: 40_000)
    let text = head + String(repeating: piece, count: count) + tail
    #expect(Self.problems(Array(text.utf8)).isEmpty)
    _ = GradleLiterals(Array(text.utf8))
    _ = XcodeConfig(SourceFile(name: "a.xcconfig", bytes: Array(text.utf8)))
  }

  /// Ten times the size takes ten times the work.
  @Test(
    .countsInstructions,
    arguments: [
      (
        "entitlements",
        "<plist><dict><key>com.apple.developer.applesignin</key><array/><key>application-identifier</key><string>"
          + "A1B2C3D4E5.com.acme.home</string><key>keychain-access-groups</key><array>",
        "<string>a &amp; b</string>", "</array></dict></plist>"
      ),
      (
        "android-manifest",
        "<manifest xmlns:android='http://schemas.android.com/apk/res/android' package='com.acme.home'>",
        "<uses-permission android:name='android.permission.INTERNET'/>\n", "</manifest>"
      ),
      (
        "google-services",
        #"{"project_info":{"project_id":"acme"},"client":[{"client_info":{"android_client_info":"#
          + #"{"package_name":"com.acme.home"}},"x":["#, "1,", "1]}]}"
      ),
    ])
  func `large sources take linear work`(
    kind: String, head: String, piece: String, tail: String
  ) throws {
    // Both sizes are below the limit of entries. Larger files are searched for secrets line by
    // line.
    let counts = try [9_000, 90_000].map { count in
      try Tool.withTemporaryDirectory { directory in
        let text = head + String(repeating: piece, count: count) + tail
        try Data(text.utf8).write(to: directory.appending(path: "source"))
        return try Instructions.count(
          ["import", "--type", kind, "--environment", "prod", "source"], in: directory)
      }
    }
    let growth = Double(counts[1]) / Double(counts[0])
    #expect(growth < 13, "\(growth) times the instructions for ten times the source")
  }
}
