import Foundation
import LinkPolicy
import PolicyDecision
import PolicyImport
import PolicyModel
import PolicyTestSupport
import Testing

/// From a server to a policy, to the server, to a policy.
struct ServerRoundTripTests {
  /// A file of a server, and the target that writes such files.
  struct Trip: CustomTestStringConvertible, Sendable {
    var name: String
    var target: String
    var testDescription: String { "\(name) by \(target)" }
  }

  static let trips: [Trip] = [
    Trip(name: "keycloak-realm-export.json", target: "keycloak"),
    Trip(name: "keycloak-client.json", target: "keycloak"),
    Trip(name: "hydra-clients.json", target: "hydra"),
    Trip(name: "hydra-page.json", target: "hydra"),
    Trip(name: "dex-config.yaml", target: "dex"),
    Trip(name: "dex-values.yaml", target: "dex"),
    Trip(name: "okta-apps.json", target: "okta"),
    Trip(name: "cognito-describe.json", target: "cognito"),
    Trip(name: "dynamic-metadata-document.json", target: "client-metadata"),
    Trip(name: "dynamic-registration.json", target: "client-metadata"),
  ]

  @Test(arguments: trips)
  func `a file of a server comes back`(trip: Trip) throws {
    let first = ServerImport.run(try ServerFixtures.bytes(trip.name), named: trip.name)
    try check(first.text, trip.target)
  }

  @Test(arguments: [
    "keycloak", "auth0", "hydra", "dex", "okta", "cognito", "client-metadata",
  ])
  func `what a policy gives a server comes back`(target: String) throws {
    let url = Fixtures.root.appending(path: "Tests/Goldens/servers/policy.yaml")
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let files = try ServerImport.generated(text, target)
    let result = ServerImport.run(files)
    #expect(ServerImport.clients(result.text).count == 4)
    let own = ServerImport.clients(text)
    for client in ServerImport.clients(result.text) {
      let other = try #require(own.first { $0.clientID.value == client.clientID.value })
      #expect(client.redirectURIs.map(\.value) == other.redirectURIs.map(\.value))
      #expect(
        client.postLogoutRedirectURIs.map(\.value) == other.postLogoutRedirectURIs.map(\.value))
      #expect(Self.scopes(client) == Self.scopes(other, target))
      #expect(client.grantTypes == Self.grantTypes(other, target))
      #expect(
        (client.tokenEndpointAuth == .noSecret) == (other.tokenEndpointAuth == .noSecret))
    }
    try check(result.text, target)
  }

  private static func scopes(_ client: CompiledClient) -> [String] {
    client.scopes.map(\.value.string)
  }

  /// A client's scopes as the guide of a server says that they are there.
  private static func scopes(_ client: CompiledClient, _ target: String) -> [String] {
    let scopes = scopes(client)
    switch target {
    case "auth0", "dex", "okta": return []
    case "keycloak": return ["openid"] + scopes.filter { $0 != "openid" }
    case "hydra":
      let isLacking = client.grantTypes.contains(GrantType.refreshToken.name)
      return scopes + (isLacking && !scopes.contains("offline_access") ? ["offline_access"] : [])
    case "cognito":
      let names = scopes.map { ["openid", "profile"].contains($0) ? $0 : "lumen/\($0)" }
      return names + (names.contains("profile") && !names.contains("openid") ? ["openid"] : [])
    default: return scopes
    }
  }

  /// A client's grant types as far as a server can be told them.
  private static func grantTypes(_ client: CompiledClient, _ target: String) -> [ExactString] {
    let device = GrantType.deviceCode.name
    switch target {
    case "hydra", "okta", "client-metadata": return client.grantTypes
    case "dex": return Client.Defaults.grantTypes
    case "cognito":
      return client.grantTypes.filter { $0 != GrantType.jwtBearer.name && $0 != device }
    default: return client.grantTypes.filter { $0 != GrantType.jwtBearer.name }
    }
  }

  /// import(generate(import(x))) is import(x).
  private func check(_ text: String, _ target: String) throws {
    let files = try ServerImport.generated(text, target)
    #expect(!files.isEmpty)
    let again = ServerImport.run(files)
    #expect(ServerImport.plain(again.text) == ServerImport.plain(text))
    let third = ServerImport.run(try ServerImport.generated(again.text, target))
    #expect(third.text == again.text)
  }
}

