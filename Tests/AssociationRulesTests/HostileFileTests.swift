import Foundation
import PolicyDiagnostics
import Testing

/// Files that were made to hurt, and files that were broken at random.
@Suite(.serialized) struct HostileFileTests {
  static func seconds(_ text: String, _ name: String) -> (Double, [Diagnostic]) {
    let start = ContinuousClock.now
    let found = Checking.report(Array(text.utf8), name: name).diagnostics
    let time = ContinuousClock.now - start
    return (Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18, found)
  }

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

  @Test(arguments: [
    // Globs whose subsets explode.
    (0..<40).map { "/*" + String(repeating: "a?b*", count: 20) + "\($0)" },
    // The classic of determinization.
    (0..<30).map { "/*a" + String(repeating: "?", count: $0) },
    // Thousands of rules with nothing in common at their start.
    (0..<4_000).map { "*/x\($0)" },
    // Thousands with everything in common at their start.
    (0..<3_000).map { "/products/categories/items/\($0)/*" },
    // One pattern of 100 KB, twice with a difference.
    [
      "/" + String(repeating: "*a", count: 50_000),
      "/" + String(repeating: "*a", count: 50_000) + "b",
    ],
    // Variables with hundreds of values in a row.
    (0..<20).map { "/$(lang)/$(region)/$(lang)/$(region)/\($0)/*" },
    ["/*", "//////", "", "?", "$(", "$(x", "NOT ", "%", "/\\u0000", "/é", "#", "*?*?*?*?"],
  ])
  func `patterns cannot make the check slow`(patterns: [String]) {
    let (time, _) = Self.seconds(Self.apple(patterns), "apple-app-site-association")
    #expect(time < 15, "\(time) s")
    let (android, _) = Self.seconds(Self.dynamic(patterns), "assetlinks.json")
    #expect(android < 15, "\(android) s")
  }

  @Test func `values of variables cannot make the check slow`() {
    let values = (0..<3_000).map { "\"*a\($0)?*\"" }.joined(separator: ",")
    let (time, _) = Self.seconds(
      Self.apple((0..<30).map { "/$(v)/$(v)/\($0)" }, variables: "{ \"v\": [\(values)] }"),
      "apple-app-site-association")
    #expect(time < 15, "\(time) s")
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
    var random = Random(state: 20_261_121)
    let tokens = [
      "{", "}", "[", "]", ",", ":", "\"", "null", "true", "5", "\"*\"", "\"/\"", "\"?\"", "é",
      "\\u",
      "\"exclude\"", "$(", "NOT ", "\u{0}",
    ].map { Array($0.utf8) }
    for path in FixtureTests.files("err") + FixtureTests.files("ok") {
      let original = [UInt8](try Data(contentsOf: FixtureTests.folder.appending(path: path)))
      for _ in 0..<60 {
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
