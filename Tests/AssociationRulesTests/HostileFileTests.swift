import Foundation
import PolicyText
import PolicyTestSupport
import Testing

/// Files that were made to hurt, and files that were broken at random.
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
    // Globs whose subsets explode.
    (0..<40).map { "/*" + String(repeating: "a?b*", count: 20) + "\($0)" },
    // The classic of determinization.
    (0..<30).map { "/*a" + String(repeating: "?", count: $0) },
    // Thousands of rules with nothing in common at their start.
    (0..<TestForm.size(400, full: 4_000)).map { "*/x\($0)" },
    // Thousands with everything in common at their start.
    (0..<TestForm.size(300, full: 3_000)).map { "/products/categories/items/\($0)/*" },
    // One pattern of 100 KB, twice with a difference.
    [
      "/" + String(repeating: "*a", count: TestForm.size(5_000, full: 50_000)),
      "/" + String(repeating: "*a", count: TestForm.size(5_000, full: 50_000)) + "b",
    ],
    // Variables with hundreds of values in a row.
    (0..<20).map { "/$(lang)/$(region)/$(lang)/$(region)/\($0)/*" },
    ["/*", "//////", "", "?", "$(", "$(x", "NOT ", "%", "/\\u0000", "/é", "#", "*?*?*?*?"],
  ]

  @Test(arguments: patterns) func `patterns that were made to hurt are judged to the end`(
    patterns: [String]
  ) {
    #expect(!Checking.apple(Self.apple(patterns)).contains { $0.rule == "json-syntax" })
    #expect(!Checking.android(Self.dynamic(patterns)).contains { $0.rule == "json-syntax" })
  }

  @Test(.countsInstructions) func `patterns and values of variables cannot make the check slow`()
    throws
  {
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

  @Test func `thousands of values of a variable are judged to the end`() {
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
  func `odd values are findings or nothing, never a crash`(text: String) {
    _ = Checking.apple(text)
    _ = Checking.android(text)
  }

  @Test func `files broken at random are read to some end`() throws {
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
