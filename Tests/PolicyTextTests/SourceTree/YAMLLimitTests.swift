import PolicyText
import Testing

/// A hostile file gives one finding with a position.
@Suite struct YAMLLimitTests {
  private static func limits(_ change: (inout ReadingLimits) -> Void) -> ReadingLimits {
    var limits = ReadingLimits()
    change(&limits)
    return limits
  }

  @Test(arguments: ["[", "{a: ", "- "]) func `nesting is limited to 256 levels`(open: String) {
    let close = open == "[" ? "]" : open == "- " ? "" : "}"
    for (levels, rules) in [(256, [String]()), (257, ["yaml-limit"])] {
      let text =
        String(repeating: open, count: levels) + "x" + String(repeating: close, count: levels)
      let sample = Sample(yaml: text)
      #expect(sample.rules == rules)
      #expect(sample.problems == [])
      if levels == 257 {
        #expect(sample.diagnostics.first?.location.span.start == 256 * open.utf8.count)
      }
    }
  }

  @Test func `the number of nodes that aliases repeat is limited`() {
    let limits = Self.limits { $0.aliasedNodes = 10 }
    #expect(Sample(yaml: "a: &a [1, 2, 3, 4]\nb: *a\nc: *a\n", limits: limits).rules == [])
    let over = Sample(yaml: "a: &a [1, 2, 3, 4]\nb: *a\nc: *a\nd: *a\n", limits: limits)
    #expect(over.findings == ["yaml-limit: *a"])
    #expect(over.firstPlace == "4:4")
  }

  @Test func `aliases of aliases multiply`() {
    let levels = (1...9).map { level in
      let aliases = Array(repeating: "*l\(level - 1)", count: 10).joined(separator: ", ")
      return "l\(level): &l\(level) [\(aliases)]\n"
    }
    let sample = Sample(yaml: "l0: &l0 x\n" + levels.joined())
    #expect(sample.rules == ["yaml-limit"])
  }

  @Test func `a long string that many aliases repeat counts with its length`() {
    let text = String(repeating: "x", count: 100_000)
    let aliases = (0..<1000).map { _ in "- *a\n" }.joined()
    #expect(Sample(yaml: "a: &a \(text)\nb:\n\(aliases)").rules == ["yaml-limit"])
  }

  @Test func `entries, scalars, files, directives and findings are limited`() {
    let three = Self.limits {
      $0.keys = 3
      $0.scalar = 8
    }
    #expect(Sample(yaml: "a: 1\nb: 2\nc: 3\n", limits: three).rules == [])
    let keys = Sample(yaml: "a: 1\nb: 2\nc: 3\nd: 4\n", limits: three)
    #expect(keys.rules == ["yaml-limit"])
    #expect(keys.firstPlace == "4:1")
    #expect(Sample(yaml: "[1, 2, 3, 4]", limits: three).firstPlace == "1:11")
    #expect(Sample(yaml: "a: 12345678\n", limits: three).rules == [])
    #expect(Sample(yaml: "a: 123456789\n", limits: three).firstPlace == "1:4")
    #expect(Sample(yaml: "a: \"\\x41234567890\"\n", limits: three).rules == ["yaml-limit"])
    #expect(
      Sample(json: "{\"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4}", limits: three).rules == [
        "yaml-limit"
      ])
    #expect(Sample(json: "[\"123456789\"]", limits: three).rules == ["yaml-limit"])
    #expect(Sample(json: "[123456789]", limits: three).rules == ["yaml-limit"])
    let small = Self.limits { $0.bytes = 4 }
    #expect(Sample(yaml: "abcde", limits: small).rules == ["yaml-limit"])
    #expect(Sample(json: "12345", limits: small).rules == ["yaml-limit"])
    let directives = (0..<100).map { "%TAG !t\($0)! tag:x,2025:\n" }.joined()
    #expect(Sample(yaml: "\n# c\n" + directives + "---\na: 1\n").firstPlace == "67:1")
    let few = Self.limits { $0.findings = 3 }
    let tags = Sample(yaml: "[!a x, !b x, !c x, !d x, !e x]", limits: few)
    #expect(tags.rules == ["yaml-unsupported", "yaml-unsupported", "yaml-limit"])
  }
}

