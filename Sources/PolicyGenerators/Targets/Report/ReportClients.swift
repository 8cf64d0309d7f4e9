import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// OAuth clients: what a request of each may be, side by side.
struct ReportClients {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  var section: PageSection? { section(of: report.clients) }

  /// Some clients in full; nil without any.
  func section(of clients: some Collection<ReportContext.Client>) -> PageSection? {
    guard !clients.isEmpty else { return nil }
    return PageSection(
      PageID("clients"), [.text("Clients")],
      blocks: [
        .text([
          .text(
            """
            OAuth clients of our authorization server. Client IDs, redirect URIs and scopes are \
            compared byte by byte; the one exception is the port of loopback addresses of native \
            clients (RFC 8252 section 7.3).
            """)
        ])
      ], parts: clients.map(part))
  }

  // MARK: at a glance

  /// Says whether the client can prove who it is (RFC 6749 section 2.1).
  static func type(_ client: Client) -> String {
    let type = client.type?.value == .native ? "native" : "web"
    return type + (client.isPublic ? ", public" : ", confidential")
  }

  static func stateLine(_ client: ReportContext.Client) -> [PageText] {
    client.declared.state?.value == .optional
      ? [.badge("optional", .careful)] : [.badge("required", .good)]
  }

  static func pkceLine(_ client: ReportContext.Client) -> [PageText] {
    guard client.declared.effectivePKCE == .required else {
      return [.badge("optional", .careful)]
    }
    let methods = client.compiled.values.first?.codeChallengeMethods ?? []
    let isPlain = methods.contains("plain")
    return [.badge(isPlain ? "required, plain too" : "required", isPlain ? .careful : .good)]
  }

  // MARK: one client

  private func part(_ client: ReportContext.Client) -> PageSection {
    let declared = client.declared
    let document = client.document
    var title: [PageText] = [.code(declared.id.value)]
    if report.hasSeveralPolicies { title += [.quiet(ExactString(" of \(document.name)"))] }
    title += report.line(document.anchor(declared.id))
    var about: [PageText] = [
      .text(
        declared.provider?.value == .googleAccountLinking
          ? "Google account linking, " : "OAuth client, "),
      .text(ExactString(Self.type(declared) + ". ")),
    ]
    if let secret = secret(declared) { about.append(.text(secret)) }
    return PageSection(
      client.id, title, blocks: [.text(about), table(client).block].compactMap { $0 })
  }

  /// Only that there is one: where it is kept is of no use here, and its value is never read.
  private func secret(_ client: Client) -> ExactString? {
    guard client.clientSecret != nil else { return nil }
    return "Its secret is kept outside of the policy."
  }

  private func table(_ client: ReportContext.Client) -> EnvironmentTable {
    let declared = client.declared
    let document = client.document
    var table = EnvironmentTable(
      "What a request of \(declared.id.value) may be in each environment", subject: "Request")
    table.add("Client ID") { client.compiled[$0].map { report.value($0.clientID) } ?? [] }
    table.add("Redirect URIs") { environment in
      client.compiled[environment]?.redirectURIs.map(report.value) ?? []
    }
    table.add("Without a redirect URI") { environment in
      guard let compiled = client.compiled[environment], compiled.allowsOmittedRedirectURI else {
        return []
      }
      return compiled.omittedRedirectURI.map { [.text("goes to "), .code($0.value)] }
        ?? [.text("refused: there is more than one")]
    }
    for list in ClientList.all.dropFirst() {
      table.add(list.title) { environment in
        client.compiled[environment]?[list].map(report.value) ?? []
      }
    }
    table.add("Scopes") { environment in
      guard let scopes = client.compiled[environment]?.scopes else { return [] }
      return scopes.isEmpty
        ? [.text("none may be asked for")] : report.values(scopes)
    }
    table.add("Response types") { environment in
      guard let types = client.compiled[environment]?.responseTypes else { return [] }
      return types.map { [.code($0)] }.joined(by: " ")
        + report.lines((declared.responseTypes ?? []).map { document.anchor($0) })
    }
    if let grants = declared.grantTypes {
      table.add("Grant types") { environment in
        client.compiled[environment] == nil ? [] : report.values(grants, document)
      }
    }
    table.add("state") { environment in
      client.compiled[environment].map { _ in
        Self.stateLine(client) + line(declared.state, document)
      } ?? []
    }
    table.add("PKCE") { environment in
      guard let compiled = client.compiled[environment] else { return [] }
      let methods =
        declared.server?.codeChallengeMethods
        ?? document.policy.authorizationServer?.codeChallengeMethods
      return Self.pkceLine(client) + line(declared.pkce, document) + [.text(" ")]
        + compiled.codeChallengeMethods.map { [.code($0)] }.joined(by: " ")
        + report.lines((methods ?? []).map { document.anchor($0) })
    }
    addServer(client, to: &table)
    ReportAppFlip(report).add(client, to: &table)
    return table
  }

