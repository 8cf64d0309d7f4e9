import PolicyText
import Testing

/// Ranges of nodes, which libyaml's marks don't always give.
@Suite struct YAMLSpanTests {
  @Test(arguments: [
    ("a: 𝕏\nb: value\n", "b", "value"), ("é: x\n\"ü\": 1\nb: value # 😀\n", "b", "value"),
    ("\u{FEFF}a: 1\nb: value\n", "b", "value"), ("\u{FEFF}é: 1\nb: värde\n", "b", "värde"),
    ("a: 1\r\nb: value\r\nc: 2\r\n", "b", "value"), ("a: 1\rb: value\rc: 2\r", "b", "value"),
    ("a: \"x\u{85}y\"\nb: value\n", "b", "value"), ("a: \"x\u{2028}y\"\nb: value\n", "b", "value"),
    ("# \u{2029}\nb: value\n", "b", "value"), ("b: value", "b", "value"),
    ("b: 'it''s'\n", "b", "'it''s'"), ("b: 'plain'\n", "b", "'plain'"),
    ("b: \"a\\nb\" # c\n", "b", "\"a\\nb\""), ("b: two\n  lines\nc: 1\n", "b", "two\n  lines"),
    ("b: [1, 2] # c\n", "b", "[1, 2]"), ("b: { k: v }\nc: 1\n", "b", "{ k: v }"),
    ("b: [\n  1,\n]\nc: 1\n", "b", "[\n  1,\n]"),
    ("b:\n  - 1\n  - 2\n\n# c\nd: 1\n", "b", "- 1\n  - 2"),
    ("b:\n- 1\n- 2\nd: 1\n", "b", "- 1\n- 2"),
    ("b:\n  c: 1\n  d: x\n\n\ne: 1\n", "b", "c: 1\n  d: x"),
    ("b: &x value\n", "b", "value"), ("b: &x [1]\n", "b", "[1]"), ("b: &x\n  c: 1\n", "b", "c: 1"),
    ("b: &x # why\n  # more\n  c: 1\n", "b", "c: 1"), ("b: &x \"q\\t\"\n", "b", "\"q\\t\""),
    ("b: |\n  one\n  two\n\nc: 1\n", "b", "|\n  one\n  two"),
    ("b: >-\n  one\n  two\n", "b", ">-\n  one\n  two"),
    ("b:\nc: 1\n", "b", ""), ("b: \"\"\n", "b", "\"\""), ("? b\n\n\n? c\n", "b", ""),
    ("{b , c}", "b", ""),
  ]) func `a node covers exactly its own bytes`(text: String, key: String, expected: String) {
    let sample = Sample(yaml: text)
    #expect(sample.diagnostics.isEmpty)
    #expect(sample.source(sample.node(key)) == expected)
    #expect(sample.problems == [])
  }

  @Test func `an empty value is after its colon, and a key without a colon keeps its end`() {
    let sample = Sample(yaml: "a:\nb: 1\n? c\n\n# later\n")
    #expect(sample.node("a").map(sample.tree.span) == SourceSpan(2, 2))
    #expect(sample.node("c").map(sample.tree.span) == SourceSpan(11, 11))
    #expect(sample.tree.root.map(sample.tree.span) == SourceSpan(0, 11))
  }

