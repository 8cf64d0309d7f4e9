import PolicyText
import Testing

/// YAML minus its surprises: what is refused, and where.
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
  ]) func `what is refused is marked`(text: String, findings: [String]) {
    let sample = Sample(yaml: text)
    #expect(sample.findings == findings)
    #expect(sample.faults == [])
  }

  @Test(arguments: [3, 40]) func `a repeated key points back to the first`(size: Int) throws {
    let lines = (0..<size).map { "k\($0): v\n" }.joined()
    let sample = Sample(yaml: lines + "k1: again\nk1: once more\n")
    #expect(sample.findings == ["yaml-duplicate-key: k1", "yaml-duplicate-key: k1"])
    for finding in sample.diagnostics {
      let first = try #require(finding.notes.first?.location)
      #expect(sample.tree.source.position(of: first.span.start).line == 2)
    }
    #expect(sample.text(sample.node("k1")) == "v")
  }

  @Test func `what follows a refused entry is still read`() {
    let sample = Sample(yaml: "? [a]\n: [b, { c: d }]\n<<: { x: 1 }\nlast: v\n")
    #expect(sample.text(sample.node("last")) == "v")
    #expect(sample.tree.root.map(sample.tree.count) == 1)
    #expect(sample.tree.root.map(sample.tree.hasLostEntries) == true)
    #expect(sample.faults == [])
  }

  @Test func `keys within a refused key are not reported again`() {
    #expect(Sample(yaml: "? { { a: b }: c }\n: d\n").rules == ["yaml-unsupported"])
    #expect(Sample(yaml: String(repeating: "{", count: 50)).rules.count == 2)
  }

  @Test func `an alias keeps its own place and leads to the node with the anchor`() throws {
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

  @Test func `an anchor can be given again and the last one counts`() {
    let sample = Sample(yaml: "a: &x 1\nb: *x\nc: &x 2\nd: *x\n")
    #expect(sample.text(sample.node("b")) == "1")
    #expect(sample.text(sample.node("d")) == "2")
  }

  @Test func `an unreadable value is known as such`() {
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
  func `a syntax error has its place`(text: String, place: String, words: String?) throws {
    let sample = Sample(yaml: text)
    #expect(sample.rules == ["yaml-syntax"])
    #expect(sample.firstPlace == place)
    if let words { #expect(try #require(sample.diagnostics.first).message.contains(words)) }
    #expect(sample.faults == [])
  }

  @Test func `what stands before a syntax error is kept and the tree says that it is partial`() {
    let sample = Sample(yaml: "a: 1\nb: { c: \"2\"\nd: @\n")
    #expect(sample.text(sample.node("a")) == "1")
    #expect(sample.text(sample.node("b", "c")) == "2")
    #expect(!sample.tree.isComplete)
  }

  @Test func `a root that was read to its end is complete whatever follows`() {
    #expect(Sample(yaml: "a: 1\n---\nb: 2\n").tree.isComplete)
    #expect(Sample(yaml: "{a: 1}\nx: y\n").tree.isComplete)
    #expect(Sample(yaml: "").tree.isComplete)
    #expect(Sample(yaml: "# nothing\n").tree.root == nil)
  }
}