  private func line<Value>(_ leaf: Located<Value>?, _ document: PolicyDocument) -> [PageText] {
    leaf.map { report.line(document.anchor($0)) } ?? []
  }

  private func addServer(_ client: ReportContext.Client, to table: inout EnvironmentTable) {
    let document = client.document
    let defaults = document.policy.authorizationServer
    let server = client.declared.server
    table.add("Authorization endpoint") { environment in
      client.compiled[environment]?.authorizationEndpoint.map(report.value) ?? []
    }
    table.add("Token endpoint") { environment in
      guard client.compiled[environment] != nil,
        let endpoint = (server?.tokenEndpoint ?? defaults?.tokenEndpoint)?[environment]
      else { return [] }
      return report.value(endpoint, document)
    }
    table.add("Revocation endpoint") { environment in
      client.compiled[environment]?.revocationEndpoint.map(report.value) ?? []
    }
    table.add("End-session endpoint") { environment in
      client.compiled[environment]?.endSessionEndpoint.map(report.value) ?? []
    }
    table.add("Client authentication") { environment in
      guard client.compiled[environment] != nil else { return [] }
      let method = client.declared.effectiveTokenEndpointAuth
      return [
        method == .noSecret ? .text("none, a public client") : .code(ExactString(method.rawValue))
      ]
        + line(client.declared.tokenEndpointAuth, document)
    }
    table.add("Issuer (iss)") { environment in
      client.compiled[environment]?.issuer.map(report.value) ?? []
    }
    table.add("Life of a code") { environment in
      guard let seconds = client.compiled[environment]?.codeLifetime else { return [] }
      return [.text(ExactString("\(seconds) seconds"))]
        + line(server?.codeLifetime ?? defaults?.codeLifetime, document)
    }
    guard let streamlined = client.declared.streamlinedLinking else { return }
    table.add("Streamlined linking") { environment in
      guard client.compiled[environment] != nil else { return [] }
      return report.values(streamlined.intents, document)
    }
    table.add("Audience of assertions") { environment in
      guard client.compiled[environment] != nil else { return [] }
      return streamlined.googleClientID.map { report.value($0, document) } ?? []
    }
  }
}

/// App Flip: the apps that take a request over, and the apps that may send it.
struct ReportAppFlip {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  /// Adds the rows of a client.
  func add(_ client: ReportContext.Client, to table: inout EnvironmentTable) {
    let document = client.document
    if let ios = client.declared.appFlipIOS {
      table.add("App Flip on iOS") { environment in
        guard let link = client.compiled[environment]?.flipUniversalLink else { return [] }
        let app = ios.app?[environment].map { [report.app($0.value, from: document)] } ?? []
        return [report.value(link), app.isEmpty ? [] : [.text("opens ")] + app].filter {
          !$0.isEmpty
        }
      }
    }
    if let android = client.declared.appFlipAndroid {
      table.add("App Flip on Android") { environment in
        guard let action = client.compiled[environment]?.flipIntentAction else { return [] }
        let app = android.app?[environment].map { [report.app($0.value, from: document)] } ?? []
        return [report.value(action), app.isEmpty ? [] : [.text("opens ")] + app].filter {
          !$0.isEmpty
        }
      }
      table.add("Callers on Android") { environment in
        (client.compiled[environment]?.flipCallers ?? []).flatMap { caller in
          [report.value(caller.package)]
            + caller.fingerprints.map { [.fingerprint(ExactString($0.text))] }
        }
      }
    }
  }
}