/// Parts of YAML that are rejected, with their positions.
@Suite struct YAMLRefusalTests {
  @Test(arguments: [
    ("a: 1\nb: 2\na: 3\n", ["yaml-duplicate-key: a"]),
    ("a: 1\n'a': 3\n\"\\x61\": 4\n", ["yaml-duplicate-key: 'a'", "yaml-duplicate-key: \"\\x61\""]),
    ("a: { b: 1, b: 2 }\n", ["yaml-duplicate-key: b"]),
    ("é: 1\ne\u{301}: 2\n", []), ("K: 1\n\u{212A}: 2\n", []),
    ("a: !!str 1\n", ["yaml-unsupported: !!str "]),
    ("a: !<tag:x> [1]\n", ["yaml-unsupported: !<tag:x> "]),
    ("a: ! x\n", ["yaml-unsupported: ! "]), ("a: &n !t x\n", ["yaml-unsupported: &n !t "]),
    ("a: !u!x y\n", ["yaml-unsupported: !"]),
    ("<<: { a: 1 }\nb: 1\n", ["yaml-unsupported: <<"]), ("'<<': 1\n", []),
    ("%YAML 1.1\n---\na: 1\n", ["yaml-unsupported: %YAML 1.1"]),
    ("%TAG ! tag:x,2025:\n---\na: 1\n", ["yaml-unsupported: %TAG ! tag:x,2025:"]),
    ("%YAML 9.9\n---\na: 1\n", ["yaml-unsupported: %"]),
    ("a: 1\n---\nb: 1\n", ["yaml-unsupported: ---"]), ("---\na: 1\n...\n", []),
    ("? [a, b]\n: 1\nc: 2\n", ["yaml-unsupported: ["]),
    ("{ { a: 1 }: 2, c: 2 }\n", ["yaml-unsupported: {"]),
    ("x: &x [1]\ny: { *x : 1 }\n", ["yaml-unsupported: *x"]), ("x: &x k\ny: { *x : 1 }\n", []),
    ("a: *b\n", ["yaml-syntax: *b"]), ("a: &b { c: *b }\n", ["yaml-syntax: *b"]),
  ]) func `rejected syntax is marked`(text: String, findings: [String]) {
    let sample = Sample(yaml: text)
    #expect(sample.findings == findings)
    #expect(sample.problems == [])
  }

  @Test(arguments: [3, 40]) func `a duplicate key has a note at the first one`(size: Int) throws {
    let lines = (0..<size).map { "k\($0): v\n" }.joined()
    let sample = Sample(yaml: lines + "k1: again\nk1: once more\n")
    #expect(sample.findings == ["yaml-duplicate-key: k1", "yaml-duplicate-key: k1"])
    for finding in sample.diagnostics {
      let first = try #require(finding.notes.first?.location)
      #expect(sample.tree.source.position(of: first.span.start).line == 2)
    }
    #expect(sample.text(sample.node("k1")) == "v")
  }

  @Test func `entries after a rejected one are parsed`() {
    let sample = Sample(yaml: "? [a]\n: [b, { c: d }]\n<<: { x: 1 }\nlast: v\n")
    #expect(sample.text(sample.node("last")) == "v")
    #expect(sample.tree.root.map(sample.tree.count) == 1)
    #expect(sample.tree.root.map(sample.tree.hasLostEntries) == true)
    #expect(sample.problems == [])
  }

  @Test func `keys within a rejected key are not reported again`() {
    #expect(Sample(yaml: "? { { a: b }: c }\n: d\n").rules == ["yaml-unsupported"])
    #expect(Sample(yaml: String(repeating: "{", count: 50)).rules.count == 2)
  }

