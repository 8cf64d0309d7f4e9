import AssociationFiles
import Foundation
import PolicyTestSupport
import PolicyText
import Testing

/// Findings about whole files, and their fixes.
@Suite struct FileTests {
  static func rules(_ bytes: [UInt8], _ name: String) -> [String] {
    Checking.report(bytes, name: name).diagnostics.map { "\($0.severity) \($0.rule)" }
  }

  static func padded(_ count: Int) -> [UInt8] {
    let frame = "{\"webcredentials\":{},\"x\":\"\"}"
    let filling = String(repeating: "x", count: count - frame.utf8.count)
    return Array("{\"webcredentials\":{},\"x\":\"\(filling)\"}".utf8)
  }

  @Test func `Apple's limit is 131,072 bytes, with a warning from 100,000`() {
    let name = "apple-app-site-association"
    #expect(Self.rules(Self.padded(99_999), name) == [])
    #expect(Self.rules(Self.padded(100_000), name) == ["warning association-file-too-large"])
    #expect(Self.rules(Self.padded(131_072), name) == ["warning association-file-too-large"])
    #expect(Self.rules(Self.padded(131_073), name) == ["error association-file-too-large"])
  }

  @Test func `Android's limit is 1 MiB`() {
    func list(_ count: Int) -> [UInt8] {
      Array("[\"\(String(repeating: "x", count: count - 4))\"]".utf8)
    }
    #expect(
      !Self.rules(list(1 << 20), "assetlinks.json").contains("error association-file-too-large"))
    #expect(
      Self.rules(list(1 + 1 << 20), "assetlinks.json").contains("error association-file-too-large"))
  }

  @Test func `a signed file is reported as signed, not as invalid JSON`() {
    let der: [UInt8] = [0x30, 0x82, 0x11, 0x22, 0x06, 0x09, 0x2A, 0x86, 0x48]
    #expect(Self.rules(der, "apple-app-site-association") == ["warning apple-legacy-form"])
  }

  /// Applies the fixes once: the safe ones, or all.
  static func fixed(_ text: String, _ name: String, unsafe: Bool = false) -> String {
    var bytes = Array(text.utf8)
    let edits = Checking.report(bytes, name: name).diagnostics
      .flatMap { $0.fixes.prefix(1) }.filter { unsafe || $0.isSafe }.flatMap(\.edits)
      .sorted { $0.location.span.start > $1.location.span.start }
    for edit in edits {
      bytes.replaceSubrange(
        edit.location.span.start..<edit.location.span.end, with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("\u{FEFF}{\"a\":[1,],}", "{\"a\":[1]}"),
    ("{\u{201C}applinks\u{201D}: {}}", "{\"applinks\": {}}"),
    ("{} // done", "{} "),
  ])
  func `JSON syntax errors are fixed`(bad: String, good: String) {
    #expect(Self.fixed(bad, "apple-app-site-association") == good)
  }
}

/// Hostile files, and randomly broken ones.
@Suite struct HostileFileTests {
  static func apple(_ components: some Sequence<String>, variables: String = "{}") -> String {
    """
    { "applinks": { "substitutionVariables": \(variables), "details": [
      { "appIDs": ["R7KM2QX94T.com.birch.shop"], "components": [
    """ + components.map { "{ \"/\": \"\($0)\" }" }.joined(separator: ",\n") + "]}]}}"
  }

  static func dynamic(_ rules: some Sequence<String>) -> String {
    """
    [{ "relation": ["delegate_permission/common.handle_all_urls"],
       "target": { "namespace": "android_app", "package_name": "com.birch.shop", "sha256_cert_fingerprints": [] },
       "relation_extensions": { "delegate_permission/common.handle_all_urls": { "dynamic_app_link_components": [
    """ + rules.map { "{ \"/\": \"\($0)\" }" }.joined(separator: ",\n") + "]}}}]"
  }

