import LanguageServer
import PolicyText
import PolicyTestSupport
import Testing

/// Byte offsets and positions in three encodings.
@Suite struct PositionTests {
  private static let pieces = ["a", "ü", "漢", "😀", "\n", "\r\n", "\r", "e\u{301}", " ", "\u{FEFF}"]

  private static func text(_ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 0...30, using: &random)).map { _ in random.one(of: pieces) }.joined()
  }

  /// Splits a document into lines as the protocol defines them, with their line endings.
  private static func lines(_ text: String) -> [[Unicode.Scalar]] {
    var lines: [[Unicode.Scalar]] = [[]]
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      lines[lines.count - 1].append(scalar)
      let isPair = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if scalar == "\n" || (scalar == "\r" && !isPair) { lines.append([]) }
    }
    return lines
  }

  private static func units(_ scalar: Unicode.Scalar, _ encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: UTF8.width(scalar)
    case .utf16: UTF16.width(scalar)
    case .utf32: 1
    }
  }

  @Test(arguments: [PositionEncoding.utf8, .utf16, .utf32])
  func `every scalar has its position, and every position its byte`(_ encoding: PositionEncoding) {
    var random = SeededRandom(seed: 11)
    for _ in 0..<TestForm.size(500, full: 4_000) {
      let text = Self.text(&random)
      let source = SourceFile(name: "a", bytes: Array(text.utf8))
      let positions = TextPositions(source, encoding)
      var offset = 0
      for (number, line) in Self.lines(text).enumerated() {
        var character = 0
        for scalar in line {
          let position = TextPosition(line: number, character: character)
          #expect(positions.position(of: offset) == position, "\(text.debugDescription) \(offset)")
          if scalar != "\n", scalar != "\r" {
            #expect(
              positions.offset(of: position) == offset, "\(text.debugDescription) \(position)")
            // A position within a scalar is its start.
            for inside in 1..<max(1, Self.units(scalar, encoding)) where inside > 0 {
              let within = TextPosition(line: number, character: character + inside)
              #expect(positions.offset(of: within) == offset)
            }
          }
          offset += UTF8.width(scalar)
          character += Self.units(scalar, encoding)
        }
        // A position after the end of a line is the line's end.
        let far = positions.offset(of: TextPosition(line: number, character: character + 9))
        #expect(far <= offset)
      }
      #expect(positions.offset(of: TextPosition(line: 999, character: 0)) == text.utf8.count)
    }
  }

  @Test func `invalid UTF-8 has the width of its replacement characters in clients`() {
    // A lead byte without its rest, a continuation byte without a lead, and a scalar truncated at
    // the end.
    let source = SourceFile(name: "a", bytes: [0xF0, 0x61, 0x80, 0x62, 0xF0, 0x9F])
    for (encoding, columns) in [
      (PositionEncoding.utf8, [0, 1, 2, 3, 4, 4, 6]), (.utf16, [0, 1, 2, 3, 4, 4, 5]),
      (.utf32, [0, 1, 2, 3, 4, 4, 5]),
    ] {
      let positions = TextPositions(source, encoding)
      #expect((0...6).map { positions.position(of: $0).character } == columns)
      for offset in [0, 1, 2, 3, 4, 6] {
        #expect(positions.offset(of: positions.position(of: offset)) == offset)
      }
    }
  }

  @Test func `the cheapest offered encoding is chosen`() {
    #expect(PositionEncoding(offered: []) == .utf16)
    #expect(PositionEncoding(offered: ["utf-16", "utf-8"]) == .utf8)
    #expect(PositionEncoding(offered: ["utf-32", "utf-16"]) == .utf32)
    #expect(PositionEncoding(offered: ["utf-7"]) == .utf16)
  }

  @Test(arguments: [PositionEncoding.utf8, .utf16, .utf32])
  func `edits give the same document as in the editor`(_ encoding: PositionEncoding) throws {
    var random = SeededRandom(seed: 23)
    for _ in 0..<TestForm.size(60, full: 400) {
      var text = Self.text(&random)
      var session = ServerSession(
        [:],
        capabilities: [
          "general": ["positionEncodings": [.string(encoding.rawValue)]]
        ])
      session.open("Policies/a.yaml", text)
      for version in 2..<12 {
        let source = SourceFile(name: "a", bytes: Array(text.utf8))
        let positions = TextPositions(source, encoding)
        let scalars = Array(text.unicodeScalars)
        var ends = [0, 0].map { _ in Int.random(in: 0...scalars.count, using: &random) }.sorted()
        // An editor never splits a line ending.
        for index in ends.indices
        where ends[index] > 0 && ends[index] < scalars.count
          && scalars[ends[index] - 1] == "\r" && scalars[ends[index]] == "\n"
        { ends[index] += 1 }
        func offset(_ count: Int) -> Int { scalars[..<count].reduce(0) { $0 + UTF8.width($1) } }
        let new = Self.text(&random)
        func json(_ position: TextPosition) -> JSONValue {
          ["line": .int(position.line), "character": .int(position.character)]
        }
        session.notify(
          "textDocument/didChange",
          [
            "textDocument": ["uri": "file:///w/Policies/a.yaml", "version": .int(version)],
            "contentChanges": [
              [
                "range": [
                  "start": json(positions.position(of: offset(ends[0]))),
                  "end": json(positions.position(of: offset(ends[1]))),
                ], "text": .string(new),
              ]
            ],
          ])
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(offset(ends[0])..<offset(ends[1]), with: Array(new.utf8))
        text = String(decoding: bytes, as: UTF8.self)
        #expect(session.server.text(of: "file:///w/Policies/a.yaml") == bytes)
      }
    }
  }
}
