import Foundation
import LinkPolicy
import PolicyDecision
import PolicyImport
import PolicyModel
import PolicyTestSupport
import Testing

/// Imports a server's file, generates it, and imports it again.
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
  func `a server's file survives a round trip`(trip: Trip) throws {
    let first = ServerImport.run(try ServerFixtures.bytes(trip.name), named: trip.name)
    try check(first.text, trip.target)
  }

  @Test(arguments: [
    "keycloak", "auth0", "hydra", "dex", "okta", "cognito", "client-metadata",
  ])
  func `a policy survives a round trip through a server's file`(target: String) throws {
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

  /// A client's scopes, as the server's guide describes them.
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

  /// A client's grant types that the server supports.
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

  /// Checks that import(generate(import(x))) equals import(x).
  private func check(_ text: String, _ target: String) throws {
    let files = try ServerImport.generated(text, target)
    #expect(!files.isEmpty)
    let again = ServerImport.run(files)
    #expect(ServerImport.plain(again.text) == ServerImport.plain(text))
    let third = ServerImport.run(try ServerImport.generated(again.text, target))
    #expect(third.text == again.text)
  }
}

/// Imports of clients never widen access or print secrets, checked for the fixtures of all formats.
struct ServerPropertyTests {
  /// The fixtures that have clients of our server.
  static let names = ServerFixtures.names.filter {
    !$0.hasPrefix("google-client") && !$0.hasSuffix(".tf")
  }

  @Test(arguments: names)
  func `a policy allows what the server allowed, and nothing else`(name: String) throws {
    let bytes = try ServerFixtures.bytes(name)
    let result = ServerImport.run(bytes, named: name)
    let clients = ServerImport.clients(ServerImport.withIDs(result.text))
    var run = ImportRun()
    run.read(ServerFixtures.source(bytes, named: name), isNamed: true)
    // The redirect URIs of each client in the source, without wildcards.
    var listed: [ExactString: [ExactString]] = [:]
    for fact in run.imported.values {
      guard case .client(let id) = fact.subject, fact.key.path == ["redirect_uris"],
        case .text(let uri) = fact.value
      else { continue }
      listed[id, default: []].append(uri)
    }
    let mutations = try URIMutations()
    let requests = Set(listed.values.joined().flatMap { mutations.mutations(of: $0) })
    let all = Set(listed.values.joined())
    var allowed = 0
    for client in clients {
      for request in requests {
        guard let match = client.redirectURI(matching: request) else { continue }
        allowed += 1
        #expect(match.isLoopback || all.contains(request) || request.utf8.contains("eu".utf8))
        // The entry must belong to this client, not to another.
        let own = listed[client.clientID.value] ?? listed[client.key] ?? Array(all)
        #expect(
          match.isLoopback || own.contains(match.entry.value)
            || match.entry.value.utf8.contains(".eu.".utf8), "\(request) of \(client.key)")
      }
    }
    // Each URI that the policy doesn't contain is in a finding.
    let kept = Set(clients.flatMap(\.redirectURIs).map(\.value))
    let messages = result.report.diagnostics.map { ExactString($0.message) }
    for uri in all where !kept.contains(uri) && SourceVariable.first(in: uri) == nil {
      #expect(
        messages.contains { $0.utf8.contains(uri.utf8) } || !isPlaced(uri, result),
        "no finding contains \(uri)")
    }
    #expect(allowed > 0 || listed.isEmpty, "\(result.text)")
  }

  /// Whether the policy doesn't contain the URI. It may be in a client that was not compiled.
  private func isPlaced(_ uri: ExactString, _ result: SourceImport) -> Bool {
    !result.text.utf8.contains(uri.utf8)
  }

  @Test(arguments: ServerFixtures.names)
  func `no output contains a secret`(name: String) throws {
    let output = ServerImport.output(
      ServerImport.run(try ServerFixtures.bytes(name), named: name))
    for secret in ServerKindTests.secrets {
      #expect(!output.utf8.contains(secret.utf8), "\(secret)")
    }
  }

  @Test(arguments: ServerFixtures.names)
  func `line endings don't matter`(name: String) throws {
    let bytes = try ServerFixtures.bytes(name)
    guard !bytes.contains(UInt8(ascii: "\r")) else { return }
    let other = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    #expect(
      ServerImport.run(other, named: name).text == ServerImport.run(bytes, named: name).text)
  }

  @Test(arguments: ServerFixtures.names)
  func `the written policy has only errors that were reported`(name: String) throws {
    let result = ServerImport.run(try ServerFixtures.bytes(name), named: name)
    guard !result.isEmpty else { return }
    let workspace = ServerImport.clients(result.text)
    let errors = result.report.diagnostics.filter {
      $0.severity == .error && !$0.rule.rawValue.hasPrefix("import-")
    }
    // Values that the source can't contain: the ID of a client, the app of a link.
    let known = ["missing-key", "app-flip-app-missing"]
    for error in errors { #expect(known.contains(error.rule.rawValue), "\(error.message)") }
    // A client without redirect URIs is incomplete until someone adds them.
    let waits = result.report.diagnostics.contains { $0.rule == "to-fill-in" }
    #expect(!workspace.isEmpty || !errors.isEmpty || waits || name.hasPrefix("google"))
  }
}
