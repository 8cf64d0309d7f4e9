import PolicyText
import PolicyGenerators
import PolicyModel
import ProjectTestSupport
import Testing

/// The clients in the code of every language.
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
  func `a key that says the default is not written`(language: String) throws {
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
  func `a key that says something else is written`(language: String) throws {
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
