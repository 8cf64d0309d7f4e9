import PolicyText
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Hostile files. Each gives a finding with a position, after work that is proportional to the
/// file's size.
@Suite struct HostileFileTests {
  struct Hostile: CustomTestStringConvertible {
    var name: String
    var isJSON = false
    /// nil if the file is valid.
    var rule: String?
    var bytes: @Sendable () -> [UInt8]
    var testDescription: String { name }

    init(
      _ name: String, _ rule: String?, json: Bool = false, _ text: @escaping @Sendable () -> String
    ) {
      self.name = name
      self.rule = rule
      isJSON = json
      bytes = { Array(text().utf8) }
    }
  }

  private static let head = "linkpolicy: 1\nname: hostile\n"
  private static let client = """
    clients:
      c:
        provider: generic
        type: web
        client_id: c

    """

  private static func times(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined()
  }

  private static func twice(_ open: String, _ count: Int, _ close: String) -> String {
    String(repeating: open, count: count) + String(repeating: close, count: count)
  }

  static let files: [Hostile] = [
    Hostile("open braces", "yaml-limit") { head + "x-a: " + twice("{", 100_000, "") },
    Hostile("nested brackets", "yaml-limit") { head + "x-a: " + twice("[", 50_000, "]") },
    Hostile("nested flow mappings", "yaml-limit") { head + "x-a: " + twice("{a: ", 20_000, "}") },
    Hostile("nested block lists", "yaml-limit") { head + "x-a:\n  " + twice("- ", 50_000, "") },
    Hostile("nested block mappings", "yaml-limit") {
      head + "x-a:\n" + times(400) { String(repeating: " ", count: $0 + 1) + "a:\n" }
    },
    Hostile("alias bomb", "yaml-limit") {
      head + "x-0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
        + times(8) { level in
          let aliases = Array(repeating: "*a\(level)", count: 10).joined(separator: ",")
          return "x-\(level + 1): &a\(level + 1) [\(aliases)]\n"
        }
    },
    Hostile("aliases of a long list", "yaml-limit") {
      head + "x-u: &u [" + times(2000) { "https://h\($0).example/cb, " } + "]\n" + client
        + "    redirect_uris: [" + times(2000) { _ in "*u, " } + "]\n"
    },
    Hostile("alias of itself", "yaml-syntax") { head + "apps: &a { b: *a }\n" },
    Hostile("undefined alias", "yaml-syntax") { head + "apps: *nothing\n" },
    Hostile("many anchors", "unknown-key") {
      head + "x-a:\n" + times(20_000) { "  - &n\($0) v\n" } + "unknown: *n19999\n"
    },
    Hostile("long plain scalar", "yaml-limit") { head + "x-a: " + twice("x", 2_000_000, "") },
    Hostile("long escapes", "unknown-key") {
      head + "unknown: \"" + twice("\\x41\\u0042", 50_000, "") + "\"\n"
    },
    Hostile("open quotes", "yaml-syntax") { head + "x-a: \"" + twice("text \n  ", 50_000, "") },
    Hostile("long folded scalar", "unknown-key") {
      head + "unknown: >-\n" + twice("  word word\n\n", 30_000, "")
    },
    Hostile("long key", "unknown-key") { head + "? " + twice("k", 500_000, "") + "\n: v\n" },
    Hostile("findings below a long key", "wrong-type") {
      head + "domains:\n  ? " + twice("k", 100_000, "") + "\n  : credentials: ["
        + times(2000) { _ in "-, " } + "]\n"
    },
    Hostile("many keys", "yaml-limit") { head + times(110_000) { "x-k\($0): v\n" } },
    Hostile("many unknown keys", "unknown-key") { head + times(5000) { "clientz\($0): v\n" } },
    Hostile("one key many times", "yaml-duplicate-key") { head + times(5000) { _ in "x-a: v\n" } },
    Hostile("keys near a known one", "unknown-key") {
      head + client + "    redirect_uris: []\n" + times(5000) { "    redirect_uri\($0): v\n" }
    },
    Hostile("equal to the eye", "yaml-limit") {
      // All keys are canonically equivalent, so a dictionary of `String` would have one entry.
      head + "x-a:\n"
        + times(1 << 14) { number in
          "  " + (0..<17).map { number >> $0 & 1 == 0 ? "é" : "e\u{301}" }.joined() + ": v\n"
        } + "x-b: " + twice("x", 1_100_000, "")
    },
    Hostile("clients with errors", "unknown-value") {
      head + "clients:\n" + times(3000) { "  c\($0): { type: wbe }\n" }
    },
    Hostile("one line of errors", "wrong-type") {
      head + "x-é: 1\ndomains: { h: { credentials: [" + times(20_000) { _ in "-, " } + "] } }\n"
    },
    // The search for siblings must not visit rejected keys repeatedly.
    Hostile("refused keys before the rest", "yaml-unsupported") {
      times(20_000) { _ in "? [a]\n: b\n" } + head
    },
    Hostile("mappings with refused keys", "yaml-unsupported") {
      head + "clients:\n"
        + times(4000) { "  c\($0):\n    ? [a]\n    : { x: [1, 2] }\n    <<: 1\n    type: web\n" }
    },
    Hostile("a large refused key in each mapping", "yaml-unsupported") {
      head + "clients:\n"
        + times(20) { client in
          "  ? { " + times(1500) { "k\($0): [1], " }
            + "x: 1 }\n  : a\n  c\(client): { type: web }\n"
        }
    },
    Hostile("long comment", "unknown-key") {
      head + "# " + twice("c", 2_000_000, "") + "\nunknown: 1\n"
    },
    Hostile("documents", "yaml-unsupported") { head + twice("---\n", 50_000, "") },
    Hostile("directives", "yaml-limit") {
      times(50_000) { "%TAG !t\($0)! tag:x,2025:\($0)/\n" } + "---\n" + head
    },
    Hostile("tags", "yaml-unsupported") {
      head + "x-a: !!python/object/apply:os.system [\"true\"]\n"
    },
    Hostile("tabs", "yaml-syntax") { head + "apps:\n\ti:\n\t\tplatform: ios\n" },
    Hostile("zeros", "yaml-syntax") { twice("\u{0}", 500_000, "") },
    Hostile("control codes", "unknown-key") {
      head + "\"\\e[2J\\e]0;x\\a\\u202e\\u0000\": 1\n"
    },
    Hostile("carriage returns", "unknown-key") {
      (head + "unknown: 1\n").replacing("\n", with: "\r")
    },
    Hostile("a clean policy with a mark and CRLF", nil) {
      "\u{FEFF}" + head.replacing("\n", with: "\r\n")
    },
    Hostile("deep arrays", "yaml-limit", json: true) { twice("[", 100_000, "]") },
    Hostile("deep objects", "yaml-limit", json: true) { twice("{\"a\":", 100_000, "}") },
    Hostile("open brackets", "yaml-limit", json: true) { twice("[", 500_000, "") },
    Hostile("long number", "yaml-limit", json: true) { "[" + twice("9", 1_200_000, "") + "]" },
    Hostile("open comment", "json-syntax", json: true) { "[1] /* " + twice("* /", 300_000, "") },
    Hostile("comments", "json-syntax", json: true) { twice("/**/", 60_000, "") + "[]" },
  ]

