import Foundation
import PolicyText
import PolicyImport
import PolicyTestSupport
import ProjectTestSupport
import Testing

@Suite struct PropertyListReaderTests {
  static func read(_ text: String) -> ReadResult { read(Array(text.utf8)) }

  static func read(_ bytes: [UInt8]) -> ReadResult {
    PropertyListReader.read(SourceFile(name: "a.plist", bytes: bytes), file: FileID(0))
  }

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

    """

  @Test func `dictionaries, arrays and scalars become a tree with positions`() throws {
    let result = Self.read(
      Self.head + """
        <plist version="1.0">
        <dict>
          <key>com.apple.developer.associated-domains</key>
          <array>
            <string>applinks:lumen.example?mode=developer&amp;x</string>
            <string>webcredentials:lumen.example</string>
            <string/>
          </array>
          <!-- not a value -->
          <key>on</key><true/>
          <key>count</key><integer> 42 </integer>
          <key>odd</key><integer>0x1F</integer>
          <key>blob</key><data>QUJD
        </data>
        </dict>
        </plist>
        """)
    #expect(result.diagnostics.isEmpty)
    let tree = result.tree
    let root = try #require(tree.root)
    let list = try #require(tree.value(of: "com.apple.developer.associated-domains", in: root))
    let items = Array(tree.items(list))
    #expect(tree.text(items[0]) == "applinks:lumen.example?mode=developer&x")
    #expect(tree.source.text(tree.span(items[0])) == "applinks:lumen.example?mode=developer&amp;x")
    #expect(tree.source.text(tree.span(items[1], text: 15..<28)) == "lumen.example")
    #expect(tree.text(items[2]) == "" && tree.source.text(tree.span(items[2])) == "<string/>")
    #expect(tree.value(of: "on", in: root).map { tree.json($0) } == .bool(true))
    #expect(tree.value(of: "count", in: root).map { tree.json($0) } == .number("42"))
    #expect(tree.value(of: "odd", in: root).map { tree.json($0) } == .string("0x1F"))
    #expect(tree.path(items[1]) == "[\"com.apple.developer.associated-domains\"][1]")
  }

  @Test(arguments: [
    ("<plist/>", "empty property list"),
    ("<plist><dict><key>a</key></dict></plist>", "missing value for this key"),
    ("<plist><dict><key>a</key><key>b</key><true/></dict></plist>", "missing value for this key"),
    ("<plist><dict><string>a</string></dict></plist>", "expected a `<key>` before the value"),
    ("<plist><dict>text</dict></plist>", "unexpected text in a dictionary"),
    ("<plist><array><b/></array></plist>", "`<b>` is not a property list element"),
    ("<plist><string>a<b/></string></plist>", "unexpected element in this value"),
    ("<plist><integer>x</integer></plist>", "`x` is not a valid number"),
    ("<plist><true>yes</true></plist>", "a Boolean must be empty: `<true/>` or `<false/>`"),
    ("<plist><true/><false/></plist>", "unexpected second value in the property list"),
    ("bplist00\u{1}\u{2}", "binary property lists are not supported"),
    (
      "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>",
      "duplicate key `a`"
    ),
  ])
  func `an invalid property list has a finding`(text: String, message: String) throws {
    let result = Self.read(text)
    #expect(result.diagnostics.map(\.message) == [message])
    #expect(TreeProblems.problems(result.tree, result.diagnostics).isEmpty)
  }

  private static func value(_ depth: Int, _ random: inout SeededRandom) -> String {
    switch random.next() % (depth < 3 ? 9 : 7) {
    case 0: "<true/>"
    case 1: "<false></false>"
    case 2: "<string>a &lt; b</string>"
    case 3: "<string> x\n</string>"
    case 4:
      random.one(of: ["<integer>7</integer>", "<integer>-12</integer>", "<real>1.5e3</real>"])
    case 5: "<string></string>"
    case 6: random.one(of: ["<date>2026-11-22T00:00:00Z</date>", "<data>QUJD</data>"])
    case 7:
      "<array>\n"
        + (0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth + 1, &random) }
        .joined(separator: "\n") + "</array>"
    default:
      "<dict>\n"
        + (0..<Int.random(in: 0...3, using: &random)).map { index in
          "<key>k\(index)&amp;</key>" + value(depth + 1, &random)
        }.joined(separator: "<!-- c -->\n") + "</dict>"
    }
  }

  private static func plain(_ node: NodeID, _ tree: SourceTree) -> Any {
    switch tree.kind(node) {
    case .sequence: return tree.items(node).map { plain($0, tree) }
    case .mapping:
      var values: [String: Any] = [:]
      for (key, value) in tree.entries(node) { values[tree.text(key).string] = plain(value, tree) }
      return values
    default:
      switch tree.style(node) {
      case .jsonNumber: return "number"
      case .jsonLiteral: return "is " + tree.text(node).string
      default:
        let text = tree.text(node).string
        // `-.5e3` is a number in property lists but not in JSON.
        if Double(text) != nil { return "number" }
        // Dates and data are strings in the tree; only the tag distinguishes them.
        let span = tree.span(node)
        let tag = tree.source.text(SourceSpan(max(0, span.start - 6), span.start + 6))
        return tag.contains("<dat") ? "other" : text
      }
    }
  }

  @Test(.needs("python3"))
  func `results agree with plistlib, which also rejects the same documents`() throws {
    var random = SeededRandom(seed: 7)
    var documents: [[UInt8]] = []
    for _ in 0..<TestForm.size(600, full: 3_000) {
      let document = Self.head + "<plist version=\"1.0\">\(Self.value(0, &random))</plist>"
      documents.append(Array(document.utf8))
      documents.append(XMLReaderTests.mutated(document, &random))
    }
    let answers = try SecondReader.read(documents, "plist")
    var accepted = 0
    for (document, answer) in zip(documents, answers) {
      let result = Self.read(document)
      #expect(TreeProblems.problems(result.tree, result.diagnostics).isEmpty)
      guard result.diagnostics.isEmpty, let root = result.tree.root else { continue }
      accepted += 1
      let text = String(decoding: document, as: UTF8.self)
      let value = try #require(answer, "accepted: \(text)")
      let ours = try SecondReader.text(Self.plain(root, result.tree))
      let theirs = try SecondReader.text(value)
      #expect(ours == theirs, "\(text)")
    }
    #expect(accepted >= documents.count / 2)
  }
}
