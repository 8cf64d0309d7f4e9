import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import ProjectTestSupport
import Testing

/// Which files are generated for provider sections, and the names in them.
struct AppCodeFilesTests {
  private static let languages = [
    "swift", "objc", "kotlin", "java", "typescript", "python", "go", "cpp",
  ]

  private static func names(_ workspace: Workspace) throws -> [String: String] {
    #expect(workspace.structureFindings.map(\.message) == [])
    let files = try GeneratorRegistry.files(
      for: GeneratorInput(workspace), targets: languages)
    let provider = files.filter {
      $0.path.contains("Email") || $0.path.contains("email") || $0.path.contains("Scopes")
        || $0.path.contains("scopes") || $0.path.contains("Apple") || $0.path.contains("apple")
        || $0.path.contains("AuthorizationRequest") || $0.path.contains("authorization-request")
        || $0.path.contains("code/objc/LP")
    }.filter { !$0.path.contains("LinkPolicyAllowlist+") }
    return Dictionary(
      uniqueKeysWithValues: provider.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
  }

  @Test func `without a section, the policy has no file for it`() throws {
    #expect(try Self.names(Workspace("linkpolicy: 1\nname: one\n")).isEmpty)
    let scopes = Workspace(
      "linkpolicy: 1\nname: one\nproviders: { google_sign_in: { scopes: { sign_in: [email] } } }\n")
    #expect(
      Set(try Self.names(scopes).keys) == [
        "code/swift/GoogleScopes.swift", "code/swift/GoogleScopesData.swift",
        "code/objc/LPGoogleScopes.h", "code/objc/LPGoogleScopes.m",
        "code/objc/LPGoogleScopesData.h", "code/objc/LPGoogleScopesData.m",
        "code/kotlin/GoogleScopes.kt",
        "code/typescript/google-scopes.ts", "code/typescript/google-scopes-data.ts",
        "code/python/google_scopes/__init__.py",
        "code/python/google_scopes/_missing.py", "code/python/google_scopes/py.typed",
        "code/go/googlescopes/scopes.go", "code/go/googlescopes/features.go",
        "code/java/linkpolicy/generated/GoogleScopes.java", "code/cpp/google_scopes.hpp",
        "code/cpp/google_scopes_data.hpp",
      ])
    let web = Workspace(
      """
      linkpolicy: 1
      name: one
      providers: { google_sign_in: { scopes: { sign_in: [] } }, firebase: { project_id: acme }, apple: { platforms: [web] } }
      """)
    #expect(
      Set(try Self.names(web).keys) == [
        "code/typescript/apple-sign-in.ts", "code/typescript/apple-sign-in-data.ts",
        "code/typescript/apple-sign-in-provider.ts",
      ])
  }

  @Test func `requests to our server are generated for our clients' languages`() throws {
    func names(_ client: String, endpoint: Bool = true) throws -> Set<String> {
      let server = "{ endpoints: { authorization: https://id.acme.example/authorize } }"
      return Set(
        try Self.names(
          Workspace(
            """
            linkpolicy: 1
            name: one
            authorization_server: \(endpoint ? server : "{}")
            clients:
              one: { provider: generic, client_id: one, redirect_uris: ["https://one.example/cb"], \(client) }
            """)
        ).keys)
    }
    let web: Set = [
      "code/typescript/authorization-requests.ts",
      "code/typescript/authorization-requests-data.ts",
    ]
    #expect(try names("type: web, client_secret: { env: S }") == web)
    #expect(
      try names("type: native")
        == web.union([
          "code/swift/AuthorizationRequests.swift", "code/swift/AuthorizationRequestsData.swift",
          "code/objc/LPAuthorizationRequestData.h", "code/objc/LPAuthorizationRequestData.m",
          "code/objc/LPOwnClientSettings.h", "code/kotlin/AuthorizationRequests.kt",
          "code/kotlin/AuthorizationRequest.kt",
          "code/objc/LPAuthorizationRequest.h", "code/objc/LPAuthorizationRequest.m",
          "code/objc/LPEnvironment.h",
        ]))
    #expect(try names("type: native", endpoint: false).isEmpty)
    #expect(try names("type: native, code_challenge_methods: [plain]").isEmpty)
    #expect(try names("type: native, response_types: [token]").isEmpty)
  }

  @Test func `with several policies, names start with the policy`() throws {
    func policy(_ name: String) -> (name: String, text: String) {
      (
        "Policies/\(name).yaml",
        """
        linkpolicy: 1
        name: \(name)
        providers:
          google_sign_in: { scopes: { sign_in: [email] } }
          firebase: { project_id: acme, email_actions: { sign_in: { url: "https://\(name).example/" } } }
          apple: { platforms: [ios], scopes: [email] }
        """
      )
    }
    let files = try Self.names(Workspace(texts: [policy("doors"), policy("lights")]))
    for (path, words) in [
      ("code/swift/FirebaseEmailActionsData.swift", ["let doorsSignIn", "let lightsSignIn"]),
      ("code/swift/GoogleScopesData.swift", ["let doorsSignIn", "let lightsSignIn"]),
      ("code/swift/AppleSignInData.swift", ["enum AppleSignInDoors", "enum AppleSignInLights"]),
      ("code/python/firebase_email_actions/_data.py", ["DOORS_SIGN_IN", "\"lights_sign_in\""]),
    ] {
      let text = try #require(files[path])
      for word in words { #expect(text.contains(word), "\(path): \(word)") }
    }
  }

  @Test func `names in a policy become unique identifiers`() {
    let names = CodeName.unique(
      ["backup", "Back up", "BackUp", "class", "9 lives", "\u{65E5}", "a_b", "a-b", "allCases"]
        .map { (nil, $0) })
    #expect(
      names.map { $0.text(.camel) } == [
        "backup", "backUp2", "backUp3", "featureClass", "feature9Lives", "feature", "aB", "aB2",
        "featureAllCases",
      ])
    #expect(names[1].text(.upperSnake) == "BACK_UP_2" && names[1].text(.pascal) == "BackUp2")
  }
}
