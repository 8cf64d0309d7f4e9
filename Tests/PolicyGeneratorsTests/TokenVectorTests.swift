import PolicyGenerators
import PolicyModel
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
