import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Code with values in it.
struct CodeTests {
  /// Texts that want to leave the literal that they are written into.
  static let hostile = [
    "", "\"", "\\", "\\(x)", "\"\"\"", "\"#", "\\\"", "\n", "\r\n", "\t", "\0", "*/", "//", "/*",
    "\u{2028}\u{2029}\u{85}", "\u{202E}evil\u{2066}", "\u{FEFF}", "\u{1F468}\u{200D}\u{1F469}",
    "\u{212A}\u{37E}\u{301}", "${x}", "`x`", "%s", "</script>", "\\u{41}", "\u{10FFFF}\u{E000}",
    "'", "$(x)", "?>", "-->", "]]>", "e\u{301}", "\u{E9}", "\u{7F}",
    String(repeating: "x", count: 5_000),
  ]

  @Test func `a Swift literal reads back as the same bytes and is printable ASCII`() throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    let lines = Self.hostile.map { text -> Code<SwiftLanguage> in
      #"print(\#(literal: text).utf8.map { String($0) }.joined(separator: " "))"#
    }
    let program: Code<SwiftLanguage> = "\(lines: lines)\n"
    #expect(program.text.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20...0x7E).contains($0) })
    try Tool.withTemporaryDirectory { directory in
      try Data(program.text.utf8).write(to: directory.appending(path: "main.swift"))
      let build = try Tool.run(swiftc, ["main.swift", "-o", "run"], in: directory)
      #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
      let run = try Tool.run(directory.appending(path: "run").path, [])
      let expected = Self.hostile.map { $0.utf8.map { String($0) }.joined(separator: " ") + "\n" }
      #expect(run.output == expected.joined())
    }
  }

  @Test func `lines keep the indentation of the line they start on`() {
    let inner: Code<SwiftLanguage> = "a {\n  b\n\n}"
    let code: Code<SwiftLanguage> = """
      x {
          \(lines: [inner, "c"])
      }
      """
    #expect(code.text == "x {\n    a {\n      b\n\n    }\n    c\n}")
  }

  @Test func `a text of the policy compiles only as a literal`() throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    let directory = Fixtures.root.appending(path: "Sources/PolicyGenerators")
    let sources = [
      "Code.swift", "CodeLanguage.swift", "CodeName.swift",
    ].map { directory.appending(path: "Code/\($0)").path }
    let header = "package struct GeneratedHeader: Sendable { package let text: String }\n"
    func check(_ line: String) throws -> Tool.Result {
      try Tool.withTemporaryDirectory { directory in
        let main = directory.appending(path: "main.swift")
        try Data((header + "let name = String(1)\n" + line + "\n").utf8).write(to: main)
        return try Tool.run(
          swiftc, ["-typecheck", "-package-name", "p"] + sources + [main.path])
      }
    }
    let good = try check(#"let code: Code<SwiftLanguage> = "x = \(literal: name)"; print(code)"#)
    #expect(good.status == 0, "\(good.output)")
    for bad in [
      #"let code: Code<SwiftLanguage> = "x = \(name)"; print(code)"#,
      "let code: Code<SwiftLanguage> = name; print(code)",
      "let code = Code<SwiftLanguage>(stringLiteral: name); print(code)",
    ] {
      #expect(try check(bad).status != 0, "\(bad) compiles")
    }
  }
}