  static let patterns: [[String]] = [
    // Globs with very many possible subsets.
    (0..<40).map { "/*" + String(repeating: "a?b*", count: 20) + "\($0)" },
    // The classic worst case of determinization.
    (0..<30).map { "/*a" + String(repeating: "?", count: $0) },
    // Thousands of patterns without a common prefix.
    (0..<TestForm.size(400, full: 4_000)).map { "*/x\($0)" },
    // Thousands of patterns with a long common prefix.
    (0..<TestForm.size(300, full: 3_000)).map { "/products/categories/items/\($0)/*" },
    // Two patterns of 100 KB that differ slightly.
    [
      "/" + String(repeating: "*a", count: TestForm.size(5_000, full: 50_000)),
      "/" + String(repeating: "*a", count: TestForm.size(5_000, full: 50_000)) + "b",
    ],
    // Variables with hundreds of values, in sequence.
    (0..<20).map { "/$(lang)/$(region)/$(lang)/$(region)/\($0)/*" },
    ["/*", "//////", "", "?", "$(", "$(x", "NOT ", "%", "/\\u0000", "/é", "#", "*?*?*?*?"],
  ]

  @Test(arguments: patterns) func `hostile patterns are checked completely`(patterns: [String]) {
    #expect(!Checking.apple(Self.apple(patterns)).contains { $0.rule == "json-syntax" })
    #expect(!Checking.android(Self.dynamic(patterns)).contains { $0.rule == "json-syntax" })
  }

  @Test(.countsInstructions) func `patterns and variables can't slow the check down`() throws {
    let files = Self.patterns.flatMap { patterns in
      [
        ("apple-app-site-association", Array(Self.apple(patterns).utf8)),
        ("assetlinks.json", Array(Self.dynamic(patterns).utf8)),
      ]
    }
    let values = ("apple-app-site-association", Array(Self.values(3_000).utf8))
    #expect(try Instructions.slow(files + [values]) == [])
  }

  static func values(_ count: Int) -> String {
    let values = (0..<count).map { "\"*a\($0)?*\"" }.joined(separator: ",")
    return apple((0..<30).map { "/$(v)/$(v)/\($0)" }, variables: "{ \"v\": [\(values)] }")
  }

  @Test func `thousands of values of a variable are checked completely`() {
    let found = Checking.apple(Self.values(TestForm.size(300, full: 3_000)))
    #expect(!found.contains { $0.rule == "json-syntax" })
  }

  @Test(arguments: [
    "[]", "{}", "null", "0", "\"x\"", "", " ", "[[]]", "[{}]", "[null]", "{\"applinks\":[]}",
    "{\"applinks\":{\"details\":{}}}", "{\"applinks\":{\"details\":[[],1,null,{}]}}",
    "{\"applinks\":{\"details\":{\"x\":1,\"\":{}}}}",
    "{\"applinks\":{\"defaults\":[],\"details\":[{\"defaults\":5,\"components\":{}}]}}",
    "{\"applinks\":{\"substitutionVariables\":[],\"apps\":{},\"details\":\"x\"}}",
    "{\"webcredentials\":{\"apps\":{\"x\":1}},\"appclips\":5}",
    "[{\"include\":5}]", "[{\"relation\":{},\"target\":[]}]",
    "[{\"relation\":[5],\"target\":{\"namespace\":\"android_app\",\"package_name\":[],\"sha256_cert_fingerprints\":{}}}]",
    "[{\"relation\":[\"a/b\"],\"target\":{\"namespace\":\"web\",\"site\":{}},\"relation_extensions\":5}]",
    "{\"applinks\":{\"details\":[{\"appIDs\":[\"\",\".\",\"A.\",\".b\"],\"paths\":[\"\",\"NOT\",\"NOT \"]}]}}",
  ])
  func `unusual values never crash the check`(text: String) {
    _ = Checking.apple(text)
    _ = Checking.android(text)
  }

  @Test func `checking randomly broken files terminates`() throws {
    var random = SeededRandom(seed: 20_261_121)
    let tokens = [
      "{", "}", "[", "]", ",", ":", "\"", "null", "true", "5", "\"*\"", "\"/\"", "\"?\"", "é",
      "\\u",
      "\"exclude\"", "$(", "NOT ", "\u{0}",
    ].map { Array($0.utf8) }
    for path in FixtureTests.files("err") + FixtureTests.files("ok") {
      let original = [UInt8](try Data(contentsOf: FixtureTests.folder.appending(path: path)))
      for _ in 0..<TestForm.size(12, full: 60) {
        var bytes = original
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.removeSubrange(place..<min(place + 12, bytes.count))
          case 2:
            bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place)
          default: bytes.removeSubrange(place...)
          }
        }
        for name in ["apple-app-site-association", "assetlinks.json"] {
          for finding in Checking.report(bytes, name: name).diagnostics {
            #expect(finding.location.span.end <= bytes.count)
          }
        }
      }
    }
  }
}

