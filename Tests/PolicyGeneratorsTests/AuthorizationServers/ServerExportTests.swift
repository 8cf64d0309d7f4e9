import Foundation
import PolicyDecision
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Settings that make an export work after its import, for all client types.
struct ServerExportTests {
  /// A target's files for a policy in prod, and the policy's clients.
  struct Export {
    var clients: [CompiledClient]
    var files: [String: GeneratedFile]

    init(_ target: String, seed: UInt64) throws {
      let workspace = Workspace(ServerPolicies.random(seed: seed))
      #expect(workspace.structureFindings.map(\.message) == [])
      let input = GeneratorInput(workspace, environments: [.prod])
      clients = input.policy.clients[.prod] ?? []
      files = [:]
      for file in try GeneratorRegistry.files(for: input, targets: [target]) {
        files[String(file.path.split(separator: "/").last ?? "")] = file
      }
      #expect(!clients.isEmpty)
    }

    func value(_ name: String) throws -> ExportValue {
      try ExportValue(try #require(files[name], "\(files.keys)"))
    }

    var guide: String { String(decoding: files["README.md"]?.bytes ?? [], as: UTF8.self) }

    /// Returns the section of the guide about a client.
    func guide(_ client: CompiledClient) -> String {
      let parts = guide.components(separatedBy: "\n### `")
      return parts.first { $0.hasPrefix("\(client.key)`") } ?? ""
    }
  }

  static let seeds: [UInt64] = Array(0..<40)

  private func usesRefreshTokens(_ client: CompiledClient) -> Bool {
    client.grantTypes.contains(GrantType.refreshToken.name)
  }

  private func scopes(_ client: CompiledClient) -> [String] { client.scopes.map(\.value.string) }

