import PolicyModel
import PolicyText

struct EndpointAuthorizationMissing: Rule {
  static let info = RuleInfo(
    "endpoint-authorization-missing", .client, .warning,
    summary: "Require an authorization endpoint for account linking",
    why: "Google opens the authorization endpoint to link an account. If the policy doesn't "
      + "declare it, no rule checks its scheme or host, and `verify` can't request it.",
    examples: .policy(
      bad: example("⟦google⟧", "pkce: required"),
      good: example(
        "google", "pkce: required",
        "endpoints: { authorization: https://auth.acme.example/authorize }"
      )),
    references: ["Google: Account Linking with OAuth"])

  private static func example(_ name: String, _ settings: String...) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      \(name):
        provider: google-account-linking
        type: web
        client_id: { prod: google-prod }
        client_secret: { env: GOOGLE_SECRET }
        redirect_uris: { prod: [https://oauth-redirect.googleusercontent.com/r/acme] }

    """ + settings.map { "    \($0)\n" }.joined()
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let defaults = context.policy.authorizationServer
    for client in context.policy.clients
    where client.provider?.value == .googleAccountLinking {
      let endpoint = client.server?.authorizationEndpoint ?? defaults?.authorizationEndpoint
      let missing = Environment.allCases.filter {
        client.clientID?[$0] != nil && endpoint?[$0] == nil
          && !(endpoint.map { context.tree.isUnknown($0.node) } ?? false)
      }
      guard let first = missing.first else { continue }
      let isOne = missing.count == 1 && client.clientID?[first.other] != nil
      findings.report(
        client.id.node, in: isOne ? first : nil,
        "client \(client.id.value.quoted) has no authorization "
          + "endpoint\(isOne ? " in \(first)" : "") for account linking",
        help: "add `authorization` to `endpoints` of the client or of `authorization_server`")
    }
  }
}

struct EndpointHttp: URIRule {
  static let info = RuleInfo(
    "endpoint-http", .client, .error, summary: "Require https for endpoints and issuers",
    why: "Codes, secrets and tokens are sent to these endpoints.",
    examples: .policy(
      bad: ExamplePolicy.linking(
        settings: "endpoints: { authorization: \"⟦http⟧://auth.acme.example/authorize\" }"),
      good: ExamplePolicy.linking(
        settings: "endpoints: { authorization: \"https://auth.acme.example/authorize\" }")),
    references: ["RFC 6749 section 3.1", "RFC 9207 section 2"], isFixable: true,
    traits: .separableURIPart)
  static let roles: URIRoles = [.endpoint, .issuer]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard let scheme = uri.parts.scheme, !uri.isHTTPS else { return nil }
    return URIProblem(
      scheme, "\(uri.noun) must use https, found \(uri.parts.text(scheme).quoted)",
      help: "start the URL with `https://`",
      replacement: uri.isHTTP && uri.parts.port == nil
        ? (uri.replacing(scheme, by: "https".utf8), "replace the scheme with `https`", false) : nil)
  }
}

struct EndpointNotPublic: URIRule, Rule {
  static let info = RuleInfo(
    "endpoint-not-public", .client, .error,
    summary: "Require public host names for endpoints in prod",
    why: "An IP address, `localhost` or another single label is a different machine on every "
      + "device and has no trustworthy certificate. `verify` never contacts it. The rule checks "
      + "issuers, endpoints and Firebase auth domains.",
    examples: .policy(
      bad: ExamplePolicy.linking(
        settings: "endpoints: { authorization: \"https://⟦192.0.2.7⟧/authorize\" }"),
      good: ExamplePolicy.linking(
        settings: "endpoints: { authorization: \"https://auth.acme.example/authorize\" }")),
    references: ["RFC 9110 section 4.3.4"])
  static let roles: URIRoles = [.endpoint, .issuer]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.environment != .sandbox, uri.isWeb else { return nil }
    return Self.problem(host: uri.lowerHost, at: uri.parts.host)
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, domain) in context.policy.firebase?.authDomain?.distinct ?? []
    where environment != .sandbox {
      guard let problem = Self.problem(host: ASCII.lowercased(domain.value), at: nil) else {
        continue
      }
      findings.report(problem, domain.node, environment)
    }
  }

  private static func problem(host: ExactString, at range: Range<Int>?) -> URIProblem? {
    let bytes = Array(host.utf8)
    let isAddress = bytes.first == UInt8(ascii: "[") || IPv4Address.endsInNumber(bytes[...])
    let isSingle = !host.isEmpty && !host.utf8.contains(UInt8(ascii: "."))
    guard isAddress || isSingle || host.isBelow("localhost") else { return nil }
    return URIProblem(
      range, "\(host.quoted) is not a public host name",
      help: "use the server's DNS name")
  }
}

struct EndpointRequestParameter: URIRule {
  static let info = RuleInfo(
    "endpoint-request-parameter", .client, .error,
    summary: "Disallow request parameters in endpoint queries",
    why: "An endpoint may have a query, which clients keep. If it contains a parameter that each "
      + "request also sends, servers reject the request because the parameter occurs twice.",
    examples: .policy(
      bad: example("https://auth.acme.example/authorize?⟦client_id⟧=acme"),
      good: example("https://auth.acme.example/authorize?tenant=acme")),
    references: ["RFC 6749 section 3.1", "RFC 6749 section 3.2"])
  static let roles: URIRoles = .endpoint

  private static func example(_ endpoint: String) -> String {
    ExamplePolicy.linking(settings: "endpoints: { authorization: \"\(endpoint)\" }")
  }

  private static let names: [String] = [
    "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge",
    "code_challenge_method", "user_locale", "client_secret", "grant_type", "code", "code_verifier",
    "refresh_token", "assertion", "intent", "nonce", "response_mode", "prompt", "login_hint",
    "token", "token_type_hint", "id_token_hint", "post_logout_redirect_uri", "logout_hint",
    "ui_locales",
  ]

  func problem(in uri: LocatedURI) -> URIProblem? {
    for parameter in uri.parameters where parameter.name.count <= 64 {
      guard
        let decoded = PercentEncoding.decode(parameter.name, plusIsSpace: false, malformed: .keep),
        Self.names.contains(decoded[...].string)
      else { continue }
      let name = ExactString(decoding: parameter.name).quoted
      return URIProblem(
        parameter.name.startIndex..<parameter.name.endIndex,
        "endpoint URL contains \(name), so every request would send it twice",
        help: "remove \(name) from the endpoint URL")
    }
    return nil
  }
}

struct IssuerHasQuery: URIRule {
  static let info = RuleInfo(
    "issuer-has-query", .client, .error,
    summary: "Disallow queries and the metadata path in issuers",
    why: "An issuer is an https URL without query and fragment. Clients build the metadata URL "
      + "from it and compare it with `iss` byte by byte. If it has a query, or is the metadata URL "
      + "itself, they reject the response.",
    examples: .policy(
      bad: example("https://auth.acme.example⟦?tenant=1⟧"),
      good: example("https://auth.acme.example")),
    references: ["RFC 8414 section 2", "RFC 9207 section 2"], isFixable: true)
  static let roles: URIRoles = .issuer

  private static func example(_ issuer: String) -> String {
    ExamplePolicy.linking(settings: "issuer: \"\(issuer)\"")
  }

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard let query = uri.parts.query else {
      guard let range = uri.path.firstRange(ofBytes: "/.well-known/") else { return nil }
      let path = range.lowerBound..<uri.path.endIndex
      return URIProblem(
        path, "an issuer must not contain `/.well-known/`, which clients add to it",
        help: "remove \(ExactString(decoding: uri.parts.bytes(path)).quoted)",
        replacement: (uri.removing(path), "remove the metadata path", false))
    }
    let range = (query.lowerBound - 1)..<query.upperBound
    return URIProblem(
      range, "an issuer must not have a query",
      help: "remove \(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      label: query.isEmpty ? "an empty query is not allowed either" : nil,
      replacement: (uri.removing(range), "remove the query", false))
  }
}

struct EndpointEndSessionMissing: Rule {
  static let info = RuleInfo(
    "endpoint-end-session-missing", .client, .warning,
    summary: "Require an end-session endpoint with post-logout redirect URIs",
    why: "A post-logout redirect URI is a parameter of the end-session endpoint. If the policy "
      + "declares the other endpoints but not this one, clients can't find it.",
    examples: .policy(
      bad: example("⟦post_logout_redirect_uris⟧", ""),
      good: example(
        "post_logout_redirect_uris", ", end_session: https://auth.acme.example/logout")),
    references: ["OpenID Connect RP-Initiated Logout 1.0"])

  private static func example(_ key: String, _ more: String) -> String {
    ExamplePolicy.client(
      settings: "client_secret: { env: APP_SECRET }",
      "endpoints: { authorization: https://auth.acme.example/authorize\(more) }",
      "redirect_uris: { prod: [https://app.acme.example/callback] }",
      "\(key): { prod: [https://app.acme.example/signed-out] }")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let defaults = context.policy.authorizationServer
    for client in context.policy.clients where client.postLogoutRedirectURIs != nil {
      let server = client.server
      let others =
        [server?.authorizationEndpoint ?? defaults?.authorizationEndpoint]
        + [server?.tokenEndpoint ?? defaults?.tokenEndpoint]
      let missing = Environment.allCases.filter { environment in
        client.clientID?[environment] != nil
          && client.postLogoutRedirectURIs?[environment]?.isEmpty == false
          && others.contains { $0?[environment] != nil }
          && (server?.endSessionEndpoint ?? defaults?.endSessionEndpoint)?[environment] == nil
      }
      guard let first = missing.first,
        let value = context.tree.value(of: "post_logout_redirect_uris", in: client.node)
      else { continue }
      let place = missing.count == 1 ? " in \(first)" : ""
      findings.report(
        context.tree.key(of: value) ?? value, in: missing.count == 1 ? first : nil,
        "client \(client.id.value.quoted) has post-logout redirect URIs but no end-session "
          + "endpoint\(place)",
        help: "add `end_session` to `endpoints`")
    }
  }
}

struct IssuerMissing: Rule {
  static let info = RuleInfo(
    "issuer-missing", .client, .note, aliases: ["iss-missing"],
    summary: "Require an issuer if there are several authorization servers",
    why: "An attacker can make a client of several servers send one server's code to another "
      + "(mix-up attack). `iss` in the response identifies the server.",
    examples: .policy(
      bad: two("https://login.other.example/authorize", marked: true),
      good: two("https://auth.acme.example/authorize", marked: false)),
    references: ["RFC 9207", "RFC 9700 section 4.4"])

  private static func two(_ second: String, marked: Bool) -> String {
    func client(_ name: String, _ endpoint: String) -> String {
      """
        \(name):
          provider: generic
          type: web
          client_id: { prod: \(name)-prod }
          client_secret: { env: APP_SECRET }
          endpoints: { authorization: { prod: \(endpoint) } }
          redirect_uris: { prod: ["https://\(name).acme.example/callback"] }

      """
    }
    return "linkpolicy: 1\nname: example\nclients:\n"
      + client("one", "https://auth.acme.example/authorize")
      + client("two", marked ? "⟦\(second)⟧" : second)
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let defaults = context.policy.authorizationServer
    for environment in Environment.allCases {
      var first: (host: ExactString, endpoint: LocatedText)?
      for client in context.policy.clients where client.clientID?[environment] != nil {
        guard (client.server?.issuer ?? defaults?.issuer)?[environment] == nil,
          let endpoint = (client.server?.authorizationEndpoint ?? defaults?.authorizationEndpoint)?[
            environment]
        else { continue }
        // A default for all clients is one server.
        guard first?.endpoint.node != endpoint.node else { continue }
        let host = URIParts(endpoint.value).lowerHost
        guard let known = first else {
          first = (host, endpoint)
          continue
        }
        guard known.host != host else { continue }
        findings.report(
          endpoint.node, in: environment,
          "\(environment) has several authorization servers (\(known.host.quoted), "
            + "\(host.quoted)) but no issuer",
          help: "add an `issuer` to each; responses then contain `iss`",
          notes: [findings.note("the other server", at: known.endpoint.node)])
        break
      }
    }
  }
}