/// Compares findings with observed behavior of the platforms.
@Suite struct VectorTests {
  static func read(_ text: String, _ name: String) -> SourceTree {
    JSONReader.read(SourceFile(name: name, bytes: Array(text.utf8)), file: FileID(0)).tree
  }

  /// Rules whose findings mean that a link rule never decides.
  static let never: Set<RuleID> = [
    "link-exclude-unreachable", "link-rule-unreachable", "link-rule-never-matches",
    "link-variable-undefined",
    "link-rule-path-has-query", "link-rules-only-exclude",
  ]

  @Test func `a rule that decided on a device is never reported as unreachable`() throws {
    var decided = 0
    for row in try Fixtures.table("aasa_components.tsv") {
      let component = try #require(row["component_json"])
      let variables = try #require(row["substitution_variables_json"])
      let text = """
        {"applinks": {"substitutionVariables": \(variables.isEmpty ? "{}" : variables),
         "details": [{"appIDs": ["R7KM2QX94T.a"], "components": [\(component)]}]}}
        """
      decided += check(text, try #require(row["url"]), domain: "example.com")
    }
    let lines = String(decoding: try Fixtures.vectors("aasa_documents.jsonl"), as: UTF8.self)
      .split(separator: "\n")
    for line in lines {
      let tree = Self.read(String(line), "documents")
      let root = try #require(tree.root)
      let file = try #require(tree.value(of: "aasa", in: root))
      let url = try #require(tree.value(of: "url", in: root))
      let domain = try #require(tree.value(of: "domain", in: root))
      decided += check(
        tree.source.text(tree.span(file)), tree.text(url).string,
        domain: tree.text(domain).string)
    }
    #expect(decided > 45)
  }

  /// Returns 1 if a rule decided about the URL, and 0 if none did.
  private func check(_ text: String, _ url: String, domain: String) -> Int {
    let tree = Self.read(text, "apple-app-site-association")
    let matcher = AppleLinkMatcher(
      AppleAppSiteAssociation(reading: tree), domain: ExactString(domain))
    let found = Checking.apple(text).filter { Self.never.contains($0.rule) }
    let rules = matcher.answer(ExactString(url)).steps.filter { $0.mismatch == nil }
    for rule in rules {
      guard let node = rule.node else { continue }
      let span = tree.span(node)
      let about = found.filter { span.contains($0.location.span) && $0.severity >= .warning }
      #expect(about.isEmpty, "\(url)\n\(text)\n\(Checking.describe(about))")
    }
    return rules.isEmpty ? 0 : 1
  }

  /// Findings about values that are valid in Google's conformance tests but discouraged.
  static let taste: Set<RuleID> = [
    "documentation-example", "fingerprint-single", "android-package-name-format",
    "fingerprint-public-debug-key",
    "credentials-missing",
  ]

  @Test func `exactly the errors of Google's conformance tests are reported`() throws {
    var lists = 0
    var reported = 0
    for row in try Fixtures.table("assetlinks_conformance.tsv") {
      let pages = try #require(row["web_content"]).components(separatedBy: " || ")
      for page in pages where page.contains(" => ") {
        let text = page.components(separatedBy: " => ").dropFirst().joined(separator: " => ")
        let read = JSONReader.read(
          SourceFile(name: "assetlinks.json", bytes: Array(text.utf8)), file: FileID(0))
        let found = Checking.android(text)
        lists += 1
        if !read.diagnostics.isEmpty {
          #expect(found.contains { $0.severity == .error })
          continue
        }
        let problems = AssetLinks(reading: read.tree).problems
        for problem in problems {
          reported += 1
          let node = try #require(problem.node)
          // The location is the invalid value, or a key of the object in which something is
          // missing.
          let span = read.tree.span(read.tree.parent(node) ?? node)
          let about = found.filter { span.contains($0.location.span) && $0.severity >= .warning }
          #expect(!about.isEmpty, "\(problem.kind) \(text)")
        }
        let errors = found.filter { $0.severity == .error && !Self.taste.contains($0.rule) }
        if problems.isEmpty {
          #expect(errors.isEmpty, "\(row["id"] ?? "") \(text)\n\(Checking.describe(errors))")
        }
      }
    }
    #expect(lists > 90 && reported > 50)
  }
}
