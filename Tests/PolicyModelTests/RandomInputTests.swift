import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Random input never crashes the readers, and every position is within the file and its parent.
@Suite struct RandomInputTests {
  private static let tokens: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", ": ", "- ", "? ", "&a ", "*a", "!!str ", "!x ", "<<: ", "|\n",
      ">-\n ", "\"", "'", "#",
      " #c\n", "---\n", "...\n", "%YAML 1.1\n", "\n", "\r\n", "\r", "\t", "  ", "\\u0041",
      "\\ud83d", "\\", "é", "𝕏", "\u{2028}",
      "\u{85}", "\u{FEFF}", "\u{0}", "yes", "~", "1_0", "prod", "sandbox", "linkpolicy: 1\n", "//",
      "/*", "@", "`",
    ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80]]

  @Test(arguments: 1...4) func `random bytes give valid positions`(seed: UInt64) {
    var numbers = SeededRandom(seed: seed)
    for _ in 0..<700 {
      let bytes = (0..<Int.random(in: 0...60, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      let problems = TreeProblems.reading(bytes)
      #expect(problems == [], "\(bytes)")
    }
  }

  @Test(arguments: 1...4) func `random tokens give valid positions`(seed: UInt64) {
    var numbers = SeededRandom(seed: seed &* 77)
    for _ in 0..<1500 {
      let bytes = (0..<Int.random(in: 0...40, using: &numbers)).flatMap { _ in
        Self.tokens.randomElement(using: &numbers) ?? []
      }
      let problems = TreeProblems.reading(bytes)
      #expect(problems == [], "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  @Test(arguments: StructureFixture.ok + StructureFixture.err)
  func `a damaged policy gives valid positions`(fixture: StructureFixture) throws {
    let original = try Fixtures.bytes(fixture.path)
    var numbers = SeededRandom(seed: UInt64(original.count))
    for _ in 0..<60 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let place = Int.random(in: 0...bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0:
          bytes.insert(contentsOf: Self.tokens.randomElement(using: &numbers) ?? [], at: place)
        case 1:
          bytes.removeSubrange(place..<min(bytes.count, place + 20))
        case 2:
          bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 50)], at: place)
        default:
          if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &numbers) }
        }
      }
      let problems = TreeProblems.reading(bytes)
      #expect(problems == [], "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }
}