  @Test(arguments: files) func `a hostile file has one finding`(file: Hostile) throws {
    let bytes = file.bytes()
    let source = SourceFile(name: file.name, bytes: bytes)
    let tree: SourceTree
    let diagnostics: [Diagnostic]
    if file.isJSON {
      let result = JSONReader.read(source, file: FileID(0))
      (tree, diagnostics) = (result.tree, result.diagnostics)
    } else {
      let document = PolicyDocument(YAMLReader.read(source, file: FileID(0)))
      (tree, diagnostics) = (document.tree, document.diagnostics)
    }
    let report = Report(sources: [source], diagnostics: diagnostics)
    #expect(TreeProblems.problems(tree, report.diagnostics) == [])
    if let rule = file.rule {
      #expect(
        report.diagnostics.contains { $0.rule.rawValue == rule }, "\(report.diagnostics.prefix(3))")
      #expect(
        report.diagnostics.allSatisfy { $0.path.utf8.count < 3000 && $0.message.utf8.count < 2000 })
    } else {
      #expect(report.diagnostics.isEmpty)
    }
  }

  /// Quadratic work would exceed the limit by orders of magnitude.
  @Test(.countsInstructions) func `hostile files can't slow the check down`() throws {
    let slow = try Instructions.slow(
      Self.files.map {
        ($0.isJSON ? "apple-app-site-association" : "policy.yaml", $0.bytes())
      })
    #expect(slow == [])
  }
}
