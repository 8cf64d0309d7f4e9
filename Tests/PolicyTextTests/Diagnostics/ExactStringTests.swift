import PolicyText
import Testing

@Suite struct ExactStringTests {
  @Test(arguments: [
    ("K", "\u{212A}"), (";", "\u{37E}"), ("é", "e\u{301}"), ("Å", "\u{212B}"), ("", "\u{0}"),
    ("a", "a\u{0}"),
  ]) func `texts with other bytes are not equal`(left: String, right: String) {
    #expect(ExactString(left) != ExactString(right))
    #expect(Set([ExactString(left), ExactString(right)]).count == 2)
    #expect((ExactString(left) < ExactString(right)) != (ExactString(right) < ExactString(left)))
  }

  @Test func `texts of many lengths are found again by their bytes`() {
    let texts = (0..<200).map { ExactString(String(repeating: "ab", count: $0)) }
    let table = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($1, $0) })
    for (index, text) in texts.enumerated() {
      #expect(table[ExactString(decoding: Array(text.utf8))] == index)
    }
  }
}
