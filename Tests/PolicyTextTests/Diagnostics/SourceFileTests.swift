import PolicyTestSupport
import PolicyText
import Testing

@Suite struct SourceFileTests {
  private static func file(_ text: String) -> SourceFile {
    SourceFile(name: "f", bytes: Array(text.utf8))
  }

  @Test(arguments: [
    ("abc", 0, 1, 1), ("abc", 3, 1, 4), ("abc", 99, 1, 4), ("abc", -1, 1, 1), ("a\nb", 2, 2, 1),
    ("a\nb\n", 4, 3, 1),
    ("a\r\nb", 3, 2, 1), ("a\r\nb", 2, 1, 3), ("a\rb", 2, 2, 1), ("é𝕏b", 6, 1, 3),
    ("\u{FEFF}ab", 4, 1, 2),
    ("\u{FEFF}ab", 0, 1, 1), ("\u{FEFF}a\nb", 5, 2, 1), ("a\u{2028}b", 4, 1, 3),
    ("a\u{85}b", 3, 1, 3), ("", 0, 1, 1),
  ]) func `a byte offset has a line and a column in scalars`(
    text: String, offset: Int, line: Int, column: Int
  ) {
    let position = Self.file(text).position(of: offset)
    #expect(position.line == line)
    #expect(position.column == column)
  }

  @Test func `columns agree with counting at every offset of a long mixed line`() {
    let text =
      "\u{FEFF}" + (0..<400).map { $0 % 3 == 0 ? "é" : $0 % 7 == 0 ? "𝕏" : "x" }.joined() + "\nüx"
    let file = Self.file(text)
    var line = 1
    var column = 1
    var offset = 3
    for scalar in text.unicodeScalars.dropFirst() {
      let position = file.position(of: offset)
      #expect(position.line == line && position.column == column && position.offset == offset)
      column += 1
      if scalar == "\n" {
        line += 1
        column = 1
      }
      offset += scalar.utf8.count
    }
  }

  @Test func `a line excludes its line ending and byte order mark`() {
    let file = Self.file("\u{FEFF}a\r\nbc\rd\n")
    #expect((0..<4).map { file.text(file.lineSpan($0)) } == ["a", "bc", "d", ""])
    #expect(file.lineIndex(of: 3) == 0)
    #expect(file.lineIndex(of: 6) == 1)
  }

  @Test(arguments: 0..<200)
  func `lines start where counting says, after any line ending`(seed: UInt64) {
    var chance = SeededRandom(seed: seed)
    let pieces = ["a", "\n", "\r", "\r\n", "é", "sixteen bytes...", seed % 2 == 0 ? "x" : "\r\r"]
    let text = (0..<Int.random(in: 0...60, using: &chance)).map { _ in chance.one(of: pieces) }
    let bytes = Array(text.joined().utf8)
    var starts: [UInt32] = [0]
    var hasLoneReturn = false
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : nil
      guard byte == 0x0A || byte == 0x0D && next != 0x0A else { continue }
      starts.append(UInt32(index + 1))
      hasLoneReturn = hasLoneReturn || byte == 0x0D && next != nil
    }
    let file = SourceFile(name: "f", bytes: bytes)
    #expect(file.lineStarts == starts)
    #expect(file.hasLoneReturn == hasLoneReturn)
    #expect(file.isASCII == bytes.allSatisfy { $0 < 0x80 })
  }

  @Test func `offsets past the end are clamped`() {
    #expect(Self.file("abc").text(SourceSpan(1, 99)) == "bc")
    #expect(Self.file("abc").text(SourceSpan(9, 99)) == "")
    #expect(SourceSpan(5, 2) == SourceSpan(5, 5))
  }
}

