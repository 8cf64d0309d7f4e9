import Foundation
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport

/// Policies for the exports of authorization servers.
enum ServerPolicies {
  /// A policy of some clients, as a seed gives them: public and confidential, web and native, with any
  /// scopes, grant types and origins that every server takes.
  static func random(seed: UInt64) -> String {
    var random = SeededRandom(seed: seed)
    let clients = (0..<Int.random(in: 1...4, using: &random)).map { client($0, &random) }
    return "linkpolicy: 1\nname: lumen\nclients:\n" + clients.joined()
  }

  private static let scopes = [
    "openid", "profile", "email", "phone", "address", "offline_access", "offline", "devices",
    "roles",
    "basic", "groups", "aws.cognito.signin.user.admin", "https://api.lumen.example/devices.read",
  ]

  private static func client(_ number: Int, _ random: inout SeededRandom) -> String {
    let isNative = random.once(in: 3)
    let isPublic = isNative || random.once(in: 2)
    let host = "https://c\(number).lumen.example"
    // One that every server knows.
    let some = random.some(of: scopes) + ["read"]
    var grants = ["authorization_code"]
    grants += random.some(of: ["refresh_token", "urn:ietf:params:oauth:grant-type:device_code"])
    let types = random.once(in: 3) ? "[code, code id_token]" : "[code]"
    if types.contains("id_token") { grants.append("implicit") }
    var lines = [
      "  client-\(number):", "    provider: generic", "    type: \(isNative ? "native" : "web")",
      "    client_id: client-\(number)-id", "    redirect_uris: [\(host)/cb, \(host)/other]",
      "    scopes: [\(some.joined(separator: ", "))]",
      "    grant_types: [\(grants.joined(separator: ", "))]",
      "    response_types: \(types)",
    ]
    if !isPublic { lines.append("    client_secret: { env: SECRET_\(number) }") }
    if !isPublic, random.once(in: 2) { lines.append("    pkce: required") }
    if random.once(in: 2) { lines.append("    post_logout_redirect_uris: [\(host)/bye]") }
    if random.once(in: 2), !isNative { lines.append("    cors_origins: [\(host)]") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The example policies with their neighbors, and the one that has clients of every kind.
  static func examples() throws -> [Workspace] {
    let directory = Fixtures.root.appending(path: "Policies")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    let texts = try names.filter { $0.hasSuffix(".yaml") }.map { name in
      (name: "Policies/\(name)", text: try text("Policies/\(name)"))
    }
    return [
      Workspace(texts: texts),
      Workspace(texts: [("Policies/lumen.yaml", try text("Tests/Goldens/servers/policy.yaml"))]),
    ]
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: Fixtures.root.appending(path: path)), as: UTF8.self)
  }
}
