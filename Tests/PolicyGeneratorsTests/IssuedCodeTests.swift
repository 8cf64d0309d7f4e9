import Foundation
import PolicyTestSupport
import Testing

/// One service can read the issued codes that another one, in another language, has stored.
struct IssuedCodeTests {
  @Test(arguments: [
    #"{"client_id":"a","redirect_uri":"b:c","code_challenge":"d","code_challenge_method":"S256"}"#,
    #"{"client_id":"a","redirect_uri":null,"code_challenge":null,"code_challenge_method":null}"#,
  ])
  func `the unit tests of every language read and write the same JSON`(json: String) throws {
    let tests = [
      "cpp/tests/allowlist_test.cpp", "go/tests/allowlist_test.go",
      "java/tests/unit/com/example/AllowlistTests.java", "kotlin/tests/unit/UnitTests.kt",
      "python/tests/test_decisions.py", "swift/tests/Tests/AuthorizationTests.swift",
      "typescript/tests/decisions.test.mjs",
    ]
    for path in tests {
      let file = Fixtures.root.appending(path: "Runtimes/\(path)")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(json), "\(path)")
    }
  }
}
