import Foundation
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// What `vectors.json` asks of codes with a challenge, and the decision core answers: the same for
/// the generated code of every language.
struct TokenVectorTests {
  private static let vectors = VectorFile(
    GeneratorInput(
      Workspace(
        """
        linkpolicy: 1
        name: acme
        clients:
          required:
            provider: generic
            type: web
            client_id: required-1
            redirect_uris: [https://app.acme.example/cb]
            pkce: required
          optional:
            provider: generic
            type: web
            client_id: optional-1
            redirect_uris: [https://app.acme.example/cb]
            pkce: optional
        """))
  ).vectors

  @Test(arguments: [
    ("verifier", "allow", "allow"),
    ("verifier-wrong", "refused", "refused"),
    ("verifier-short", "refused", "refused"),
    ("verifier-too-short", "refused", "refused"),
    ("verifier-too-long", "refused", "refused"),
    ("verifier-odd", "refused", "refused"),
    ("verifier-missing", "refused", "refused"),
    ("verifier-unexpected", "refused", "refused"),
    ("no-challenge", "refused", "allow"),
    ("challenge-as-verifier", "refused", "refused"),
    ("plain-verifier", "allow", "allow"),
    ("plain-verifier-wrong", "refused", "refused"),
    ("plain-verifier-hashed", "refused", "refused"),
    ("verifier-of-56", "allow", "allow"),
    ("verifier-of-112", "allow", "allow"),
  ])
  func `a code is exchanged with its own verifier only`(
    what: String, required: String, optional: String
  ) throws {
    for (key, expected) in [("required", required), ("optional", optional)] {
      let vector = try #require(Self.vectors.first { $0.id == "prod/acme/\(key)/token-\(what)" })
      #expect(
        vector.expect == (expected == "allow" ? "allow" : "error 400 invalid_grant"), "\(key)")
    }
  }
}

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
