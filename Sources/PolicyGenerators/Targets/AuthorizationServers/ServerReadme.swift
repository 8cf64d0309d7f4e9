import PolicyDecision
import PolicyModel
import PolicyText

/// The settings that an authorization server has for a client, and how its decisions differ from
/// the policy's. `ServerReadme` writes them as sentences.
struct ServerCapabilities: Sendable {
  /// The scope of a setting.
  enum Setting: Sendable {
    case perClient
    /// Not a setting of the client; a sentence says where it is.
    case elsewhere(ExactString)
  }

  enum State: Sendable {
    case unchecked
    /// Every request needs a state with at least this many bytes.
    case always(minimum: Int)
  }

  /// How the port of an `http` loopback URI is compared.
  enum Loopback: Sendable {
    case exact
    /// Any port is accepted if the host is one of these, also for web clients.
    case anyPort(hosts: [ExactString])
  }

  /// The result for a request without `redirect_uri`.
  enum Omission: Sendable {
    case refused
    /// The client's redirect URI is used if there is only one, except for requests with the scope `openid`.
    case onlyOne
  }

  /// The condition for a refresh token, apart from the grant type.
  enum RefreshTokens: Sendable {
    /// None, or undocumented.
    case granted
    /// The request has one of these scopes.
    case scope([ExactString], isInferred: Bool = false)
    /// None, but without this scope the token expires with the user's session.
    case session(ExactString)
    /// None, not even the grant type.
    case always(isInferred: Bool)
  }

  enum ResponseTypes: Sendable {
    /// Registered as requests contain them.
    case exact
    /// Registered as single words, which requests can combine.
    case parts
  }

  var product: ExactString
  /// Sentences about the versions that the export supports and was checked against.
  var versions: ExactString
  /// How to import the files: sentences with their commands.
  var steps: [(text: ExactString, command: ExactString?)]
  /// Differences for all clients, regardless of the policy.
  var always: [ExactString] = []
  /// nil if undocumented.
  var state: State?
  var pkce = Setting.perClient
  /// nil if undocumented.
  var loopback: Loopback?
  /// nil if undocumented or configured by the client.
  var omission: Omission?
  var scopes = Setting.perClient
  var origins = Setting.perClient
  var postLogout = Setting.perClient
  var refreshTokens = RefreshTokens.granted
  /// False if a client can send its secret in the form or in the header, regardless of the policy.
  var knowsAuthenticationMethod = true
  var responseTypes = ResponseTypes.exact
  /// The grant types that a client can have; nil for all.
  var grantTypes: [GrantType]?
  /// Differences of a client that only this server has.
  var others: @Sendable (ServerClient) -> [[PageText]] = { _ in [] }
}

/// `README.md` in the folder of a server: how to import the files, where secrets are kept, and how the server's
/// decisions differ from the policy's.
struct ServerReadme {
  let server: ServerCapabilities
  let clients: [ServerClient]
  let environment: Environment
  let header: GeneratedHeader

  var text: String {
    let steps = server.steps.map { step -> [PageText] in
      [.text(step.text)] + (step.command.map { [.text(" "), .code($0)] } ?? [])
    }
    return Page(
      title: "Clients for \(server.product.string), \(environment.rawValue)",
      origin: header,
      sections: [
        PageSection(
          PageID("import"), [.text("Import")],
          blocks: [.text([.text(server.versions)]), .list(steps)]),
        PageSection(
          PageID("secrets"), [.text("Secrets")],
          blocks: [.paragraph("These files contain no secrets."), .table(secrets)]),
        differences,
      ]
    ).markdown()
  }

  private var secrets: PageTable {
    PageTable(
      "Where each secret is kept, according to the policy",
      columns: ["Client", "Client ID", "Secret"],
      rows: clients.map { client in
        PageRow([
          PageCell([.code(client.name)]), PageCell([.code(client.compiled.clientID.value)]),
          PageCell(secret(client)),
        ])
      })
  }

  private func secret(_ client: ServerClient) -> [PageText] {
    if client.isPublic { return [.text("none: public client")] }
    return switch client.secret {
    case .env(let name): [.text("environment variable "), .code(name)]
    case .file(let path): [.text("file "), .code(path)]
    case .secret(let name): [.text("secret manager: "), .code(name)]
    case nil: [.text("not in the policy")]
    }
  }

