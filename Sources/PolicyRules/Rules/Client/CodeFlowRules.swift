import PolicyModel
import PolicyText

struct PkceMethodNone: Rule {
  static let info = RuleInfo(
    "pkce-method-none", .client, .error, summary: "Require a code challenge method",
    why: "With an empty list, the server rejects every request with a code challenge. If PKCE is "
      + "required, it also rejects every request without one.",
    examples: .linking(bad: "code_challenge_methods: ⟦[]⟧", good: "code_challenge_methods: [S256]"),
    references: ["RFC 7636 section 4.3"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let tree = context.tree
    let server = tree.root.flatMap { tree.value(of: "authorization_server", in: $0) }
    let places = (server.map { [$0] } ?? []) + context.policy.clients.map(\.node)
    for place in places where tree.kind(place) == .mapping {
      guard let methods = tree.value(of: "code_challenge_methods", in: place),
        tree.kind(methods) == .sequence, tree.items(methods).first(where: { _ in true }) == nil
      else { continue }
      findings.report(
        methods, "`code_challenge_methods` is empty, so every request with a code challenge fails",
        help: "write `[S256]`, or remove `code_challenge_methods`")
    }
  }
}

struct PkceOff: Rule {
  static let info = RuleInfo(
    "pkce-off", .client, .error, summary: "Require PKCE",
    why: "A public client has only the code challenge to prove that a code is its own. Without it, "
      + "anyone who sees the code can use it. For a client with a secret, PKCE is a second line of "
      + "defense (a note).",
    examples: .policy(
      bad: ExamplePolicy.native("example.acme.app:/callback").replacingKey(
        "    type: native\n", by: "    type: native\n    pkce: ⟦optional⟧\n"),
      good: ExamplePolicy.native("example.acme.app:/callback")),
    references: ["RFC 9700 section 2.1.1", "RFC 7636"], isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    // App Flip requests have no code challenge, so these clients can't require PKCE.
    for client in context.policy.clients
    where client.effectivePKCE == .optional && !client.hasAppFlip {
      guard client.isPublic || client.provider?.value == .googleAccountLinking else { continue }
      let node = client.pkce?.node ?? client.id.node
      let fixes = client.pkce.map {
        findings.replacing($0.node, by: "required", "require PKCE", isSafe: false)
      }
      findings.report(
        node, severity: client.isPublic ? .error : .note,
        client.isPublic
          ? "client \(client.id.value.quoted) is public and must require PKCE"
          : "client \(client.id.value.quoted) does not require PKCE",
        help: "write `pkce: required`", fixes: fixes ?? [])
    }
  }
}

struct PkcePlain: Rule {
  static let info = RuleInfo(
    "pkce-plain", .client, .error, summary: "Allow only S256 as code challenge method",
    why: "With `plain`, the challenge is the code verifier, so anyone who sees the request can "
      + "redeem the code.",
    examples: .linking(
      bad: "code_challenge_methods: [S256, ⟦plain⟧]", good: "code_challenge_methods: [S256]"),
    references: ["RFC 9700 section 2.1.1", "RFC 7636 section 4.2"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for server in context.servers {
      for method in server.codeChallengeMethods ?? [] where method.value == "plain" {
        findings.report(
          method.node, "code challenge method must be `S256`, found \(method.value.quoted)",
          help: "remove \(method.value.quoted) and keep `S256`")
      }
    }
  }
}

extension RuleContext {
  /// The authorization server settings: the defaults, and the overrides of each client.
  var servers: [AuthorizationServer] {
    [policy.authorizationServer].compactMap { $0 } + policy.clients.compactMap(\.server)
  }
}

struct AppFlipPkceRequired: Rule {
  static let info = RuleInfo(
    "app-flip-pkce-required", .client, .error,
    summary: "Disallow required PKCE for clients with App Flip",
    why: "App Flip requests have no code challenge, neither in the universal link nor in the "
      + "intent. A client that requires PKCE rejects every one of them. Clients without a secret "
      + "require PKCE by default.",
    examples: .policy(
      bad: ExamplePolicy.flip(settings: "pkce: ⟦required⟧"),
      good: ExamplePolicy.flip(settings: "pkce: optional")),
    references: ["Google: App Flip for iOS", "Google: App Flip for Android", "RFC 7636"],
    isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.hasAppFlip && client.effectivePKCE == .required {
      let name = client.id.value.quoted
      let fixes = client.pkce.map {
        findings.replacing($0.node, by: "optional", "make PKCE optional", isSafe: false)
      }
      findings.report(
        client.pkce?.node ?? client.id.node,
        client.pkce == nil
          ? "client \(name) requires PKCE (the default without a secret), but App Flip sends no "
            + "code challenge"
          : "client \(name) requires PKCE, but App Flip requests have no code challenge",
        help: client.clientSecret == nil
          ? "add a `client_secret`, or write `pkce: optional`"
          : "write `pkce: optional`",
        fixes: fixes ?? [])
    }
  }
}

struct StateNotRequired: Rule {
  static let info = RuleInfo(
    "state-not-required", .client, .warning,
    summary: "Require `state` for account linking and without PKCE",
    why: "Google sends `state` with every request and needs it in the response. A request without "
      + "it doesn't come from Google. For other clients, `state` or PKCE must show that the response "
      + "belongs to a request of the same browser.",
    examples: .linking(bad: "state: ⟦optional⟧", good: "state: required"),
    references: ["Google: Google Account Linking API", "RFC 9700 section 2.1"], isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients where client.state?.value == .optional {
      guard let node = client.state?.node else { continue }
      let isLinking = client.provider?.value == .googleAccountLinking
      // `pkce-off` reports public clients.
      guard isLinking || !client.isPublic && client.effectivePKCE == .optional else { continue }
      findings.report(
        node,
        isLinking
          ? "client \(client.id.value.quoted) doesn't require `state`, but Google account linking "
            + "does"
          : "client \(client.id.value.quoted) requires neither `state` nor PKCE",
        help: "write `state: required`",
        fixes: findings.replacing(node, by: "required", "require `state`", isSafe: false))
    }
  }
}

struct CodeLifetimeTooLong: Rule {
  static let info = RuleInfo(
    "code-lifetime-too-long", .client, .warning, aliases: ["code-ttl"],
    summary: "Disallow authorization codes valid for more than 600 seconds",
    why: "The longer a code is valid, the longer an attacker can use one that leaked through a log "
      + "or a referrer.",
    examples: .linking(bad: "code_lifetime: ⟦3600⟧", good: "code_lifetime: 600"),
    references: ["RFC 6749 section 4.1.2"], isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for server in context.servers {
      guard let lifetime = server.codeLifetime, lifetime.value > 600 else { continue }
      findings.report(
        lifetime.node, "`code_lifetime` must be at most 600 seconds, found \(lifetime.value)",
        help: "write 600 or less",
        fixes: findings.replacing(lifetime.node, by: "600", "write 600", isSafe: false))
    }
  }
}
