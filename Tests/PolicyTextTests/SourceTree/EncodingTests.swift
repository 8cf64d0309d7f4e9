import PolicyText
import Testing

/// Bytes that are no text.
@Suite struct EncodingTests {
  static let kinds: [([UInt8], String)] = [
    ([0x80], "a lone continuation byte"), ([0xC0, 0xAF], "an overlong slash"),
    ([0xC1, 0xBF], "an overlong letter"), ([0xE0, 0x80, 0xAF], "an overlong slash of three bytes"),
    ([0xED, 0xA0, 0x80], "a surrogate"), ([0xF5, 0x80, 0x80, 0x80], "above U+10FFFF"),
    ([0xF4, 0x90, 0x80, 0x80], "just above U+10FFFF"), ([0xE2, 0x82], "a cut sequence"),
    ([0xF0, 0x9F, 0x98], "a cut sequence of four"), ([0xFF], "no UTF-8 byte at all"),
  ]

  @Test(arguments: kinds) func `a byte that is no UTF-8 is shown where it stands`(
    bytes: [UInt8], kind: String
  ) {
    for tail in [[], Array("\n".utf8)] {
      let yaml = Sample(yaml: Array("é: x".utf8) + bytes + tail)
      #expect(yaml.rules == ["yaml-encoding"], "\(kind)")
      #expect(yaml.diagnostics.first?.location.span == SourceSpan(5, 6))
      let json = Sample(json: Array("[\"é".utf8) + bytes + Array("\"]".utf8))
      #expect(json.rules == ["yaml-encoding"])
      #expect(json.diagnostics.first?.location.span == SourceSpan(4, 5))
    }
  }

  @Test(arguments: [
    [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0x00, 0x61, 0x00, 0x3A],
    [0x61, 0x00, 0x3A, 0x00],
  ]) func `UTF-16 is named`(bytes: [UInt8]) throws {
    for sample in [Sample(yaml: bytes), Sample(json: bytes)] {
      #expect(sample.rules == ["yaml-encoding"])
      #expect(try #require(sample.diagnostics.first).message.contains("UTF-16"))
    }
  }

  @Test func `a NUL is a control character`() {
    let sample = Sample(yaml: "a: x\u{0}y\n")
    #expect(sample.findings == ["yaml-syntax: \u{0}"])
    #expect(sample.firstPlace == "1:5")
    #expect(Sample(yaml: [UInt8](repeating: 0, count: 5000)).rules == ["yaml-syntax"])
  }

  @Test func `a byte order mark shifts nothing`() {
    let sample = Sample(yaml: "\u{FEFF}a: x\u{1}\n")
    #expect(sample.firstPlace == "1:5")
    #expect(sample.findings == ["yaml-syntax: \u{1}"])
  }
}