  private var differences: PageSection {
    var ids = PageIDs()
    let parts = clients.compactMap { client -> PageSection? in
      let items = differences(client)
      guard !items.isEmpty else { return nil }
      return PageSection(
        ids.id("client", [client.name]), [.code(client.name)], blocks: [.list(items)])
    }
    let always = server.always.map { [PageText.text($0)] }
    let hasNone = always.isEmpty && parts.isEmpty
    return PageSection(
      PageID("differences"), [.text("How the server's decisions differ from the policy's")],
      blocks: hasNone ? [.paragraph("They don't differ.")] : always.isEmpty ? [] : [.list(always)],
      parts: parts)
  }

  private func differences(_ client: ServerClient) -> [[PageText]] {
    let compiled = client.compiled
    var items: [[PageText]] = []
    switch server.state {
    case .unchecked where compiled.requiresState:
      items.append(["A request without ", .code("state"), " is accepted."])
    case .always(let minimum):
      items.append([
        compiled.requiresState
          ? "A state with fewer than \(minimum) bytes is rejected."
          : "A request without state, or with fewer than \(minimum) bytes, is rejected."
      ])
    default: break
    }
    if case .elsewhere(let sentence) = server.pkce, compiled.requiresPKCE {
      items.append([.text(sentence)])
    }
    switch server.omission {
    case .onlyOne where compiled.redirectURIs.count == 1 && !compiled.allowsOmittedRedirectURI:
      items.append([
        "A request can omit ", .code("redirect_uri"), ", because the client has only one.",
      ])
    case .refused where compiled.omittedRedirectURI != nil:
      items.append(["A request without ", .code("redirect_uri"), " is rejected."])
    default: break
    }
    items += setting(server.scopes, compiled.scopes)
    if server.responseTypes == .parts, client.responseParts.count > 1 {
      items.append(["Response types are accepted in every combination of their words."])
    }
    return items + loopback(client) + setting(server.origins, compiled.corsOrigins)
      + setting(server.postLogout, compiled.postLogoutRedirectURIs) + refreshTokens(client)
      + tokens(client) + server.others(client)
  }

  /// Redirect URIs whose port the server compares in a different way.
  private func loopback(_ client: ServerClient) -> [[PageText]] {
    client.compiled.redirectURIs.compactMap { entry in
      let isFlexible = client.isNative && LoopbackAddress.isFlexible(entry.value)
      switch server.loopback {
      case .exact where isFlexible:
        return [
          .code(entry.value), " is compared with its port, so the app can't choose a port.",
        ]
      case .anyPort(let hosts) where !isFlexible:
        guard let host = LoopbackAddress.host(entry.value), hosts.contains(host) else { return nil }
        return [.code(entry.value), " is accepted with any port."]
      default: return nil
      }
    }
  }

  private func refreshTokens(_ client: ServerClient) -> [[PageText]] {
    func marked(_ isInferred: Bool) -> PageText { isInferred ? " (inferred)" : "" }
    switch server.refreshTokens {
    case .scope(let scopes, let isInferred) where client.hasGrant(.refreshToken):
      let end = scopes.contains(where: client.lists) ? "." : ", which the policy doesn't list."
      return [
        ["The server issues a refresh token only if the request has the scope "]
          + scopes.map { [.code($0)] }.joined(by: " or ") + [marked(isInferred), "\(end)"]
      ]
    case .session(let scope) where client.hasGrant(.refreshToken):
      return [
        [
          "A refresh token expires with the user's session unless the request has the scope ",
          .code(scope), ".",
        ]
      ]
    case .always(let isInferred) where client.usesCodes && !client.hasGrant(.refreshToken):
      return [
        [
          "The server issues a refresh token with every code, although the policy doesn't allow it",
          marked(isInferred), ".",
        ]
      ]
    default: return []
    }
  }

  private func tokens(_ client: ServerClient) -> [[PageText]] {
    var items: [[PageText]] = []
    if !server.knowsAuthenticationMethod, !client.isPublic {
      items.append(["The secret is accepted in the form and in the header."])
    }
    if let known = server.grantTypes?.map(\.name) {
      for type in client.compiled.grantTypes where !known.contains(type) {
        items.append([.code(type), " isn't available as a grant type of a client."])
      }
    }
    if client.compiled.streamlinedIntents != nil {
      items.append([
        "The server doesn't support the responses that Google's streamlined linking needs."
      ])
    }
    return items
  }

  private func setting(_ setting: ServerCapabilities.Setting, _ entries: [Entry]) -> [[PageText]] {
    guard case .elsewhere(let sentence) = setting, !entries.isEmpty else { return [] }
    return [
      [.text(sentence), " ("] + entries.map { [.code($0.value)] }.joined(by: ", ") + [")."]
    ]
  }
}
