import AssociationFiles
import LinkPolicy
import PolicyImport
import PolicyTestSupport
import Testing

/// Properties of every import, for any sources.
@Suite struct ImportPropertyTests {
  /// Random files in several formats, with secrets that must not be printed.
  private struct Sources {
    var random: SeededRandom
    var secrets: [String] = []

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private mutating func uri() -> String {
      random.one(of: ["https", "https", "https", "http"]) + "://"
        + random.one(of: [
          "app.acme.example", "app.staging.acme.example", "dev.acme.example", "localhost:3000",
          "www.other.example", "APP.acme.example", "a--b.web.app",
        ])
        + random.one(of: ["/cb", "/callback", "/a/../b", "/cb#x", "", "/*", "/cb?x=1"])
        + (random.once(in: 3) ? "/\(random.next() % 100)" : "")
    }

    mutating func realm() -> String {
      let clients = (0..<Int.random(in: 1...5, using: &random)).map { index in
        let uris = (0..<Int.random(in: 0...4, using: &random)).map { _ in "\"\(uri())\"" }
        let secret = "s3cr3t-\(random.next())"
        secrets.append(secret)
        return """
          {"clientId": "client-\(index)", "publicClient": \(random.once(in: 2)), "secret": "\(secret)",
           "redirectUris": [\(uris.joined(separator: ", "))]}
          """
      }
      return "{\"realm\": \"acme\", \"clients\": [\(clients.joined(separator: ",\n"))]}"
    }

    mutating func client() -> String {
      let secret = "t0p-\(random.next())"
      secrets.append(secret)
      return """
        {"client_id": "extra", "client_secret": "\(secret)", "token_endpoint_auth_method": "client_secret_post",
         "redirect_uris": ["\(uri())", "\(uri())"]}
        """
    }
  }

  private static func files(_ seed: Int) -> (
    files: [(name: String, text: String)], secrets: [String]
  ) {
    var sources = Sources(seed: UInt64(seed))
    var association = GeneratedAssociationFiles(seed: UInt64(seed))
    let files = [
      ("realm-export.json", sources.realm()), ("oauth/client.json", sources.client()),
      ("apple-app-site-association", association.apple().json.text(.pretty)),
      ("assetlinks.json", association.android().json.text(.pretty)),
    ]
    return (files, sources.secrets)
  }

  private static func settings(_ seed: Int) -> ImportSettings {
    var settings = ImportSettings.prod
    settings.environment = [nil, .prod, .sandbox, .both][seed % 4]
    return settings
  }

  @Test(arguments: 1...TestForm.size(30, full: 80))
  func `every value is in the policy or in a finding`(seed: Int) {
    let (files, _) = Self.files(seed)
    let result = Importing.run(files, Self.settings(seed))
    let library = ImportLibrary(options: ImportOptions())
    var run = ImportRun()
    for file in files {
      run.read(
        library.add(SourceFile(name: file.name, bytes: Array(file.text.utf8))), isNamed: true)
    }
    // Source locations that the policy or a finding refers to.
    var named: Set<PolicyText.SourceLocation> = []
    for finding in result.report.diagnostics where finding.rule.rawValue.hasPrefix("import-") {
      named.insert(finding.location)
      named.formUnion(finding.notes.compactMap(\.location))
    }
    let written = Set(result.draft.root.allOrigins)
    // Values whose location must be found. Others are covered by the finding about their client.
    let counted: Set<String> = [
      "redirect_uris", "post_logout_redirect_uris", "cors_origins", "client_id", "client_secret",
      "links",
      "credentials", "sha256_cert_fingerprints", "variables",
    ]
    for fact in run.imported.values where counted.contains(fact.key.path[0]) {
      let isAvailable = written.contains(fact.location) || named.contains(fact.location)
      #expect(isAvailable, "\(fact.subject) \(fact.key.path) \(fact.value)")
    }
  }

  @Test(arguments: 1...TestForm.size(30, full: 80)) func `an omitted value has one finding`(
    seed: Int
  ) {
    let (files, _) = Self.files(seed)
    let result = Importing.run(files, Self.settings(seed))
    let reasons: Set<String> = [
      "import-dropped", "import-wildcard", "import-http", "import-environment-unknown",
      "import-conflict",
    ]
    var count: [PolicyText.SourceLocation: Int] = [:]
    for finding in result.report.diagnostics where reasons.contains(finding.rule.rawValue) {
      for place in Set([finding.location] + finding.notes.compactMap(\.location)) {
        count[place, default: 0] += 1
      }
    }
    // Origins and post-logout URIs that are derived from a redirect URI share its location.
    for (place, number) in count where number > 1 {
      let text = result.report.sources[place.file.index].text(place.span)
      #expect(text == "\"+\"", "\(text) \(number)")
    }
  }

