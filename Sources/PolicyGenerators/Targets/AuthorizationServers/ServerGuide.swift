import PolicyDecision
import PolicyText
import PolicyModel

/// `README.md` beside the files of a server: how they get there, where the secrets come from, and what
/// the server decides in another way than the policy.
struct ServerGuide {
  let traits: ServerTraits
  let clients: [ServerClient]
  let environment: Environment
  let header: GeneratedHeader

  /// The page as Markdown.
  var text: String {
    MarkdownPage(
      Page(
        title: "Clients for \(traits.product.string), \(environment.rawValue)",
        origin: header,
        sections: [
          PageSection(
            PageID("import"), [.text("Import")],
            blocks: [.text([.text(traits.versions)]), .list(steps)]),
          PageSection(
            PageID("secrets"), [.text("Secrets")],
            blocks: [.text([.text("No secret is in these files.")]), .table(secrets)]),
          differences,
        ])
    ).text
  }

  private var steps: [[PageText]] {
    traits.steps.map { step in
      [.text(step.text)] + (step.command.map { [.text(" "), .code($0)] } ?? [])
    }
  }

  private var secrets: PageTable {
    PageTable(
      "Where the policy says that each secret is kept.",
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
    case nil: [.text("the policy does not say")]
    }
  }

  // MARK: differences

  private var differences: PageSection {
    var ids = PageIDs()
    let parts = clients.compactMap { client -> PageSection? in
      let items = differences(client)
      guard !items.isEmpty else { return nil }
      return PageSection(
        ids.id("client", [client.name]), [.code(client.name)], blocks: [.list(items)])
    }
    let always = traits.always.map { [PageText.text($0)] }
    let isNothing = always.isEmpty && parts.isEmpty
    return PageSection(
      PageID("differences"), [.text("What the server decides in another way")],
      blocks: isNothing ? [.text([.text("Nothing.")])] : always.isEmpty ? [] : [.list(always)],
      parts: parts)
  }

  private func differences(_ client: ServerClient) -> [[PageText]] {
    requests(client) + loopback(client)
      + place(traits.origins, client, client.compiled.corsOrigins)
      + place(traits.postLogout, client, client.compiled.postLogoutRedirectURIs)
      + refreshTokens(client) + tokens(client) + traits.others(client)
  }

  private func requests(_ client: ServerClient) -> [[PageText]] {
    let compiled = client.compiled
    var items: [[PageText]] = []
    switch traits.state {
    case nil: break
    case .unchecked:
      if compiled.requiresState {
        items.append([.text("A request without "), .code("state"), .text(" is not refused.")])
      }
    case .always(let minimum):
      let words =
        compiled.requiresState
        ? "A state below \(minimum) bytes is refused."
        : "A request without state, or with one below \(minimum) bytes, is refused."
      items.append([.text(ExactString(words))])
    }
    if case .elsewhere(let sentence) = traits.pkce, compiled.requiresPKCE {
      items.append([.text(sentence)])
    }
    switch traits.omission {
    case .onlyOne where compiled.redirectURIs.count == 1 && !compiled.allowsOmittedRedirectURI:
      items.append([
        .text("A request may leave out "), .code("redirect_uri"),
        .text(", since there is only one."),
      ])
    case .refused where compiled.omittedRedirectURI != nil:
      items.append([.text("A request without "), .code("redirect_uri"), .text(" is refused.")])
    default: break
    }
    items += place(traits.scopes, client, compiled.scopes)
    items += responseTypes(client)
    return items
  }

  private func responseTypes(_ client: ServerClient) -> [[PageText]] {
    guard traits.responseTypes == .parts, client.responseParts.count > 1 else { return [] }
    return [[.text("Response types are allowed in every combination of their parts.")]]
  }

  /// Addresses for which the server and the policy differ about the port.
  private func loopback(_ client: ServerClient) -> [[PageText]] {
    client.compiled.redirectURIs.compactMap { entry in
      let isFree = client.isNative && LoopbackAddress.isFlexible(entry.value)
      switch traits.loopback {
      case nil: return nil
      case .exact:
        return isFree
          ? [
            .code(entry.value),
            .text(" is compared with its port, which the app can then not choose."),
          ] : nil
      case .anyPort(let hosts):
        guard !isFree, let host = LoopbackAddress.host(entry.value), hosts.contains(host) else {
          return nil
        }
        return [.code(entry.value), .text(" is accepted with any port.")]
      }
    }
  }

  private func refreshTokens(_ client: ServerClient) -> [[PageText]] {
    switch traits.refreshTokens {
    case .scope(let scopes) where client.hasGrant(.refreshToken):
      var item: [PageText] = [
        .text("The server issues a refresh token only if the request has the scope ")
      ]
      for (index, scope) in scopes.enumerated() {
        if index > 0 { item.append(.text(" or ")) }
        item.append(.code(scope))
      }
      let isListed = scopes.contains(where: client.lists)
      item.append(.text(isListed ? "." : ", which the policy doesn't list."))
      return [item]
    case .session(let scope) where client.hasGrant(.refreshToken):
      return [
        [
          .text("A refresh token ends with the user's session unless the request has the scope "),
          .code(scope), .text("."),
        ]
      ]
    case .always where client.takesCodes && !client.hasGrant(.refreshToken):
      return [
        [
          .text(
            "The server issues a refresh token with every code, although the policy doesn't allow it."
          )
        ]
      ]
    default: return []
    }
  }

  private func tokens(_ client: ServerClient) -> [[PageText]] {
    var items: [[PageText]] = []
    if !traits.knowsAuthenticationMethod, !client.isPublic {
      items.append([.text("The secret is accepted in the form and in the header.")])
    }
    if let known = traits.grantTypes?.map(\.name) {
      for type in client.compiled.grantTypes where !known.contains(type) {
        items.append([.code(type), .text(" is not a grant type that a client here can be given.")])
      }
    }
    if client.compiled.streamlinedIntents != nil {
      items.append([
        .text("Google's streamlined linking needs answers that the server does not have.")
      ])
    }
    return items
  }

  private func place(
    _ place: ServerTraits.Place, _ client: ServerClient, _ entries: [Entry]
  ) -> [[PageText]] {
    guard case .elsewhere(let sentence) = place, !entries.isEmpty else { return [] }
    var items: [PageText] = [.text(sentence), .text(" (")]
    for (index, entry) in entries.enumerated() {
      if index > 0 { items.append(.text(", ")) }
      items.append(.code(entry.value))
    }
    items.append(.text(")."))
    return [items]
  }
}
