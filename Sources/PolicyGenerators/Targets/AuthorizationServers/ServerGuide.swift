import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

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
          PageSection(PageID("import"), [.text("Import")], blocks: [.list(steps)]),
          PageSection(
            PageID("secrets"), [.text("Secrets")],
            blocks: [.text([.text("No secret is in these files.")]), .table(secrets)]),
          PageSection(
            PageID("differences"), [.text("What the server decides in another way")],
            blocks: [differences]),
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

  private var differences: PageBlock {
    let items = traits.always.map { [PageText.text($0)] } + clients.flatMap(differences)
    return items.isEmpty ? .text([.text("Nothing.")]) : .list(items)
  }

  private func differences(_ client: ServerClient) -> [[PageText]] {
    var items: [[PageText]] = []
    for part in [
      requests(client), loopback(client),
      place(traits.origins, client, client.compiled.corsOrigins),
      place(traits.postLogout, client, client.compiled.postLogoutRedirectURIs), tokens(client),
    ] {
      items += part.map { [.code(client.name), .text(": ")] + $0 }
    }
    return items
  }

  private func requests(_ client: ServerClient) -> [[PageText]] {
    let compiled = client.compiled
    var items: [[PageText]] = []
    switch traits.state {
    case nil: break
    case .unchecked:
      if compiled.requiresState {
        items.append([.text("a request without "), .code("state"), .text(" is not refused.")])
      }
    case .always(let minimum):
      let words =
        compiled.requiresState
        ? "a state below \(minimum) bytes is refused."
        : "a request without state, or with one below \(minimum) bytes, is refused."
      items.append([.text(ExactString(words))])
    }
    if case .elsewhere(let sentence) = traits.pkce, compiled.requiresPKCE {
      items.append([.text(sentence)])
    }
    switch traits.omission {
    case .onlyOne where compiled.redirectURIs.count == 1 && !compiled.allowsOmittedRedirectURI:
      items.append([
        .text("a request may leave out "), .code("redirect_uri"),
        .text(", since there is only one."),
      ])
    case .refused where compiled.omittedRedirectURI != nil:
      items.append([.text("a request without "), .code("redirect_uri"), .text(" is refused.")])
    default: break
    }
    items += place(traits.scopes, client, compiled.scopes)
    items += responseTypes(client)
    return items
  }

  private func responseTypes(_ client: ServerClient) -> [[PageText]] {
    guard traits.responseTypes == .parts, client.responseParts.count > 1 else { return [] }
    return [[.text("response types are allowed in every combination of their parts.")]]
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

  private func tokens(_ client: ServerClient) -> [[PageText]] {
    var items: [[PageText]] = []
    if !traits.knowsAuthenticationMethod, !client.isPublic {
      items.append([.text("the secret is accepted in the form and in the header.")])
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
    var items: [PageText] = [.text(sentence)]
    for entry in entries { items += [.text(" "), .code(entry.value)] }
    return [items]
  }
}