  @Test(arguments: [
    ("k: plain text", "plain text"), ("k: 'it''s'", "it's"), ("k: \"\\u00e9\\x41\\n\"", "éA\n"),
    ("k: \"\\U0001d54f\"", "𝕏"), ("k: a\n  b\n\n  c\n", "a b\nc"), ("k: |\n  a\n   b\n", "a\n b\n"),
    ("k: |-\n  a\n", "a"), ("k: |+\n  a\n\n", "a\n\n"), ("k: >\n  a\n  b\n", "a b\n"),
    ("k: \"a \\\n  b\"", "a b"), ("k: 'a\n  b'", "a b"), ("k: \"x\u{85}y\"", "x y"),
    ("k: a\r\n  b\r\n", "a b"), ("k: https://h.example/a#b", "https://h.example/a#b"),
  ]) func `a scalar has the string that YAML defines`(text: String, expected: String) {
    let sample = Sample(yaml: text)
    #expect(sample.text(sample.node("k")) == expected)
    #expect(sample.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("k: v", ScalarStyle.plain), ("k: 'v'", .singleQuoted), ("k: \"v\"", .doubleQuoted),
    ("k: |\n  v", .literal), ("k: >\n  v", .folded), ("k:", .plain),
  ]) func `a scalar keeps its style`(text: String, style: ScalarStyle) {
    let sample = Sample(yaml: text)
    #expect(sample.node("k").map(sample.tree.style) == style)
  }

  @Test(arguments: [
    ("'x/é/y'", 2..<4, "é"), ("\"x\\/é\"", 2..<4, "é"), ("\"x\\/é\"", 1..<2, "\\/"),
    ("\"a\\u200bb\"", 1..<4, "\\u200b"), ("\"a\\u200bb\"", 2..<3, "\\u200b"),
    ("\"a\\u200bb\"", 4..<5, "b"), ("\"\\x41\\tz\"", 1..<2, "\\t"),
    ("\"\\U0001F600z\"", 0..<4, "\\U0001F600"), ("'it''s#x'", 4..<6, "#x"),
    ("'it''s'", 2..<3, "''"), ("\"a\n   b#c\"", 3..<5, "#c"), ("a\n  b#c", 3..<5, "#c"),
    ("\"a\n\n  b#c\"", 2..<5, "b#c"), ("\"a\\\n   b#c\"", 1..<4, "b#c"),
    ("\"a\r\n  b\\n\"", 2..<3, "b"), ("|\n  a#b", 1..<2, "|\n  a#b"),
  ]) func `a part of a string has its own range, even if it is escaped or folded`(
    value: String, range: Range<Int>, written: String
  ) throws {
    let sample = Sample(yaml: "k: " + value)
    let node = try #require(sample.node("k"))
    #expect(sample.tree.source.text(sample.tree.span(node, text: range)) == written)
  }

  @Test func `marks are correct after thousands of wide characters`() {
    let filler = (0..<3000).map { "k\($0): \"é𝕏ß\"\n" }.joined()
    let sample = Sample(yaml: filler + "last: value")
    #expect(sample.source(sample.node("last")) == "value")
    #expect(sample.source(sample.node("k2999")) == "\"é𝕏ß\"")
  }

  @Test(arguments: [
    (["clients", "google-home", "redirect_uris", "0"], "clients.google-home.redirect_uris[0]"),
    (
      ["domains", "www.acme.example", "links", "1", "path"],
      "domains[\"www.acme.example\"].links[1].path"
    ),
    (["a\"b"], "[\"a\\\"b\"]"), ([""], "[\"\"]"), ([], ""),
  ]) func `a path joins keys and quotes unusual ones`(steps: [String], expected: String) throws {
    let sample = Sample(
      yaml: """
        clients: { google-home: { redirect_uris: [x] } }
        domains: { www.acme.example: { links: [y, { path: /a }] } }
        'a"b': 1
        "": 2
        """)
    var node = try #require(sample.tree.root)
    for step in steps {
      let next =
        Int(step).map { Array(sample.tree.items(node))[$0] }
        ?? sample.tree.value(of: step, in: node)
      node = try #require(next)
    }
    #expect(sample.tree.path(node) == expected)
  }

  @Test func `a path of giant keys is truncated`() throws {
    let key = String(repeating: "k", count: 5000)
    let nested = (0..<100).map { "{ \(key.prefix(300))\($0): " }.joined()
    let sample = Sample(yaml: nested + "x" + String(repeating: "}", count: 100))
    let last = NodeID(Int32(sample.tree.nodeCount - 1))
    #expect(sample.tree.path(last).utf8.count < 2500)
  }
}

/// A parsed file with shortcuts for tests.
struct Sample {
  let tree: SourceTree
  let diagnostics: [Diagnostic]

  init(yaml text: String, limits: ReadingLimits = ReadingLimits()) {
    self.init(yaml: Array(text.utf8), limits: limits)
  }

  init(yaml bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) {
    let source = SourceFile(name: "sample.yaml", bytes: bytes)
    self.init(YAMLReader.read(source, file: FileID(0), limits: limits))
  }

  init(json text: String, limits: ReadingLimits = ReadingLimits()) {
    self.init(json: Array(text.utf8), limits: limits)
  }

  init(json bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) {
    let source = SourceFile(name: "sample.json", bytes: bytes)
    self.init(JSONReader.read(source, file: FileID(0), limits: limits))
  }

  private init(_ result: ReadResult) {
    tree = result.tree
    diagnostics = result.diagnostics
  }

  /// Returns the node at a path of keys and indices.
  func node(_ path: String...) -> NodeID? {
    var current = tree.root
    for step in path {
      guard let node = current else { return nil }
      if tree.kind(node) == .sequence {
        current = Int(step).flatMap { index in
          Array(tree.items(node)).indices.contains(index) ? Array(tree.items(node))[index] : nil
        }
      } else {
        current = tree.value(of: step, in: node)
      }
    }
    return current
  }

  /// Returns the part of the file that a node covers.
  func source(_ node: NodeID?) -> String? {
    node.map { tree.source.text(tree.span($0)) }
  }

  /// Returns the value of a scalar.
  func text(_ node: NodeID?) -> String? { node.map { tree.text($0).string } }

  /// Rule and marked text of each finding.
  var findings: [String] {
    diagnostics.map { "\($0.rule): \(tree.source.text($0.location.span))" }
  }

  var rules: [String] { diagnostics.map(\.rule.rawValue) }

  /// The start of the first finding as `line:column`.
  var firstPlace: String? {
    diagnostics.first.map {
      let position = tree.source.position(of: $0.location.span.start)
      return "\(position.line):\(position.column)"
    }
  }

  /// Invalid ranges in the tree and in the findings.
  var problems: [String] {
    var problems: [String] = []
    let size = tree.source.bytes.count
    for index in 0..<Int32(tree.nodeCount) {
      let node = NodeID(index)
      let span = tree.span(node)
      if span.start > span.end || span.end > size { problems.append("node \(index) \(span)") }
      if let parent = tree.parent(node), !tree.span(parent).contains(span) {
        problems.append("node \(index) \(span) is not within \(tree.span(parent))")
      }
      if tree.kind(node) == .alias { problems.append("node \(index) resolves to an alias") }
      _ = tree.path(node)
      _ = tree.text(node)
    }
    for finding in diagnostics {
      let span = finding.location.span
      if span.start > span.end || span.end > size {
        problems.append("finding \(finding.rule) \(span)")
      }
    }
    return problems
  }
}
