import LinkPolicy
import PolicyTestSupport
import Testing

/// What holds of every file: the form means the same, and has itself as its form.
@Suite struct FormPropertyTests {
  /// Formats twice; true where the file can be read.
  private static func check(_ text: [UInt8], _ seed: UInt64) -> Bool {
    let file = FormattedFile(SourceFile(name: "policy.yaml", bytes: text))
    switch file.outcome {
    case .unreadable, .unmarked: return false
    case .unchanged: return true
    case .unproved:
      Issue.record("seed \(seed) means something else:\n\(String(decoding: text, as: UTF8.self))")
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

  @Test func `random layouts keep their meaning and are in form after one run`() {
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
  @Test func `a file that ends anywhere keeps its meaning`() throws {
    let file = try Fixtures.bytes("Tests/Fixtures/format/everything.yaml")
    for end in stride(from: 1, to: file.count, by: TestForm.isFull ? 1 : 5) {
      _ = Self.check(Array(file[..<end]), UInt64(end))
    }
    // The end of the file takes the last line break from a text.
    for header in ["|", ">", "|+", ">-", "|2", "|2+"] {
      let text = "linkpolicy: 1\nname: a\ndescription: \(header)\n  one\n  two"
      for text in [text, text + "\n", text + "  "] { #expect(Self.check(Array(text.utf8), 0)) }
    }
  }
}
