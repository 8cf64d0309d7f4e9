import PolicyText
import Testing

struct HiddenCharacterTests {
  private static var scalars: some Sequence<Unicode.Scalar> {
    (UInt32(0)...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) }
  }

  @Test func `Unicode's invisible, control, separator and noncharacters are hidden`() {
    let wrong = Self.scalars.filter { scalar in
      let properties = scalar.properties
      let isHidden: Bool
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        isHidden = !["\t", "\n", "\r", " "].contains(scalar)
      default:
        isHidden =
          properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
          || properties.isBidiControl
      }
      return isHidden && HiddenCharacter(scalar) == nil
    }
    #expect(wrong.map(\.codePoint) == [])
  }

  @Test func `other characters are hidden only if they are blank pictures or annotations`() {
    let others = Self.scalars.filter { scalar in
      let properties = scalar.properties
      guard HiddenCharacter(scalar) != nil, !properties.isDefaultIgnorableCodePoint,
        !properties.isNoncharacterCodePoint
      else { return false }
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
      default: return true
      }
    }
    #expect(
      others.map(\.value) == [0x2800, 0xFFF9, 0xFFFA, 0xFFFB, 0xFFFC, 0x16FE4, 0x1D159])
  }

  @Test func `every hidden character beyond ASCII is found among all others`() {
    for scalar in Self.scalars where !scalar.isASCII {
      let text = "abcdefgé漢😀" + String(scalar) + "z"
      let found = HiddenCharacter.first(in: Array(text.utf8))
      if let kind = HiddenCharacter(scalar) {
        guard found?.scalar == scalar, found?.kind == kind, found?.range.lowerBound == 16 else {
          Issue.record("\(scalar.codePoint) was not found")
          return
        }
      } else if let found {
        Issue.record("\(scalar.codePoint) is found as \(found.scalar.codePoint)")
        return
      }
    }
  }

  /// The messages about hidden characters in a file whose `note` is prose.
  private static func messages(_ text: String) -> [String] {
    let sample = Sample(yaml: text)
    let prose = sample.node("note").map { [sample.tree.span($0)] } ?? []
    var found = sample.diagnostics
    HiddenCharacters.report(in: sample.tree, prose: prose, to: &found)
    return found.map { "\($0.location.span.start) \($0.message)" }
  }

  @Test(arguments: [
    "👩\u{200D}💻", "🏳\u{FE0F}\u{200D}🌈", "❤\u{FE0F}\u{200D}🔥", "👩🏽\u{200D}🚒", "⚠\u{FE0F} careful",
    "1\u{FE0F}⃣", "#\u{FE0F}⃣", "☎\u{FE0E}",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} 🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
    "می\u{200C}خواهم", "क्\u{200D}ष", "ශ්\u{200D}රී", "葛\u{E0100}城", "ᠮᠣᠩ\u{180B}",
    "Bonjour\u{A0}!", "日本\u{3000}語", "10\u{202F}000",
  ])
  func `prose may contain a hidden character that its script or emoji needs`(text: String) {
    #expect(Self.messages("# \(text)\nkey: value # \(text)\nnote: a \(text)\n") == [])
    #expect(Self.messages("note: |\n  \(text)\nkey: v # \(text)") == [])
  }

  @Test(arguments: [
    "a\u{200D}b", "а\u{200C}б", "\u{200D}", "a\u{FE0F}", "\u{200C}م", "م\u{200C}",
    "م\u{200C}\u{200C}م",
    "🏴\u{E0067}\u{E0062}x", "a\u{E0041}", "👩\u{200D}", "م\u{200D}क", "a\u{AD}b", "a\u{200E}",
    "1\u{FE0F}1", "\u{FEFF}x",
  ])
  func `prose must not contain other hidden characters`(text: String) {
    #expect(Self.messages("# x \(text)\n").count == 1)
    #expect(Self.messages("key: value # x \(text)\n").count == 1)
    #expect(Self.messages("note: x \(text)\n").count == 1)
  }

  @Test(arguments: [
    "👩\u{200D}💻", "⚠\u{FE0F} careful", "می\u{200C}خواهم", "葛\u{E0100}城", "Bonjour\u{A0}!",
  ])
  func `keys and values outside of prose must not contain any`(text: String) {
    #expect(Self.messages("key: a \(text)\n").count == 1)
    #expect(Self.messages("\"a \(text)\": b\n").count == 1)
    #expect(Self.messages("list:\n  - 'a \(text)'\n").count == 1)
  }

  @Test func `a byte order mark is allowed only at the start`() {
    #expect(Self.messages("\u{FEFF}key: a\n") == [])
    #expect(
      Self.messages("\u{FEFF}\u{FEFF}key: a\n").first?.hasPrefix("3 invisible character U+FEFF")
        == true)
  }

  @Test func `adjacent hidden characters are one finding, and each line break is one`() {
    #expect(
      Self.messages("# a\u{E0041}\u{E0042}\u{200B}b\n") == [
        "3 3 invisible characters (first: U+E0041 TAG LATIN CAPITAL LETTER A) in a comment: "
          + "reviewers don't see them"
      ])
    #expect(Self.messages("# a\u{2028}\u{2028}#b\n").count == 2)
  }

  @Test func `an error that a line break causes is reported once`() {
    let found = Self.messages("key: va\u{2028}lue\nother: x\n")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("7 invisible character U+2028 LINE SEPARATOR") == true)
  }

  @Test func `carriage returns alone are one finding`() {
    let found = Self.messages("# note\r  more\rkey: a\r\n")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("6 carriage return without a line feed (2 in the") == true)
    #expect(Self.messages("key: a\r\nother: b\r\n") == [])
  }

  @Test func `a thousand hidden characters are counted`() {
    let found = Self.messages("# " + String(repeating: "a\u{200B}", count: 1_000) + "\n")
    #expect(found.count == 200)
    #expect(found.last?.hasSuffix("; 800 more are in the file") == true)
  }
}
