import PolicyTestSupport
import PolicyText
import Testing

/// The nearest name is looked for in a band of the table; the whole table says the same.
@Suite struct NearestNameTests {
  /// Damerau-Levenshtein distance, restricted to one edit per substring, as textbooks have it.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var table = [[Int]](repeating: Array(0...b.count), count: a.count + 1)
    for i in 0...a.count { table[i][0] = i }
    for i in 0..<a.count {
      for j in 0..<b.count {
        var cost = min(
          table[i][j + 1] + 1, table[i + 1][j] + 1, table[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, table[i - 1][j - 1] + 1)
        }
        table[i + 1][j + 1] = cost
      }
    }
    return table[a.count][b.count]
  }

  private static func nearest(to name: String, among candidates: [String]) -> String? {
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let (a, b) = (Array(name.utf8), Array(candidate.utf8))
      let found = distance(a, b)
      guard found <= min(3, max(1, max(a.count, b.count) / 3)), found < best?.distance ?? 4
      else { continue }
      best = (candidate, found)
    }
    return best?.name
  }

  @Test func `a band of the table finds what the whole table finds`() {
    var random = SeededRandom(seed: 2_211)
    func name() -> String {
      String(
        decoding: (0..<Int.random(in: 1...14, using: &random)).map { _ in
          UInt8(ascii: "a") + UInt8.random(in: 0..<3, using: &random)
        }, as: UTF8.self)
    }
    var found = 0
    for _ in 0..<4_000 {
      let candidates = (0..<4).map { _ in name() }
      let wanted = name()
      let expected = Self.nearest(to: wanted, among: candidates)
      #expect(Nearest.name(to: wanted, among: candidates) == expected, "\(wanted) \(candidates)")
      if expected != nil { found += 1 }
    }
    #expect(found > 300)
  }

  @Test(arguments: 0..<0x80)
  func `a string of JSON is escaped wherever the byte stands`(_ byte: Int) {
    let character = String(decoding: [UInt8(byte)], as: UTF8.self)
    let isPlain = (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
    for position in 0...16 {
      let text =
        String(repeating: "a", count: position) + character
        + String(repeating: " ", count: 16 - position)
      let json = JSONValue.string(text).text()
      #expect((json == "\"" + text + "\"") == isPlain, "\(byte) at \(position)")
      #expect(json.utf8.count > 18 || isPlain)
    }
  }
}
