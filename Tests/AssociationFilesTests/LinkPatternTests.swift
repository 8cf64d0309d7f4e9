import AssociationFiles
import PolicyTestSupport
import PolicyText
import Testing

struct LinkPatternTests {
  /// The definition, with backtracking.
  private func naive(
    _ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>,
    _ values: [Character: [String]]
  ) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*":
      return naive(rest, text, values)
        || (!text.isEmpty && naive(pattern, text.dropFirst(), values))
    case "?": return !text.isEmpty && naive(rest, text.dropFirst(), values)
    default:
      if let alternatives = values[first] {
        return alternatives.contains { naive(Array($0)[...] + rest, text, values) }
      }
      return text.first == first && naive(rest, text.dropFirst(), values)
    }
  }

  @Test func `matching agrees with backtracking on small patterns`() {
    var random = SeededRandom(seed: 1)
    let values: [Character: [String]] = ["1": ["a", "ab", ""], "2": ["b?", "*a", "c"]]
    let variables = LinkVariables([
      AppleSubstitutionVariable("1", ["a", "ab", ""]),
      AppleSubstitutionVariable("2", ["b?", "*a", "c"]),
    ])
    var matched = 0
    let rounds = TestForm.size(8_000, full: 30_000)
    for _ in 0..<rounds {
      let pattern = (0..<Int.random(in: 0...7, using: &random)).map { _ in
        "aabbc**?12".randomElement(using: &random) ?? "a"
      }
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        "aabbc".randomElement(using: &random) ?? "a"
      }
      // Move the interesting part over the border of a word of the set.
      let padding = random.next() % 2 == 0 ? "" : String(repeating: "x", count: 59) + "y"
      let star = padding.isEmpty ? "" : "*y"
      let written = pattern.map { values[$0] == nil ? String($0) : "$(\($0))" }.joined()
      let compiled = LinkPattern(ExactString(star + written), variables: variables)
      let expected = naive(pattern[...], text[...], values)
      matched += expected ? 1 : 0
      #expect(
        compiled.matches(ExactString(padding + String(text))) == expected,
        "\(star + written) on \(padding + String(text))")
    }
    #expect(matched > rounds / 12)
  }

  @Test func `work grows with pattern times text and no faster`() {
    func steps(stars: Int, length: Int) -> Int {
      let pattern = LinkPattern(ExactString(String(repeating: "*a", count: stars) + "*b"))
      var steps = 0
      let input = [Unicode.Scalar](repeating: "a", count: length)
      #expect(!pattern.matches(input, steps: &steps))
      return steps
    }
    let base = steps(stars: 32, length: 1024)
    #expect(base < 4 * 32 * 1024)
    #expect(steps(stars: 64, length: 1024) < 3 * base)
    #expect(steps(stars: 32, length: 2048) < 3 * base)
    #expect(steps(stars: 1000, length: 20_000) < 4 * 1000 * 20_000)
  }

  @Test(arguments: [
    ("/id/$(digit)", "/id/7", true), ("/id/$(digit)", "/id/٧", false),
    ("$(upper)", "q", false), ("$(alpha)", "q", true), ("$(xdigit)", "G", false),
    ("$(lang)_$(region)", "de_CH", true), ("$(lang)_$(region)", "de_ch", false),
    ("$(nothing)", "", false), ("$(nothing)", "$(nothing)", false),
    ("$(open", "$(open", true), ("$", "$", true), ("$$(digit)", "$7", true),
    ("K", "\u{212A}", false), ("?", "e\u{301}", false), ("??", "e\u{301}", true),
    ("?", "\r\n", false), ("?", "😀", true), ("", "", true), ("", "x", false), ("**", "", true),
  ])
  func `patterns compare by scalar`(pattern: String, text: String, expected: Bool) {
    #expect(LinkPattern(ExactString(pattern)).matches(ExactString(text)) == expected)
  }

  @Test func `case folds in literals and variables when it does not count`() {
    let variables = LinkVariables([AppleSubstitutionVariable("Food", ["Pizza", "SUSHI"])])
    func matches(_ pattern: String, _ text: String) -> Bool {
      LinkPattern(ExactString(pattern), variables: variables, caseSensitive: false)
        .matches(ExactString(text))
    }
    #expect(matches("/Buy/$(Food)/$(region)/$(upper)", "/bUY/pIZZA/ch/x"))
    #expect(matches("É", "é"))
    #expect(!matches("$(food)", "pizza"))
  }

  @Test func `a pattern larger than any honest one never matches`() {
    let pattern = LinkPattern(ExactString(String(repeating: "*$(lang)", count: 60)))
    #expect(pattern.isTooLarge)
    #expect(!pattern.matches("de"))
    #expect(!LinkPattern(ExactString(String(repeating: "*$(lang)", count: 10))).isTooLarge)
  }

  @Test func `names of variables are found`() {
    #expect(LinkPattern.variables(in: "/$(lang)_$(x y)/$(") == ["lang", "x y"])
    #expect(LinkPattern("/$(regoin)").undefinedVariables == ["regoin"])
    #expect(AppleLocaleCodes.regions.count == 257)
    #expect(AppleLocaleCodes.languages.count == 631)
    #expect(!AppleLocaleCodes.regions.contains("UK"))
  }
}
