import PolicyModel
import PolicyText

struct GrantTypeInsecure: Rule {
  static let info = RuleInfo(
    "grant-type-insecure", .client, .warning,
    summary: "Disallow the grant types `password` and `implicit`",
    why:
      "With `password`, the client sees the user's password and a second factor can't work. "
      + "With `implicit`, the token is part of a URL. RFC 9700 forbids the first and advises "
      + "against the second.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(
        settings: "grant_types: [authorization_code, refresh_token, ⟦password⟧]"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 9700 section 2.1.2", "RFC 9700 section 2.4"], isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for type in client.grantTypes ?? [] {
        let effect: String
        switch GrantType(type.value) {
        case .password: effect = "gives the client the user's password"
        case .implicit:
          effect = "puts the token into a URL"
        default: continue
        }
        findings.report(
          type.node, "grant type \(type.value.quoted) \(effect)", help: "use `authorization_code`",
          fixes: context.removing(type.node, "remove \(type.value.quoted)", isSafe: false))
      }
      // response-type-implicit reports clients of account linking.
      guard client.grantTypes == nil, client.provider?.value != .googleAccountLinking else {
        continue
      }
      for type in client.responseTypes ?? [] where type.value.returnsAccessToken {
        findings.report(
          type.node, "response type \(type.value.quoted) puts the token into a URL",
          help: "use `code`")
      }
    }
  }
}

struct GrantTypeNeedsSecret: Rule {
  static let info = RuleInfo(
    "grant-type-needs-secret", .client, .error,
    summary: "Require a client secret for `client_credentials`",
    why:
      "This grant issues tokens for the client's credentials alone. A public client has none, "
      + "so anyone who knows its ID would get tokens. The token endpoint rejects it.",
    examples: .init(
      .policy, bad: service("grant_types: [⟦client_credentials⟧]"),
      good: service("client_secret: { env: NIGHTLY_SECRET }\n    grant_types: [client_credentials]")
    ),
    references: ["RFC 6749 section 4.4"])

  private static func service(_ settings: String) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      nightly:
        provider: generic
        type: web
        client_id: { prod: nightly-prod }
        redirect_uris: []
        \(settings)

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients where client.effectiveTokenEndpointAuth == .noSecret {
      for type in client.grantTypes ?? [] where GrantType(type.value) == .clientCredentials {
        findings.report(
          type.node,
          "client \(client.id.value.quoted) is public and can't use `client_credentials`",
          help: client.clientSecret == nil
            ? "add a `client_secret`, or remove the grant type"
            : "write `token_endpoint_auth: post`, or remove the grant type")
      }
    }
  }
}

struct GrantTypeNone: Rule {
  static let info = RuleInfo(
    "grant-type-none", .client, .error,
    summary: "Require a grant type for each client",
    why: "With an empty list, the server rejects every token request with `unauthorized_client`.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "grant_types: ⟦[]⟧"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 6749 section 5.2"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients where client.grantTypes?.isEmpty ?? false {
      guard let node = context.tree.value(of: "grant_types", in: client.node) else { continue }
      findings.report(
        node, "client \(client.id.value.quoted) has no grant type, so every token request fails",
        help: "list its grant types, or remove `grant_types`")
    }
  }
}

struct GrantTypeUnknown: Rule {
  static let info = RuleInfo(
    "grant-type-unknown", .client, .error,
    summary: "Disallow unknown grant types",
    why:
      "The token endpoint compares `grant_type` byte by byte. Extension grants are absolute "
      + "URIs, so any other unknown word is a misspelling, and the server rejects every request "
      + "for it.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(settings: "grant_types: [authorization_code, ⟦refresh-token⟧]"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 6749 section 4.5", "RFC 7591 section 2"], isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for type in client.grantTypes ?? [] where Self.isMisspelt(type.value) {
        let near = Self.nearest(type.value)
        findings.report(
          type.node, "unknown grant type \(type.value.quoted)",
          help: near.map { "did you mean `\($0)`?" }
            ?? "use a standard grant type, or an absolute URI for an extension grant",
          fixes: near.map {
            findings.replacing(type.node, by: $0, "write `\($0)`", isSafe: false)
          } ?? [])
      }
    }
  }

  /// Whether no server accepts this grant type. Other findings about the list would then be wrong.
  static func isMisspelt(_ type: ExactString) -> Bool {
    GrantType(type) == nil && (nearest(type) != nil || URIParts(type).scheme == nil)
  }

  /// The closest grant type, by spelling or because only a part of its name was written.
  private static func nearest(_ text: ExactString) -> String? {
    let all = GrantType.allCases.map(\.rawValue)
    if let near = Nearest.name(to: text.string, among: all) { return near }
    guard !text.isEmpty else { return nil }
    return GrantType.allCases.first { type in
      type.name.hasSuffix(":" + text.string) || type.name.hasSuffix("_" + text.string)
        || type.name.hasPrefix(text.string + "_")
    }?.rawValue
  }
}

struct ResponseTypeNone: Rule {
  static let info = RuleInfo(
    "response-type-none", .client, .error,
    summary: "Require a response type for each client",
    why: "With an empty list, the server rejects every authorization request with "
      + "`unsupported_response_type`.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "response_types: ⟦[]⟧"),
      good: ExamplePolicy.linking(settings: "response_types: [code]")),
    references: ["RFC 6749 section 3.1.1"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients where client.responseTypes?.isEmpty ?? false {
      guard let node = context.tree.value(of: "response_types", in: client.node) else { continue }
      findings.report(
        node,
        "client \(client.id.value.quoted) has no response type, so every authorization "
          + "request fails",
        help: "write `[code]`, or remove `response_types`")
    }
  }
}
