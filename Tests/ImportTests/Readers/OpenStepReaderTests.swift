import Foundation
import PolicyImport
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

@Suite struct OpenStepReaderTests {
  static func read(_ text: String) -> ReadResult {
    OpenStepReader.read(
      SourceFile(name: "project.pbxproj", bytes: Array(text.utf8)), file: FileID(0))
  }

  @Test func `dictionaries, arrays, strings and data become a tree with positions`() throws {
    let result = Self.read(
      #"""
      // !$*UTF8*$!
      {
        /* Begin */ objects = {
          A0 /* App */ = { isa = PBXGroup; path = "My \"App\"\n"; 'single' = a/b.c-d_$1; };
        };
        list = (one /* 1 */, "two", <0fbd 77>,);
        empty = (); "CODE[sdk=macosx*]" = "\U00e9\101";
      }

      """#)
    #expect(result.diagnostics.isEmpty)
    let tree = result.tree
    let root = try #require(tree.root)
    let objects = try #require(tree.value(of: "objects", in: root))
    let group = try #require(tree.value(of: "A0", in: objects))
    let path = try #require(tree.value(of: "path", in: group))
    #expect(tree.text(path) == "My \"App\"\n")
    #expect(tree.source.text(tree.span(path, text: 3..<8)) == #"\"App\""#)
    #expect(tree.value(of: "single", in: group).map { tree.text($0) } == "a/b.c-d_$1")
    let list = try #require(tree.value(of: "list", in: root))
    #expect(tree.items(list).map { tree.text($0).string } == ["one", "two", "0fbd 77"])
    let setting = try #require(tree.value(of: "CODE[sdk=macosx*]", in: root))
    #expect(tree.text(setting) == "éA")
  }

  @Test(arguments: [
    ("", "the file is empty"),
    ("{ a = 1 }", "expected `;` after the value"),
    ("{ a = 1; b }", "expected `=` after the key"),
    ("{ a = 1; ", "the file ends, expected a key or `}`"),
    ("( a b )", "expected `,` or `)`"),
    ("{ a = \"x; }", "unterminated string: missing quote"),
    ("{ /* a = 1; }", "unterminated comment: missing `*/`"),
    ("{ a = <0g>; }", "expected hex digits"),
    ("{ a = 1; } b", "unexpected content after the property list"),
    ("{\n<<<<<<< HEAD\n a = 1;\n", "unresolved merge conflict"),
    ("{ a = 1; a = 2; }", "duplicate key `a`"),
    ("{ a = *; }", "expected a value"),
  ])
  func `an invalid project file has a finding`(text: String, message: String) {
    let result = Self.read(text)
    #expect(result.diagnostics.map(\.message) == [message])
    #expect(TreeProblems.problems(result.tree, result.diagnostics).isEmpty)
  }

  @Test func `nesting is limited to 256 levels`() {
    let deep = String(repeating: "(", count: 100_000)
    #expect(Self.read(deep).diagnostics.first?.rule == "yaml-limit")
  }

  @Test func `settings may have comments and trailing commas, and nothing else`() {
    func read(_ text: String) -> [String] {
      JSONReader.read(
        SourceFile(name: "firebase.json", bytes: Array(text.utf8)), file: FileID(0),
        dialect: .commented
      ).diagnostics.map(\.message)
    }
    #expect(read("\u{FEFF}// a\n{ /* b */ \"c\": [1, 2,], }\n// d") == [])
    #expect(read("{} /* a") == ["unterminated comment"])
    #expect(read("# a\n{}") == ["comment must start with `//`, found `#`"])
    #expect(read("{'a': 1}").count == 1)
    #expect(read("[1,,]").count == 1)
  }
}

/// Python's parsers: expat for XML, plistlib for property lists.
enum SecondReader {
  /// Parses documents and returns their values as JSON, in order; nil for rejected ones.
  ///
  /// - Parameter format: `xml` or `plist`.
  static func read(_ documents: [[UInt8]], _ format: String) throws -> [Any?] {
    let python = try #require(Tool.path("python3"))
    return try Tool.withTemporaryDirectory { directory in
      let texts = documents.map { Data($0).base64EncodedString() }
      let input = directory.appending(path: "documents.json")
      try JSONSerialization.data(withJSONObject: texts).write(to: input)
      let output = directory.appending(path: "answers.json")
      let run = try Tool.run(
        python, ["-c", Fixtures.program("second_reader.py"), input.path, output.path, format])
      guard run.status == 0 else { throw Failure(output: run.output) }
      let answers = try JSONSerialization.jsonObject(with: Data(contentsOf: output))
      return (answers as? [Any] ?? []).map { $0 is NSNull ? nil : $0 }
    }
  }

  /// Returns a canonical string: equal values have equal strings.
  static func text(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: [value], options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  struct Failure: Error {
    var output: String
  }
}