  @Test func `an alias keeps its own position and leads to the node with the anchor`() throws {
    let sample = Sample(yaml: "a: &x { k: v }\nb: *x\nc: &s text\nd: [*s, *x]\n")
    let alias = try #require(sample.node("b"))
    #expect(sample.tree.isAlias(alias))
    #expect(sample.source(alias) == "*x")
    #expect(sample.source(sample.tree.resolved(alias)) == "{ k: v }")
    #expect(sample.text(sample.node("b", "k")) == "v")
    #expect(sample.text(sample.node("d", "0")) == "text")
    #expect(sample.tree.path(alias) == "b")
    #expect(sample.tree.kind(alias) == .mapping)
    #expect(sample.diagnostics.isEmpty)
  }

  @Test func `an anchor can be redefined and the last one applies`() {
    let sample = Sample(yaml: "a: &x 1\nb: *x\nc: &x 2\nd: *x\n")
    #expect(sample.text(sample.node("b")) == "1")
    #expect(sample.text(sample.node("d")) == "2")
  }

  @Test func `an unreadable value is marked as such`() {
    let sample = Sample(yaml: "a: !!int 1\nb: *nothing\nc: v\n")
    #expect(sample.node("a").map(sample.tree.isUnreadable) == true)
    #expect(sample.node("b").map(sample.tree.isUnreadable) == true)
    #expect(sample.node("c").map(sample.tree.isUnreadable) == false)
  }

  @Test(
    arguments: [
      ("a: [1, 2\nb: 3\n", "1:4", "expected `,` or `]` in this list"),
      ("a: {b: 1\n", "1:4", "expected `,` or `}` in this mapping"),
      ("a: \"open\nb: 1\n", "1:4", "missing closing quote"),
      ("a: 'open", "1:4", "missing closing quote"),
      ("a:\n\tb: 1\n", "2:1", "tabs as indentation"),
      ("a: 1\n b: 2\n", "2:3", "`:` isn't allowed here"),
      ("a: b: c\n", "1:5", "`:` isn't allowed here"),
      ("a: 1\nb\nc: 2\n", "2:1", "missing `:` after this key"),
      ("a: @x\n", "1:4", "can't start with this character"),
      ("a: `x`\n", "1:4", "can't start with this character"),
      ("a: [1]\n- b\n", "2:1", nil), ("a: x\u{1}y\n", "1:5", "control characters, found U+0001"),
      ("a: \"\\q\"\n", "1:5", nil), ("text\nmore: 1\n", "1:1", "missing `:` after this key"),
      ("é: 𝕏\nb: @x\n", "2:4", "can't start"),
      ("\u{FEFF}a: @x\n", "1:4", "can't start"),
      ("a: \"𝕏\u{2028}\"\nb: @x\n", "2:4", "can't start"),
    ] as [(String, String, String?)])
  func `a syntax error has its position`(text: String, place: String, words: String?) throws {
    let sample = Sample(yaml: text)
    #expect(sample.rules == ["yaml-syntax"])
    #expect(sample.firstPlace == place)
    if let words { #expect(try #require(sample.diagnostics.first).message.contains(words)) }
    #expect(sample.problems == [])
  }

  @Test func `nodes before a syntax error are kept and the tree is marked as partial`() {
    let sample = Sample(yaml: "a: 1\nb: { c: \"2\"\nd: @\n")
    #expect(sample.text(sample.node("a")) == "1")
    #expect(sample.text(sample.node("b", "c")) == "2")
    #expect(!sample.tree.isComplete)
  }

  @Test func `a root that was parsed completely is complete regardless of what follows`() {
    #expect(Sample(yaml: "a: 1\n---\nb: 2\n").tree.isComplete)
    #expect(Sample(yaml: "{a: 1}\nx: y\n").tree.isComplete)
    #expect(Sample(yaml: "").tree.isComplete)
    #expect(Sample(yaml: "# nothing\n").tree.root == nil)
  }
}
