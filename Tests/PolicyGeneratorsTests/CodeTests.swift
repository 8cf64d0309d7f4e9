import Foundation
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Source code with literals.
struct CodeTests {
  /// Strings that could break out of a literal.
  static let hostile = [
    "", "\"", "\\", "\\(x)", "\"\"\"", "\"#", "\\\"", "\n", "\r\n", "\t", "\0", "*/", "//", "/*",
    "\u{2028}\u{2029}\u{85}", "\u{202E}evil\u{2066}", "\u{FEFF}", "\u{1F468}\u{200D}\u{1F469}",
    "\u{212A}\u{37E}\u{301}", "${x}", "`x`", "%s", "</script>", "\\u{41}", "\u{10FFFF}\u{E000}",
    "'", "$(x)", "?>", "-->", "]]>", "e\u{301}", "\u{E9}", "\u{7F}",
    String(repeating: "x", count: 5_000),
  ]

  @Test func `a Swift literal evaluates to the same bytes and is printable ASCII`() throws {
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

  @Test func `a string of the policy compiles only as a literal`() throws {
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

/// The clients in the generated code of every language.
struct ClientTableTests {
  static let languages = ["swift", "kotlin", "java", "typescript", "python", "go", "cpp"]

  private static func sources(_ keys: String, _ language: String) throws -> [GeneratedFile] {
    let workspace = Workspace(
      """
      linkpolicy: 1
      name: clients
      clients:
        one:
          provider: generic
          type: native
          client_id: one
          redirect_uris: ["a.b:/cb"]
      \(keys)
      """)
    #expect(workspace.structureFindings.map(\.message) == [])
    return try GeneratorRegistry.files(for: GeneratorInput(workspace), targets: [language])
  }

  @Test(arguments: languages)
  func `a key with its default value doesn't change the code`(language: String) throws {
    let defaults = """
          scopes: []
          response_types: [code]
          state: required
          pkce: required
          code_challenge_methods: [S256]
          omit_redirect_uri: false
          token_endpoint_auth: none
          grant_types: [authorization_code, refresh_token]
          post_logout_redirect_uris: []
          cors_origins: []
      """
    #expect(try Self.sources(defaults, language) == Self.sources("", language))
  }

  @Test(arguments: languages)
  func `a key with another value changes the code`(language: String) throws {
    let plain = try Self.sources("", language)
    let keys = [
      "scopes: [x]", "response_types: [token]", "state: optional", "pkce: optional",
      "code_challenge_methods: [plain]", "omit_redirect_uri: true",
      "token_endpoint_auth: basic", "token_endpoint_auth: post",
      "streamlined_linking: { google_client_id: x }",
      "grant_types: [authorization_code]", "post_logout_redirect_uris: [\"a.b:/bye\"]",
      "cors_origins: [\"https://a.example\"]",
      "issuer: https://id.example",
      "app_flip: { ios: { app: i, universal_link: https://h.example/flip } }",
      "app_flip: { android: { app: a, intent_action: a.b.FLIP, callers: [] } }",
    ]
    for key in keys {
      // The vectors show what the key decides.
      let code = try Self.sources("    " + key, language).filter { !$0.path.hasSuffix(".json") }
      #expect(code != plain.filter { !$0.path.hasSuffix(".json") }, "\(key)")
    }
  }
}
