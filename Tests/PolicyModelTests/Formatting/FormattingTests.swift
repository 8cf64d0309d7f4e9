import LinkPolicy
import PolicyTestSupport
import Testing

/// Files in many layouts and their formatted versions.
@Suite struct FormattingTests {
  /// Returns the formatted bytes of a file, which may be the same.
  static func formatted(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = FormattedFile(SourceFile(name: "policy.yaml", bytes: bytes))
    switch file.outcome {
    case .unchanged: return bytes
    case .changed(let text): return text
    default:
      Issue.record("not formatted: \(file.outcome)")
      return bytes
    }
  }

  @Test(arguments: try Fixtures.names(in: "Tests/Fixtures/format"))
  func `each layout is formatted as expected`(_ name: String) throws {
    let text = try Self.formatted(try Fixtures.bytes("Tests/Fixtures/format/\(name)"))
    try Golden.check(text, "format/\(name)")
    #expect(try Self.formatted(text) == text)
  }

  @Test func `formatting changes no finding, and formatting again changes nothing`() throws {
    var count = 0
    for directory in ["Policies", "Examples", "Tests/Fixtures"] {
      for path in try Fixtures.files(below: directory)
      where path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
        let bytes = try Fixtures.bytes(path)
        let file = FormattedFile(SourceFile(name: path, bytes: bytes))
        #expect(file.outcome != .unproved, "\(path)")
        guard case .changed(let text) = file.outcome else { continue }
        count += 1
        #expect(try Self.formatted(text) == text, "\(path)")
        #expect(Self.findings(bytes, path) == Self.findings(text, path), "\(path)")
      }
    }
    #expect(count > 50)
  }

  /// Returns the findings without their positions.
  private static func findings(_ bytes: [UInt8], _ path: String) -> [String] {
    let file = InputFile(
      source: SourceFile(name: path, bytes: bytes), kind: .policy, isExplicit: true)
    return Project([file]).report.diagnostics.map {
      "\($0.rule.rawValue) \($0.path) \($0.message)"
    }.sorted()
  }

  @Test func `files written by import are already formatted`() throws {
    var count = 0
    for path in try Fixtures.files(below: "Tests/Goldens/import") where path.hasSuffix(".yaml") {
      let bytes = try Fixtures.bytes(path)
      guard String(decoding: bytes, as: UTF8.self).contains("linkpolicy: 1") else { continue }
      count += 1
      let text = try Self.formatted(bytes)
      #expect(text == bytes, "\(path)")
    }
    #expect(count > 5)
  }
}

/// Properties of every file: formatting keeps its meaning, and formatting again changes nothing.
@Suite struct FormattingPropertyTests {
  /// Formats a file twice. Returns whether it is valid.
  private static func check(_ text: [UInt8], _ seed: UInt64) -> Bool {
    let file = FormattedFile(SourceFile(name: "policy.yaml", bytes: text))
    switch file.outcome {
    case .unreadable, .unmarked: return false
    case .unchanged: return true
    case .unproved:
      Issue.record("seed \(seed) has another meaning:\n\(String(decoding: text, as: UTF8.self))")
    case .changed(let form):
      let again = FormattedFile(SourceFile(name: "policy.yaml", bytes: form))
      let isInForm = again.outcome == .unchanged
      #expect(
        isInForm,
        "seed \(seed):\n\(String(decoding: text, as: UTF8.self))=>\n\(String(decoding: form, as: UTF8.self))=>\n\(again.diff(isShown: false))"
      )
    }
    return true
  }

  @Test func `random layouts keep their meaning, and formatting again changes nothing`() {
    let rounds = TestForm.size(1_000, full: 4_000)
    var readable = 0
    for seed in 0..<UInt64(rounds) {
      var layout = RandomLayout(seed: seed)
      if Self.check(Array(layout.text().utf8), seed) { readable += 1 }
    }
    #expect(readable > rounds / 2, "\(readable) of \(rounds)")
  }

  @Test func `damaged files keep their meaning or stay as they are`() throws {
    let files = try ["Policies/acme-home.yaml", "Tests/Fixtures/format/everything.yaml"].map {
      try Fixtures.bytes($0)
    }
    var random = SeededRandom(seed: 71)
    let parts = [
      "\n", " ", "  ", "#", ": ", "- ", "\"", "'", "{", "}", "[", "]", ",", "&a ", "*a", "|\n",
      "\t",
    ]
    .map { Array($0.utf8) }
    for round in 0..<TestForm.size(300, full: 1_500) {
      var bytes = random.one(of: files)
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch random.next() % 3 {
        case 0: bytes.insert(contentsOf: random.one(of: parts), at: place)
        case 1: bytes.remove(at: place)
        default: bytes[place] = bytes[Int.random(in: 0..<bytes.count, using: &random)]
        }
      }
      _ = Self.check(bytes, UInt64(round))
    }
  }
  @Test func `a file truncated anywhere keeps its meaning`() throws {
    let file = try Fixtures.bytes("Tests/Fixtures/format/everything.yaml")
    for end in stride(from: 1, to: file.count, by: TestForm.isFull ? 1 : 5) {
      _ = Self.check(Array(file[..<end]), UInt64(end))
    }
    // At the end of a file, a block scalar has no final newline.
    for header in ["|", ">", "|+", ">-", "|2", "|2+"] {
      let text = "linkpolicy: 1\nname: a\ndescription: \(header)\n  one\n  two"
      for text in [text, text + "\n", text + "  "] { #expect(Self.check(Array(text.utf8), 0)) }
    }
  }
}
