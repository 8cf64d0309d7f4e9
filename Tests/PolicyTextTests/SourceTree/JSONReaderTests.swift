import PolicyText
import Testing

/// Strict JSON with positions.
@Suite struct JSONReaderTests {
  @Test func `a value has its range, type and path`() {
    let sample = Sample(json: "{\"a\": [1, \"é\\n\", true, null, -1.5e+3],\r\n \"𝕏\": {}}\n")
    #expect(sample.diagnostics.isEmpty)
    #expect(sample.source(sample.node("a")) == "[1, \"é\\n\", true, null, -1.5e+3]")
    #expect(sample.text(sample.node("a", "1")) == "é\n")
    #expect(sample.source(sample.node("a", "4")) == "-1.5e+3")
    #expect(sample.node("a", "2").map(sample.tree.style) == .jsonLiteral)
    #expect(sample.node("a", "0").map(sample.tree.style) == .jsonNumber)
    #expect(sample.source(sample.node("𝕏")) == "{}")
    #expect(sample.node("a", "3").map(sample.tree.path) == "a[3]")
    #expect(sample.problems == [])
  }

  @Test(arguments: [
    ("\"\\u0041\\u00e9\"", "Aé"), ("\"\\ud83d\\ude00\"", "😀"),
    ("\"\\/\\b\\f\\r\\t\\\\\\\"\"", "/\u{8}\u{C}\r\t\\\""),
    ("\"\\u0000\"", "\u{0}"), ("\"\u{7F}\"", "\u{7F}"), ("\"\"", ""),
  ]) func `escapes are decoded`(text: String, expected: String) {
    let sample = Sample(json: text)
    #expect(sample.diagnostics.isEmpty)
    #expect(sample.text(sample.tree.root) == expected)
  }

  @Test(arguments: [
    ("", ["json-syntax: "]), ("{", ["json-syntax: "]), ("[1", ["json-syntax: "]),
    ("[1 2]", ["json-syntax: 2"]),
    ("{\"a\" 1}", ["json-syntax: 1"]), ("{\"a\":}", ["json-syntax: }"]),
    ("{a: 1}", ["json-syntax: a"]),
    ("{'a': 1}", ["json-syntax: '"]), ("['a']", ["json-syntax: '"]), ("[“a”]", ["json-syntax: “"]),
    ("[01]", ["json-syntax: 01"]), ("[-01]", ["json-syntax: -01"]), ("[1.]", ["json-syntax: ]"]),
    ("[.5]", ["json-syntax: ."]),
    ("[+1]", ["json-syntax: +"]), ("[1e]", ["json-syntax: ]"]), ("[-]", ["json-syntax: ]"]),
    ("[NaN]", ["json-syntax: N"]),
    ("[tru]", ["json-syntax: t"]), ("[True]", ["json-syntax: T"]), ("[1] 2", ["json-syntax: 2"]),
    ("[,1]", ["json-syntax: ,"]),
    ("[1,,2]", ["json-syntax: ,"]), ("[\"a\nb\"]", ["json-syntax: \""]),
    ("[\"a\u{1}b\"]", ["json-syntax: \u{1}"]),
    ("[\"a", ["json-syntax: \""]), ("[\"a\\", ["json-syntax: \\"]),
    ("[\"\\x41\"]", ["json-syntax: \\x"]),
    ("[\"\\u12\"]", ["json-syntax: \\"]), ("[\"\\u00g0\"]", ["json-syntax: \\"]),
    ("[\"\\ud83d\"]", ["json-syntax: \\ud83d"]), ("[\"\\ude00x\"]", ["json-syntax: \\ude00"]),
    ("[\"\\ud83d\\u0041\"]", ["json-syntax: \\ud83d"]), ("[1}", ["json-syntax: }"]),
    ("]", ["json-syntax: ]"]),
    ("\u{FEFF}[]", ["json-syntax: \u{FEFF}"]), ("[1, /", ["json-syntax: /"]),
    ("\u{A0}[]", ["json-syntax: \u{A0}"]),
  ]) func `a syntax error is reported at its position`(text: String, findings: [String]) {
    let sample = Sample(json: text)
    #expect(sample.findings == findings)
    #expect(sample.problems == [])
  }

  @Test func `comments and trailing commas are reported and skipped`() {
    let sample = Sample(json: "// one\n{\"a\": [1, 2,], # two\n \"b\": /* three */ 3,}\n")
    #expect(
      sample.findings == [
        "json-syntax: // one", "json-syntax: ,", "json-syntax: # two", "json-syntax: /* three */",
        "json-syntax: ,",
      ])
    #expect(sample.text(sample.node("b")) == "3")
    #expect(sample.tree.isComplete)
  }

  @Test(arguments: ["/**/", "/*/*/", "/* **/", "/*\n*/"]) func `a block comment ends at its mark`(
    comment: String
  ) {
    #expect(Sample(json: comment + "[]").findings == ["json-syntax: \(comment)"])
  }

  @Test func `an unterminated comment extends to the end`() {
    #expect(Sample(json: "[] /* x *").findings == ["json-syntax: /* x *"])
  }

  @Test func `a duplicate key is reported with the first one`() throws {
    let sample = Sample(json: "{\"a\": 1, \"\\u0061\": 2}")
    #expect(sample.findings == ["json-syntax: \"\\u0061\""])
    #expect(try #require(sample.diagnostics.first).notes.count == 1)
  }

  @Test func `an unterminated array is reported with its start`() throws {
    let sample = Sample(json: "{\"a\": [1, 2")
    let note = try #require(sample.diagnostics.first?.notes.first?.location)
    #expect(note.span == SourceSpan(6, 7))
    #expect(sample.text(sample.node("a", "1")) == "2")
  }

  @Test(arguments: ["[", "{\"a\":"]) func `nesting depth is limited`(open: String) {
    let close = open == "[" ? "]" : "}"
    func nested(_ levels: Int) -> String {
      String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
    }
    #expect(Sample(json: nested(256)).rules == [])
    #expect(Sample(json: nested(257)).rules == ["yaml-limit"])
    #expect(Sample(json: String(repeating: open, count: 100_000)).rules == ["yaml-limit"])
  }
}

/// Bytes that are not valid UTF-8.
@Suite struct EncodingTests {
  static let kinds: [([UInt8], String)] = [
    ([0x80], "a lone continuation byte"), ([0xC0, 0xAF], "an overlong slash"),
    ([0xC1, 0xBF], "an overlong letter"), ([0xE0, 0x80, 0xAF], "an overlong slash of three bytes"),
    ([0xED, 0xA0, 0x80], "a surrogate"), ([0xF5, 0x80, 0x80, 0x80], "above U+10FFFF"),
    ([0xF4, 0x90, 0x80, 0x80], "just above U+10FFFF"), ([0xE2, 0x82], "a cut sequence"),
    ([0xF0, 0x9F, 0x98], "a cut sequence of four"), ([0xFF], "no UTF-8 byte at all"),
  ]

  @Test(arguments: kinds) func `an invalid byte is reported at its position`(
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
  ]) func `UTF-16 is recognized`(bytes: [UInt8]) throws {
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

  @Test func `a byte order mark doesn't shift positions`() {
    let sample = Sample(yaml: "\u{FEFF}a: x\u{1}\n")
    #expect(sample.firstPlace == "1:5")
    #expect(sample.findings == ["yaml-syntax: \u{1}"])
  }
}
