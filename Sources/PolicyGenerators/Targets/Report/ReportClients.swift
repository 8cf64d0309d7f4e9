import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

// The sections about OAuth clients.

extension ReportContext {
  /// A row per client, with its ID in each environment.
  func matrix(of clients: some Collection<Client>) -> PageSection? {
    guard !clients.isEmpty else { return nil }
    let table = PageTable(
      "Each client with its ID and its number of redirect URIs",
      columns: ["Client", "Type", "Production", "Sandbox", "state", "PKCE"],
      rows: clients.map { client in
        let isCareful =
          client.declared.state?.value == .optional || client.declared.effectivePKCE == .optional
        return PageRow(
          [
            PageCell([reference(client)]), PageCell([.text(Self.type(client.declared))]),
            cell(client, .prod), cell(client, .sandbox), PageCell([Self.state(client)]),
            PageCell([Self.pkce(client)]),
          ], tone: isCareful ? .careful : nil)
      })
    return PageSection(PageID("matrix"), ["Who may sign in where"], blocks: [.table(table)])
  }

  private func cell(_ client: Client, _ environment: Environment) -> PageCell {
    guard let compiled = client.compiled[environment] else { return PageCell(lines: []) }
    var details = [Self.count(compiled.redirectURIs.count, "redirect URI").string]
    if compiled.flipUniversalLink != nil { details.append("App Flip on iOS") }
    if compiled.flipIntentAction != nil { details.append("App Flip on Android") }
    return PageCell(lines: [
      value(compiled.clientID), [.quiet(ExactString(details.joined(separator: ", ")))],
    ])
  }

  /// The client type of RFC 6749 section 2.1.
  static func type(_ client: PolicyModel.Client) -> ExactString {
    let type = client.type?.value == .native ? "native" : "web"
    return ExactString(type + (client.isPublic ? ", public" : ", confidential"))
  }

  private static func state(_ client: Client) -> PageText {
    client.declared.state?.value == .optional
      ? .badge("optional", .careful) : .badge("required", .good)
  }

  private static func pkce(_ client: Client) -> PageText {
    guard client.declared.effectivePKCE == .required else { return .badge("optional", .careful) }
    let methods = client.compiled.values.first?.codeChallengeMethods ?? []
    return methods.contains("plain")
      ? .badge("required, plain too", .careful) : .badge("required", .good)
  }

  // MARK: one client

  func section(of clients: some Collection<Client>) -> PageSection? {
    guard !clients.isEmpty else { return nil }
    return PageSection(
      PageID("clients"), ["Clients"],
      blocks: [
        .paragraph(
          """
          OAuth clients of your authorization server. Client IDs, redirect URIs and scopes are compared byte \
          by byte. The only exception is the port of native clients' loopback URIs (RFC 8252 section 7.3).
          """)
      ], parts: clients.map(part))
  }

  private func part(_ client: Client) -> PageSection {
    let declared = client.declared
    let kind: PageText =
      declared.provider?.value == .googleAccountLinking
      ? "Google account linking, " : "OAuth client, "
    var about: [PageText] = [kind, "\(Self.type(declared)). "]
    if declared.clientSecret != nil { about.append("Its secret isn't in the policy.") }
    return PageSection(
      client.id, title(declared.id, of: client.document),
      blocks: [.text(about), table(client).block].compactMap { $0 })
  }