  @Test(arguments: 1...TestForm.size(30, full: 80)) func `no secret is printed`(seed: Int) {
    let (files, secrets) = Self.files(seed)
    let output = Importing.output(Importing.run(files, Self.settings(seed)))
    #expect(!secrets.isEmpty)
    for secret in secrets { #expect(!output.contains(secret)) }
  }

  @Test(arguments: [
    (
      name: "realm-export.json",
      text: """
      {"realm": "acme", "clients": [{"clientId": "web", "publicClient": false, "secret": "hunter2",
      "redirectUris": ["https://app.acme.example/cb"]}]}
      """
    ),
    (
      name: "config.yaml",
      text: """
      staticClients:
        - { id: web, secret: hunter2, redirectURIs: ["https://app.acme.example/cb"] }
      """
    ),
  ])
  func `no secret of a damaged file is printed`(file: (name: String, text: String)) throws {
    let bytes = Array(file.text.utf8)
    let name = try #require(bytes.firstRange(of: Array("secret".utf8)))
    let secret = try #require(bytes.firstRange(of: Array("hunter2".utf8)))
    // The key, which marks the value as a secret, stays intact.
    let kept = name.lowerBound - 1..<secret.upperBound
    for place in bytes.indices where !kept.contains(place) {
      for damage: [UInt8] in [[], [0xFF]] {
        let text = Array(bytes[..<place]) + damage + bytes[(place + 1)...]
        let result = SourceImport(
          [SourceFile(name: file.name, bytes: text)], settings: Self.settings(0))
        #expect(!Importing.output(result).contains("hunter2"), "\(damage) at \(place)")
      }
    }
  }

  @Test func `a secret under a damaged key is hidden if another key names it`() {
    let text = """
      {"realm": "acme", "clients": [{"clientId": "web", "pa": "hunter2",
      "redirectUris": ["https://app.acme.example/cb", "secret": "hunter2",
      "rootUrl": "https://a.example"}]}
      """
    let result = SourceImport(
      [SourceFile(name: "realm-export.json", bytes: Array(text.utf8))], settings: Self.settings(0))
    let output = Importing.output(result)
    #expect(!output.contains("hunter2"))
    #expect(output.contains("[redacted]"))
  }

  @Test(arguments: 1...TestForm.size(15, full: 40))
  func `the order of files and keys, and line endings, change nothing`(seed: Int) {
    let (files, _) = Self.files(seed)
    let settings = Self.settings(seed)
    let text = Importing.run(files, settings).text
    #expect(Importing.run(files.reversed(), settings).text == text)
    let broken = files.map { (name: $0.name, text: $0.text.replacing("\n", with: "\r\n")) }
    #expect(Importing.run(broken, settings).text == text)
    let turned = files.map { (name: $0.name, text: Self.keysTurned($0.text)) }
    #expect(Importing.run(turned, settings).text == text)
  }

  /// Reverses the entries of every object in a JSON text.
  private static func keysTurned(_ text: String) -> String {
    guard let value = try? JSONValue(parsing: Array(text.utf8)) else { return text }
    return turned(value).text()
  }

  private static func turned(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let items): .array(items.map(turned))
    // Query rules are tried in the order of their names, so these keep their order.
    case .object(let entries) where entries.contains { $0.key == "id" || $0.key == "b" }: value
    case .object(let entries):
      .object(entries.reversed().map { (key: $0.key, value: turned($0.value)) })
    default: value
    }
  }

  @Test(arguments: 1...TestForm.size(15, full: 40)) func `the written policy is valid`(seed: Int) {
    let (files, _) = Self.files(seed)
    let result = Importing.run(files, Self.settings(seed))
    let shapes = result.report.diagnostics.filter {
      $0.rule.rawValue.hasPrefix("yaml-")
        || ["unknown-key", "wrong-type", "unknown-value", "unknown-reference"].contains(
          $0.rule.rawValue)
    }
    #expect(shapes.isEmpty, "\(shapes.map(\.message))\n\(result.text)")
  }

  @Test(arguments: 1...60) func `any bytes give a report`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let (files, _) = Self.files(seed)
    for file in files {
      var bytes = Array(file.text.utf8)
      for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch random.next() % 4 {
        case 0: bytes.removeLast(bytes.count - place)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
        default: bytes.remove(at: place)
        }
      }
      let result = SourceImport([SourceFile(name: file.name, bytes: bytes)], settings: .prod)
      #expect(!result.isEmpty || !result.report.diagnostics.isEmpty || !result.files.isEmpty)
    }
  }

  @Test(arguments: ["{", "[", "<", "{\"a\":", "[[[[", "- ", "\u{0}", "// !$*UTF8*$!\n{"])
  func `deeply nested, empty and unusual files give a report`(part: String) {
    for text in ["", part, String(repeating: part, count: 20_000), "\u{FEFF}\(part)"] {
      for name in ["apple-app-site-association", "x.json", "x.yaml", "x.plist", "project.pbxproj"] {
        let result = Importing.run([(name, text)])
        #expect(result.isEmpty)
      }
    }
  }
}
