import Foundation
import LinkPolicy
import PolicyDecision
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