  private func table(_ client: Client) -> EnvironmentTable {
    let declared = client.declared
    let document = client.document
    var table = EnvironmentTable(
      "Allowed requests of \(declared.id.value) in each environment", subject: "Request")
    /// Adds a row for the environments that have the client.
    func add(_ name: PageText, _ lines: (CompiledClient) -> [[PageText]]) {
      table.add(name, lines: { client.compiled[$0].map(lines) ?? [] })
    }
    func add(_ name: PageText, line: (CompiledClient) -> [PageText]) {
      table.add(name, line: { client.compiled[$0].map(line) ?? [] })
    }
    add("Client ID", line: { value($0.clientID) })
    add("Redirect URIs") { $0.redirectURIs.map(value) }
    add(
      "Without a redirect URI",
      line: { compiled in
        guard compiled.allowsOmittedRedirectURI else { return [] }
        return compiled.omittedRedirectURI.map { ["uses ", .code($0.value)] }
          ?? ["rejected: the client has several"]
      })
    add("After sign-out") { $0.postLogoutRedirectURIs.map(value) }
    add("CORS origins") { $0.corsOrigins.map(value) }
    add("Scopes", line: { $0.scopes.isEmpty ? ["none"] : values($0.scopes) })
    add(
      "Response types",
      line: { compiled in
        compiled.responseTypes.map { [.code($0)] }.joined(by: " ")
          + lines((declared.responseTypes ?? []).map { document.anchor($0) })
      })
    if let grants = declared.grantTypes {
      add("Grant types", line: { _ in values(grants, document) })
    }
    add("state", line: { _ in [Self.state(client)] + self.line(declared.state, document) })
    add(
      "PKCE",
      line: { compiled in
        let methods =
          declared.server?.codeChallengeMethods
          ?? document.policy.authorizationServer?.codeChallengeMethods
        return [Self.pkce(client)] + self.line(declared.pkce, document) + [" "]
          + compiled.codeChallengeMethods.map { [.code($0)] }.joined(by: " ")
          + lines((methods ?? []).map { document.anchor($0) })
      })
    // The server.
    let defaults = document.policy.authorizationServer
    add("Authorization endpoint", line: { $0.authorizationEndpoint.map(value) ?? [] })
    add("Token endpoint", line: { $0.tokenEndpoint.map(value) ?? [] })
    add("Revocation endpoint", line: { $0.revocationEndpoint.map(value) ?? [] })
    add("End-session endpoint", line: { $0.endSessionEndpoint.map(value) ?? [] })
    add(
      "Client authentication",
      line: { _ in
        let method = declared.effectiveTokenEndpointAuth
        return [
          method == .noSecret ? "none, a public client" : .code(ExactString(method.rawValue))
        ] + self.line(declared.tokenEndpointAuth, document)
      })
    add("Issuer (iss)", line: { $0.issuer.map(value) ?? [] })
    add(
      "Lifetime of a code",
      line: { compiled in
        guard let seconds = compiled.codeLifetime else { return [] }
        return ["\(seconds) seconds"]
          + self.line(declared.server?.codeLifetime ?? defaults?.codeLifetime, document)
      })
    if let streamlined = declared.streamlinedLinking {
      add("Streamlined linking", line: { _ in values(streamlined.intents, document) })
      add(
        "Audience of assertions",
        line: { _ in
          streamlined.googleClientID.map { value($0, document) } ?? []
        })
    }
    // App Flip: the app that receives a request, and the apps that can send it.
    func opens(_ app: LocatedText?) -> [PageText] {
      app.map { ["opens ", self.app($0.value, from: document)] } ?? []
    }
    if let ios = declared.appFlipIOS {
      add("App Flip on iOS") { compiled in
        guard let link = compiled.flipUniversalLink else { return [] }
        return [value(link), opens(ios.app?[compiled.environment])].filter { !$0.isEmpty }
      }
    }
    if let android = declared.appFlipAndroid {
      add("App Flip on Android") { compiled in
        guard let action = compiled.flipIntentAction else { return [] }
        return [value(action), opens(android.app?[compiled.environment])].filter { !$0.isEmpty }
      }
      add("Callers on Android") { compiled in
        compiled.flipCallers.flatMap { caller in
          [value(caller.package)]
            + caller.fingerprints.map { [.fingerprint(ExactString($0.text))] }
        }
      }
    }
    return table
  }
}

/// The origins and schemes that receive authorization responses, with their clients.
struct ReportDestinations: Sendable {
  private typealias Receiver = (client: Int, anchors: [SourceAnchor])

  private let report: ReportContext
  private let receivers: [ExactString: [Environment: [Receiver]]]
  /// In byte order.
  let origins: [ExactString]

  init(_ report: ReportContext) {
    self.report = report
    var receivers: [ExactString: [Environment: [Receiver]]] = [:]
    for (index, client) in report.clients.enumerated() {
      for (environment, compiled) in client.compiled {
        for (origin, uris) in Dictionary(grouping: compiled.redirectURIs, by: Self.origin) {
          receivers[origin, default: [:]][environment, default: []]
            .append((index, uris.map(\.anchor)))
        }
      }
    }
    self.receivers = receivers
    origins = receivers.keys.sorted()
  }

  var section: PageSection? { section(of: origins) }

  func section(of origins: some Collection<ExactString>) -> PageSection? {
    var table = EnvironmentTable(
      "Which clients' codes an origin or scheme receives", subject: "Origin or scheme",
      joinsEqual: false)
    for origin in origins {
      table.add(.code(origin)) { lines(receivers[origin]?[$0] ?? []) }
    }
    guard let block = table.block else { return nil }
    return PageSection(
      PageID("destinations"), ["Where codes go"],
      blocks: [
        .paragraph(
          "Every host and scheme that receives authorization responses, and for which clients."),
        block,
      ])
  }

  private func lines(_ receivers: [Receiver]) -> [[PageText]] {
    // Google's linking hosts receive the codes of every linking client.
    let maximum = 100
    let lines = receivers.prefix(maximum).map { receiver in
      [report.reference(report.clients[receiver.client])] + report.lines(receiver.anchors)
    }
    return receivers.count <= maximum
      ? lines : lines + [[.quiet(ExactString("and \(receivers.count - maximum) more clients"))]]
  }

  /// Scheme and authority, or only the scheme of a private-use URI (RFC 8252 section 7.1).
  private static func origin(_ uri: Entry) -> ExactString {
    let parts = URIParts(uri.value)
    if !parts.origin.isEmpty { return parts.origin }
    return parts.scheme == nil ? uri.value : ExactString("\(parts.lowerScheme):")
  }
}