  @Test(arguments: seeds)
  func `clients of Keycloak keep the scopes that make tokens complete`(seed: UInt64) throws {
    let export = try Export("keycloak", seed: seed)
    let added = ["web-origins", "acr", "roles", "basic"]
    for (client, value) in zip(
      export.clients, try export.value("clients.json")["clients"].items)
    {
      #expect(value["defaultClientScopes"].texts == added)
      #expect(
        value["optionalClientScopes"].texts
          == scopes(client).filter { $0 != "openid" && !added.contains($0) })
      let logout = client.postLogoutRedirectURIs.map(\.value.string)
      #expect(
        value["attributes"]["post.logout.redirect.uris"].text
          == (logout.isEmpty ? "-" : logout.joined(separator: "##")))
      #expect(
        export.guide(client).contains("A refresh token expires with the user's session")
          == usesRefreshTokens(client))
    }
  }

  @Test(arguments: seeds)
  func `clients of Hydra may request the scope that refresh tokens need`(seed: UInt64) throws {
    let export = try Export("hydra", seed: seed)
    for (client, value) in zip(export.clients, try export.value("clients.json").items) {
      let own = scopes(client)
      let hasOne = own.contains("offline") || own.contains("offline_access")
      let isAdded = usesRefreshTokens(client) && !hasOne
      let scope = try #require(value["scope"].text)
      #expect(scope == (own + (isAdded ? ["offline_access"] : [])).joined(separator: " "))
      #expect(export.guide(client).contains("is added to the client's scopes") == isAdded)
    }
  }

  @Test(arguments: seeds)
  func `the Cognito pool has every scope of a client`(seed: UInt64) throws {
    let export = try Export("cognito", seed: seed)
    var known: Set = ["openid", "phone", "email", "profile", "aws.cognito.signin.user.admin"]
    for name in export.files.keys where name.hasSuffix(".resource-server.json") {
      let server = try export.value(name)
      for scope in server["Scopes"].items {
        known.insert("\(server["Identifier"].text ?? "")/\(scope["ScopeName"].text ?? "")")
      }
    }
    for client in export.clients {
      for kind in ["create", "update"] {
        let value = try export.value("\(client.key).\(kind).json")
        let allowed = try #require(value["AllowedOAuthScopes"].texts)
        #expect(Set(allowed).isSubset(of: known))
        #expect(Set(allowed).count == allowed.count)
        #expect(value["SupportedIdentityProviders"].texts == ["COGNITO"])
        if !Set(allowed).isDisjoint(with: ["phone", "email", "profile"]) {
          #expect(allowed.contains("openid"))
        }
        for scope in scopes(client) where !allowed.contains(scope) {
          #expect(export.guide(client).contains("The scope `\(scope)` is "), "\(scope)")
        }
        // Only the policy's scopes, each once, and `openid`.
        let plain = allowed.map { $0.hasPrefix("lumen/") ? String($0.dropFirst(6)) : $0 }
        #expect(Set(plain).subtracting(["openid"]).isSubset(of: scopes(client)))
      }
    }
  }

  @Test(arguments: seeds)
  func `single-page applications of Auth0 may sign in silently`(seed: UInt64) throws {
    let export = try Export("auth0", seed: seed)
    for (client, value) in zip(export.clients, try export.value("tenant.yaml")["clients"].items) {
      #expect(value["allowed_origins"].texts == client.corsOrigins.map(\.value.string))
      let isSinglePage = value["app_type"].text == "spa"
      #expect(isSinglePage == (client.type == .web && client.tokenEndpointAuth == .noSecret))
      #expect(value["web_origins"].texts == (isSinglePage ? value["allowed_origins"].texts : nil))
    }
  }

  @Test(arguments: seeds)
  func `public clients of Okta require PKCE`(seed: UInt64) throws {
    let export = try Export("okta", seed: seed)
    for client in export.clients {
      let value = try export.value("\(client.key).json")["credentials"]["oauthClient"]
      let isRequired = client.requiresPKCE || client.tokenEndpointAuth == .noSecret
      #expect(value["pkce_required"].flag == isRequired)
    }
  }

  @Test(arguments: seeds)
  func `the guide lists the scopes that Dex rejects`(seed: UInt64) throws {
    let export = try Export("dex", seed: seed)
    let known = ["openid", "email", "profile", "groups", "offline_access"]
    #expect(export.guide.contains("Every request must have the scope openid"))
    for client in export.clients {
      for scope in scopes(client) {
        #expect(
          export.guide(client).contains("A request with the scope `\(scope)` is rejected.")
            != known.contains(scope), "\(scope)")
      }
    }
  }

  @Test(arguments: seeds)
  func `the guide says what a refresh token needs`(seed: UInt64) throws {
    for target in ["auth0", "dex", "hydra", "okta"] {
      let export = try Export(target, seed: seed)
      for client in export.clients {
        let names = target == "hydra" ? ["offline_access", "offline"] : ["offline_access"]
        let isListed = !Set(names).isDisjoint(with: scopes(client))
        let text = export.guide(client)
        let sentence =
          "The server issues a refresh token only if the request has the scope `offline_access`"
        #expect(text.contains(sentence) == usesRefreshTokens(client), "\(target)")
        #expect(
          text.contains("which the policy doesn't list")
            == (usesRefreshTokens(client) && !isListed), "\(target)")
      }
    }
    let export = try Export("client-metadata", seed: seed)
    for client in export.clients {
      #expect(
        export.guide(client).contains("Many servers issue a refresh token only")
          == (usesRefreshTokens(client) && !scopes(client).contains("offline_access")))
    }
    let cognito = try Export("cognito", seed: seed)
    for client in cognito.clients {
      #expect(
        cognito.guide(client).contains("The server issues a refresh token with every code")
          != usesRefreshTokens(client))
    }
  }

  @Test(arguments: ServerTargetTests.targets)
  func `every guide lists the supported versions`(target: String) throws {
    let text = try Export(target, seed: 1).guide
    let start = try #require(text.range(of: "## Import\n\n")).upperBound
    #expect(text[start...].hasPrefix("Checked against "))
  }
}

/// Policies for the exports of authorization servers.
enum ServerPolicies {
  /// A random policy with a few clients: public and confidential, web and native, with scopes,
  /// grant types and origins that every server accepts.
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
    // A scope that every server supports.
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

  /// The example policies with the policies that they use, and one with all client types.
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
