import LinkPolicy
import Testing

/// How values are assigned to environments, and the findings about it. Each case uses one client,
/// so nothing else decides.
@Suite struct EnvironmentTests {
  private static func client(_ uris: [String], native: Bool = false) -> String {
    let list = uris.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      {"client_id": "web", "redirect_uris": [\(list)],
      "token_endpoint_auth_method": "\(native ? "none" : "client_secret_basic")"}
      """
  }

  private static func policy(
    _ uris: [String], file: String = "client.json",
    _ change: (inout ImportSettings) -> Void = { _ in }
  ) -> SourceImport {
    var settings = ImportSettings()
    change(&settings)
    return Importing.run([(file, client(uris))], settings)
  }

  /// The environments in which a policy lists a value.
  private static func environments(_ value: String, _ result: SourceImport) -> Set<String> {
    var found: Set<String> = []
    var environment = ""
    for line in result.text.split(separator: "\n") {
      let text = line.trimmingPrefix(while: { $0 == " " })
      if text == "prod:" || text == "sandbox:" { environment = String(text.dropLast()) }
      if text.hasPrefix("redirect_uris:") { environment = "both" }
      if text == "- \(value)" { found.insert(environment) }
    }
    return found
  }

  @Test(arguments: [
    ("https://oauth-redirect-sandbox.googleusercontent.com/r/acme", "sandbox"),
    ("https://app.staging.acme.example/cb", "sandbox"),
    ("https://app-dev.acme.example/cb", "sandbox"),
    ("https://qa2.acme.example/cb", "sandbox"),
    ("https://localhost:3000/cb", "sandbox"),
    ("https://home.internal/cb", "sandbox"),
    ("https://abc.ngrok-free.app/cb", "sandbox"),
    ("https://app.acme.example/cb", ""),
    ("https://app.acme.example/staging/cb", ""),
    ("https://staging.example/cb", ""),
    ("https://acme.dev/cb", ""),
    ("https://interior.acme.example/cb", ""),
    ("https://acme--pr12-a1b2c3d4.web.app/cb", ""),
  ])
  func `a value is assigned to the environment it contains`(uri: String, environment: String) {
    // A native client may use a loopback URI in prod, so this client also has another type of URI.
    let result = Self.policy([uri, "https://oauth-redirect.googleusercontent.com/r/acme"])
    let found = Self.environments(uri, result)
    #expect(
      found == (environment.isEmpty ? [] : [environment]),
      "\(result.text)\(Importing.findings(result))")
    let named = result.report.diagnostics.filter {
      $0.message.contains(uri) || $0.notes.contains { $0.message.contains(uri) }
    }
    #expect(!named.isEmpty)
  }

  @Test func `options decide first, and mappings before the environment`() {
    let uris = [
      "https://a.acme.example/cb", "https://b.acme.example/cb", "https://c.acme.example/cb",
    ]
    let result = Self.policy(uris) {
      $0.environment = .prod
      $0.mappings = [.init("b.acme.example", to: .sandbox), .init("https://c.*", to: .drop)]
    }
    #expect(Self.environments(uris[0], result) == ["prod"])
    #expect(Self.environments(uris[1], result) == ["sandbox"])
    #expect(Self.environments(uris[2], result) == [])
    #expect(
      Importing.findings(result).contains {
        $0.hasPrefix("import-dropped") && $0.contains("c.acme.example")
      })
  }

  @Test func `a sandbox value with the same domain and path shows that a value is for prod`() {
    let result = Self.policy(["https://app.acme.example/cb", "https://app.staging.acme.example/cb"])
    #expect(Self.environments("https://app.acme.example/cb", result) == ["prod"])
    #expect(Self.environments("https://app.staging.acme.example/cb", result) == ["sandbox"])
    #expect(result.text.contains("client_id: web\n"))
  }

  @Test func `a value with another path or domain shows nothing`() {
    for uri in ["https://app.acme.example/other", "https://app.other.example/cb"] {
      let result = Self.policy([uri, "https://app.staging.acme.example/cb"])
      #expect(Self.environments(uri, result) == [])
      #expect(Importing.findings(result).contains { $0.hasPrefix("import-environment-unknown") })
    }
  }

  @Test(arguments: [
    ("realms/prod/client.json", "prod"), ("realms/staging/client.json", "sandbox"),
    ("client-dev.json", "sandbox"), ("test/client.json", ""), ("client.json", ""),
  ])
  func `names of files and folders decide last`(path: String, environment: String) {
    let result = Self.policy(["https://app.acme.example/cb"], file: path)
    let found = Self.environments("https://app.acme.example/cb", result)
    #expect(found == (environment.isEmpty ? [] : [environment]))
  }

  @Test func `every assigned value has a note with the reason`() {
    let result = Self.policy(["https://app.acme.example/cb", "https://app.staging.acme.example/cb"])
    let notes = Importing.findings(result).filter { $0.hasPrefix("import-environment ") }
    #expect(notes.contains { $0.contains("the host contains `staging`") })
    #expect(notes.contains { $0.contains("in the same domain is sandbox") })
  }

  @Test func `an undecided value is a question, and the answer assigns it`() {
    var settings = ImportSettings()
    settings.completes = true
    let files = [("client.json", Self.client(["https://app.acme.example/cb"]))]
    let first = Importing.run(files, settings)
    #expect(first.questions.count == 1)
    #expect(first.questions.first?.proposal == "prod")
    for question in first.questions { settings.answer(question, "sandbox") }
    let second = Importing.run(files, settings)
    #expect(second.questions.isEmpty)
    #expect(Self.environments("https://app.acme.example/cb", second) == ["sandbox"])
  }

  @Test func `init assigns undecided values to prod and asks`() {
    let uris = ["https://app.acme.example/cb", "https://dev.other.example/x"]
    let result = Self.policy(uris) { $0.completes = true }
    #expect(Self.environments(uris[0], result) == ["prod"])
    #expect(Self.environments(uris[1], result) == ["sandbox"])
    #expect(result.questions.map(\.subject) == [.environment(of: "app.acme.example")])
  }
}
