import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

// The sections about OAuth clients.

extension ReportContext {
  private typealias Control = (text: ExactString, tone: PageTone)

  /// The maximum number of clients that one table of controls shows in the order of the policies.
  private static let largestMatrix = 40

  /// A row per client and a column per control; the color says how strict it is.
  func matrix(of clients: some Collection<Client>) -> PageSection? {
    guard !clients.isEmpty else { return nil }
    let controls: [(Client) -> Control] = [
      Self.pkce, Self.state, Self.secret, Self.http, Self.wildcards, Self.loopback,
      Self.privateSchemes, Self.redirects, Self.parity,
    ]
    func table(_ caption: String, _ rows: [PageRow], isOpen: Bool) -> PageBlock? {
      guard !rows.isEmpty else { return nil }
      var table = PageTable(
        caption,
        columns: [
          "Client", "Type", "PKCE", "state", "Secret", "http", "Wildcard-like", "Loopback",
          "Private schemes", "Redirect URIs", "Sandbox parity",
        ], rows: rows)
      table.isOpen = isOpen
      table.layout = .matrix
      return .table(table)
    }
    let rows = clients.map { client in
      PageRow(
        [PageCell([reference(client)]), PageCell([.text(Self.type(client.declared))])]
          + controls.map { control in
            let (text, tone) = control(client)
            return PageCell(text, tone)
          })
    }
    let about =
      "How strict each client is: green is strict, amber deserves a look, red is open to attacks"
    var blocks = [table(about, rows, isOpen: true)]
    if rows.count > Self.largestMatrix {
      // The most severe first.
      let weak = rows.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }
      blocks = [
        table(about, Array(weak.prefix(Self.largestMatrix)), isOpen: true),
        table("Less remarkable clients", Array(weak.dropFirst(Self.largestMatrix)), isOpen: false),
        table("Strict clients", rows.filter { $0.weight == 0 }, isOpen: false),
      ]
    }
    return PageSection(
      PageID("matrix"), ["Controls of each client"], blocks: blocks.compactMap { $0 })
  }

  /// The client type of RFC 6749 section 2.1.
  static func type(_ client: PolicyModel.Client) -> ExactString {
    let type = client.type?.value == .native ? "native" : "web"
    return ExactString(type + (client.isPublic ? ", public" : ", confidential"))
  }

  private static func badge(_ control: Control) -> PageText {
    .badge(control.text, control.tone)
  }

  private static func state(_ client: Client) -> Control {
    client.declared.state?.value == .optional
      ? ("optional", .careful) : ("required", .good)
  }

  private static func pkce(_ client: Client) -> Control {
    guard client.declared.effectivePKCE == .required else {
      return ("optional", client.declared.isPublic ? .bad : .careful)
    }
    let methods = client.compiled.values.first?.codeChallengeMethods ?? []
    return methods.contains("plain")
      ? ("required, plain too", .careful) : ("required", .good)
  }

  private static func secret(_ client: Client) -> Control {
    client.declared.isPublic ? ("none", .neutral) : ("required", .good)
  }

  private static func uris(_ client: Client) -> [URIParts] {
    client.compiled.values.flatMap(\.redirectURIs).map { URIParts($0.value) }
  }

  private static func http(_ client: Client) -> Control {
    let count = uris(client).count {
      $0.lowerScheme == "http" && !ReportMap.isLoopback($0)
    }
    return count > 0 ? (ExactString("\(count)"), .bad) : ("none", .good)
  }

  /// Characters that some servers treat as a wildcard or placeholder, also percent-encoded.
  private static func wildcards(_ client: Client) -> Control {
    let count = uris(client).count { uri in
      let decoded =
        PercentEncoding.decode(uri.text.utf8, plusIsSpace: false, malformed: .keep) ?? []
      return decoded.contains { "*{}<>".utf8.contains($0) }
    }
    return count > 0 ? (ExactString("\(count)"), .bad) : ("none", .good)
  }

  private static func loopback(_ client: Client) -> Control {
    let local = uris(client).filter(ReportMap.isLoopback)
    guard !local.isEmpty else { return ("none", .good) }
    let isFlexible =
      client.declared.type?.value == .native
      && local.contains { LoopbackAddress.isFlexible($0.text) }
    return (isFlexible ? "any port" : "one port", .careful)
  }

  private static func privateSchemes(_ client: Client) -> Control {
    let count = uris(client).count { !["http", "https"].contains($0.lowerScheme) }
    return count > 0 ? (ExactString("\(count)"), .careful) : ("none", .good)
  }

  private static func redirects(_ client: Client) -> Control {
    let counts = Environment.allCases.map { client.compiled[$0]?.redirectURIs.count ?? 0 }
    let text = ExactString(counts.map(String.init).joined(separator: " and "))
    return (text, counts.contains { $0 > 20 } ? .careful : .neutral)
  }

  /// Compares the paths of both environments.
  private static func parity(_ client: Client) -> Control {
    let paths = Environment.allCases.map { environment in
      client.compiled[environment].map { compiled in
        compiled.redirectURIs.map { uri in
          let parts = URIParts(uri.value)
          return parts.text(parts.pathAndQuery)
        }.sorted()
      }
    }
    guard let prod = paths[0], let sandbox = paths[1] else {
      return (paths[0] == nil ? "sandbox only" : "prod only", .neutral)
    }
    return prod == sandbox ? ("same paths", .good) : ("paths differ", .careful)
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
    func addLine(_ name: PageText, _ line: (CompiledClient) -> [PageText]) {
      table.add(name, line: { client.compiled[$0].map(line) ?? [] })
    }
    addLine("Client ID") { value($0.clientID) }
    add("Redirect URIs") { $0.redirectURIs.map(value) }
    addLine("Without a redirect URI") { compiled in
      guard compiled.allowsOmittedRedirectURI else { return [] }
      return compiled.omittedRedirectURI.map { ["uses ", .code($0.value)] }
        ?? ["rejected: the client has several"]
    }
    add("After sign-out") { $0.postLogoutRedirectURIs.map(value) }
    add("CORS origins") { $0.corsOrigins.map(value) }
    addLine("Scopes") { $0.scopes.isEmpty ? ["none"] : values($0.scopes) }
    addLine("Response types") { compiled in
      compiled.responseTypes.map { [.code($0)] }.joined(by: " ")
        + lines((declared.responseTypes ?? []).map { document.anchor($0) })
    }
    if let grants = declared.grantTypes {
      addLine("Grant types") { _ in values(grants, document) }
    }
    addLine("state") { _ in
      [Self.badge(Self.state(client))] + self.line(declared.state, document)
    }
    addLine("PKCE") { compiled in
      let methods =
        declared.server?.codeChallengeMethods
        ?? document.policy.authorizationServer?.codeChallengeMethods
      return [Self.badge(Self.pkce(client))] + self.line(declared.pkce, document) + [" "]
        + compiled.codeChallengeMethods.map { [.code($0)] }.joined(by: " ")
        + lines((methods ?? []).map { document.anchor($0) })
    }
    // The server.
    let defaults = document.policy.authorizationServer
    addLine("Authorization endpoint") { $0.authorizationEndpoint.map(value) ?? [] }
    addLine("Token endpoint") { $0.tokenEndpoint.map(value) ?? [] }
    addLine("Revocation endpoint") { $0.revocationEndpoint.map(value) ?? [] }
    addLine("End-session endpoint") { $0.endSessionEndpoint.map(value) ?? [] }
    addLine("Client authentication") { _ in
      let method = declared.effectiveTokenEndpointAuth
      return [
        method == .noSecret ? "none, a public client" : .code(ExactString(method.rawValue))
      ] + self.line(declared.tokenEndpointAuth, document)
    }
    addLine("Issuer (iss)") { $0.issuer.map(value) ?? [] }
    addLine("Lifetime of a code") { compiled in
      guard let seconds = compiled.codeLifetime else { return [] }
      return ["\(seconds) seconds"]
        + self.line(declared.server?.codeLifetime ?? defaults?.codeLifetime, document)
    }
    if let streamlined = declared.streamlinedLinking {
      addLine("Streamlined linking") { _ in values(streamlined.intents, document) }
      addLine("Audience of assertions") { _ in
        streamlined.googleClientID.map { value($0, document) } ?? []
      }
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

extension PageRow {
  /// The sum of the cells, in which amber is less severe than red.
  fileprivate var weight: Int {
    cells.reduce(0) { $0 + ($1.tone == .bad ? 100 : $1.tone == .careful ? 1 : 0) }
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