/// What an import of clients must never do, over the fixtures of all kinds.
struct ServerPropertyTests {
  /// The fixtures that have clients of our server.
  static let names = ServerFixtures.names.filter {
    !$0.hasPrefix("google-client") && !$0.hasSuffix(".tf")
  }

  @Test(arguments: names)
  func `a policy lets through what the server did, and nothing else`(name: String) throws {
    let bytes = try ServerFixtures.bytes(name)
    let result = ServerImport.run(bytes, named: name)
    let clients = ServerImport.clients(ServerImport.withIDs(result.text))
    var run = ImportRun()
    run.read(ServerFixtures.source(bytes, named: name), isNamed: true)
    // What the source lists for each client, patterns left out.
    var listed: [ExactString: [ExactString]] = [:]
    for fact in run.imported.values {
      guard case .client(let id) = fact.subject, fact.key.path == ["redirect_uris"],
        case .text(let uri) = fact.value
      else { continue }
      listed[id, default: []].append(uri)
    }
    let mutations = try AddressMutations()
    let requests = Set(listed.values.joined().flatMap { mutations.mutations(of: $0) })
    let all = Set(listed.values.joined())
    var allowed = 0
    for client in clients {
      for request in requests {
        guard let match = client.redirectURI(matching: request) else { continue }
        allowed += 1
        #expect(match.isLoopback || all.contains(request) || request.utf8.contains("eu".utf8))
        // Of this client, not of another.
        let own = listed[client.clientID.value] ?? listed[client.key] ?? Array(all)
        #expect(
          match.isLoopback || own.contains(match.entry.value)
            || match.entry.value.utf8.contains(".eu.".utf8), "\(request) of \(client.key)")
      }
    }
    // Each address that the policy does not have stands in a finding.
    let kept = Set(clients.flatMap(\.redirectURIs).map(\.value))
    let messages = result.report.diagnostics.map { ExactString($0.message) }
    for uri in all where !kept.contains(uri) && SourceVariable.first(in: uri) == nil {
      #expect(
        messages.contains { $0.utf8.contains(uri.utf8) } || !isPlaced(uri, result),
        "\(uri) is in no finding")
    }
    #expect(allowed > 0 || listed.isEmpty, "\(result.text)")
  }

  /// False for an address of a client that lacks what every client has.
  private func isPlaced(_ uri: ExactString, _ result: SourceImport) -> Bool {
    !result.text.utf8.contains(uri.utf8)
  }

  @Test(arguments: ServerFixtures.names)
  func `no secret is in any output`(name: String) throws {
    let output = ServerImport.output(
      ServerImport.run(try ServerFixtures.bytes(name), named: name))
    for secret in ServerKindTests.secrets {
      #expect(!output.utf8.contains(secret.utf8), "\(secret)")
    }
  }

  @Test(arguments: ServerFixtures.names)
  func `line endings do not count`(name: String) throws {
    let bytes = try ServerFixtures.bytes(name)
    guard !bytes.contains(UInt8(ascii: "\r")) else { return }
    let other = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    #expect(
      ServerImport.run(other, named: name).text == ServerImport.run(bytes, named: name).text)
  }

  @Test(arguments: ServerFixtures.names)
  func `the written policy has no errors but those that are said`(name: String) throws {
    let result = ServerImport.run(try ServerFixtures.bytes(name), named: name)
    guard !result.isEmpty else { return }
    let workspace = ServerImport.clients(result.text)
    let errors = result.report.diagnostics.filter {
      $0.severity == .error && !$0.rule.rawValue.hasPrefix("import-")
    }
    // What only somebody else knows: the ID of a client, the app of a link.
    let known = ["missing-key", "app-flip-app-missing"]
    for error in errors { #expect(known.contains(error.rule.rawValue), "\(error.message)") }
    // A client without redirect URIs waits for somebody to fill them in.
    let waits = result.report.diagnostics.contains { $0.rule == "to-fill-in" }
    #expect(!workspace.isEmpty || !errors.isEmpty || waits || name.hasPrefix("google"))
  }
}