@Suite struct ReportTests {
  private static func finding(
    _ file: Int, _ start: Int, _ end: Int, _ rule: RuleID, _ message: String = "m",
    _ environment: Environment? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: rule, severity: .error, environment: environment, message: message,
      location: SourceLocation(file: FileID(file), span: SourceSpan(start, end)))
  }

  @Test func `findings are sorted by file name, span, rule and message`() {
    let sources = ["b", "a"].map { SourceFile(name: $0, bytes: Array("xxxxx".utf8)) }
    let findings = [
      Self.finding(0, 0, 1, "a"), Self.finding(1, 2, 3, "a"), Self.finding(1, 1, 3, "b"),
      Self.finding(1, 1, 2, "c"), Self.finding(1, 1, 3, "a", "z"), Self.finding(1, 1, 3, "a", "y"),
    ]
    let expected = ["1:1-2 c m", "1:1-3 a y", "1:1-3 a z", "1:1-3 b m", "1:2-3 a m", "0:0-1 a m"]
    for order in [findings, findings.reversed(), findings.shuffled()] {
      let report = Report(sources: sources, diagnostics: order)
      let seen = report.diagnostics.map {
        "\($0.location.file.index):\($0.location.span.start)-\($0.location.span.end) \($0.rule) \($0.message)"
      }
      #expect(seen == expected)
    }
  }

  @Test func `a repeated finding is dropped, and the one for both environments is kept`() {
    let sources = [SourceFile(name: "a", bytes: [])]
    let findings = [
      Self.finding(0, 0, 0, "a", "m", .sandbox), Self.finding(0, 0, 0, "a", "m", nil),
      Self.finding(0, 0, 0, "a", "m", .prod),
    ]
    let report = Report(sources: sources, diagnostics: findings)
    #expect(report.diagnostics.map(\.environment) == [nil])
    #expect(report.count(.error) == 1)
    #expect(report.has(atLeast: .warning))
  }
}

struct SecretSearchTests {
  private static let secrets = [
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj",
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
    "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUV2UUlCQURBTkJna3Foa2lH",
    "GOCSPX-abcdefgh12345678", "ya29.a0AfH6SMB1234567890",
    "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlc2lnbmF0dXJl",
  ]

  @Test(arguments: secrets)
  func `a secret is found at every offset`(_ secret: String) {
    for length in 0...40 {
      let before = String(repeating: "y", count: length) + "!"
      let text = Array((before + secret + "!" + String(repeating: "M", count: 40 - length)).utf8)
      let place = before.utf8.count..<(before.utf8.count + secret.utf8.count)
      #expect(SecretContent.matches(in: text[...]).map(\.range) == [place])
      #expect(SecretContent.matches(in: text[place]).map(\.range) == [place])
    }
  }

  @Test(arguments: secrets)
  func `a string without the first letter of a secret is not a secret`(_ secret: String) {
    let text = Array(secret.utf8)
    // Without its first dash, a PEM key still contains base64, which is a secret by itself.
    guard text.first != UInt8(ascii: "-") else { return }
    #expect(SecretContent.matches(in: text.dropFirst()).isEmpty)
  }
}

struct SecretCopiesTests {
  @Test(arguments: [
    (text: #""a": "hunter2", "secret": "hunter2","#, value: #""hunter2","#, count: 2),
    (text: "secret: hunter2\npa: hunter2 # the old one", value: "hunter2", count: 2),
    (text: "hunter2hunter2 secret=hunter2", value: "hunter2", count: 3),
    // The same string, and a longer one with the same start.
    (text: "secret: hunter22 hunter2", value: "hunter22", count: 1),
    // A short word isn't enough evidence.
    (text: "secret: admin\nuser: admin", value: "admin", count: 0),
    (text: "", value: "", count: 0),
  ])
  func `another occurrence of a secret is found anywhere`(
    example: (text: String, value: String, count: Int)
  ) throws {
    let bytes = Array(example.text.utf8)
    let place = try #require(
      example.value.isEmpty ? 0..<0 : bytes.firstRange(of: Array(example.value.utf8)))
    let spans = SecretCopies.spans(of: [SourceSpan(place.lowerBound, place.upperBound)], in: bytes)
    #expect(spans.count == example.count)
    for span in spans {
      #expect(example.value.contains(String(decoding: bytes[span.start..<span.end], as: UTF8.self)))
    }
  }
}

@Suite struct ExactStringTests {
  @Test(arguments: [
    ("K", "\u{212A}"), (";", "\u{37E}"), ("é", "e\u{301}"), ("Å", "\u{212B}"), ("", "\u{0}"),
    ("a", "a\u{0}"),
  ]) func `strings with different bytes are not equal`(left: String, right: String) {
    #expect(ExactString(left) != ExactString(right))
    #expect(Set([ExactString(left), ExactString(right)]).count == 2)
    #expect((ExactString(left) < ExactString(right)) != (ExactString(right) < ExactString(left)))
  }

  @Test func `strings of many lengths are found by their bytes`() {
    let texts = (0..<200).map { ExactString(String(repeating: "ab", count: $0)) }
    let table = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($1, $0) })
    for (index, text) in texts.enumerated() {
      #expect(table[ExactString(decoding: Array(text.utf8))] == index)
    }
  }
}
