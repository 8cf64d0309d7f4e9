import PolicyModel
import PolicyText

struct GrantTypeInsecure: Rule {
  static let info = RuleInfo(
    "grant-type-insecure", .client, .warning,
    summary: "Disallow the grant types `password` and `implicit`",
    why: "With `password`, the client sees the user's password and a second factor can't work. "
      + "With `implicit`, the token is part of a URL. RFC 9700 forbids the first and advises "
      + "against the second.",
    examples: .policy(
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
      // `response-type-implicit` reports clients of account linking.
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
    why: "This grant issues tokens for the client's credentials alone. A public client has none, "
      + "so anyone who knows its ID would get tokens. The token endpoint rejects it.",
    examples: .policy(
      bad: service("grant_types: [⟦client_credentials⟧]"),
      good: service("client_secret: { env: NIGHTLY_SECRET }\n    grant_types: [client_credentials]")
    ),
    references: ["RFC 6749 section 4.4"])

  private static func service(_ settings: String) -> String {
    ExamplePolicy.client(
      "nightly", id: "{ prod: nightly-prod }",
      settings: "redirect_uris: []", settings)
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

struct ClientSecretMismatch: Rule {
  static let info = RuleInfo(
    "client-secret-mismatch", .client, .warning,
    summary: "Require a client secret exactly if the token endpoint checks one",
    why: "With `post` or `basic`, the token endpoint rejects every request of a client without a "
      + "secret. With `none`, it doesn't check the secret, so the client is public although it "
      + "doesn't look like it. The secret of a native client proves nothing, because every copy of "
      + "the app contains it. Nor does one in a variable such as `VITE_SECRET`, which builds write "
      + "into the page's scripts. App Flip requests have no code challenge, so only a secret "
      + "protects their codes.",
    examples: .policy(
      bad: ExamplePolicy.client(
        settings: "token_endpoint_auth: ⟦post⟧",
        "redirect_uris: { prod: [https://app.acme.example/callback] }"),
      good: ExamplePolicy.client(
        settings: "client_secret: { env: ACME_SECRET }", "token_endpoint_auth: post",
        "redirect_uris: { prod: [https://app.acme.example/callback] }")),
    references: [
      "RFC 6749 section 2.3", "RFC 8252 section 8.5", "RFC 9700 section 2.1.1",
      "Vite: env variables and modes", "Next.js: environment variables",
    ])

  /// The beginnings of variables that a build writes into scripts: Next.js, Vite, Expo, Create React App, Nuxt,
  /// Gatsby, Vue CLI, SvelteKit.
  private static let publicPrefixes = [
    "NEXT_PUBLIC_", "VITE_", "EXPO_PUBLIC_", "REACT_APP_", "NUXT_PUBLIC_", "GATSBY_", "VUE_APP_",
    "PUBLIC_",
  ]

  /// Reports references to variables that scripts can read.
  private func checkVariables(
    _ secrets: PerEnvironment<Located<SecretReference>>?, _ findings: inout Findings
  ) {
    guard let secrets else { return }
    let isShared = secrets.isShared
    if let secret = secrets.prod { checkVariable(secret, isShared ? nil : .prod, &findings) }
    if !isShared, let secret = secrets.sandbox { checkVariable(secret, .sandbox, &findings) }
  }

  private func checkVariable(
    _ secret: Located<SecretReference>, _ environment: Environment?, _ findings: inout Findings
  ) {
    guard case .env(let name) = secret.value,
      let prefix = Self.publicPrefixes.first(where: {
        $0.utf8.first == name.utf8.first && name.hasPrefix($0)
      })
    else { return }
    findings.report(
      secret.node, in: environment,
      "builds write `\(prefix)…` variables into scripts, so anyone can read \(name.quoted)",
      help: "rename the variable, use it only on the server, and rotate the secret")
  }

  /// Without `token_endpoint_auth`, the secret decides for web clients, and native clients need none.
  func check(_ context: RuleContext, reporting findings: inout Findings) {
    checkVariables(context.policy.googleSignIn?.web?.clientSecretReference, &findings)
    checkVariables(context.policy.apple?.privateKeyReference, &findings)
    for client in context.policy.clients {
      var name: String { client.id.value.quoted }
      let auth = client.effectiveTokenEndpointAuth
      checkVariables(client.clientSecretReference, &findings)
      if client.clientSecret == nil, auth == .noSecret,
        client.appFlipIOS != nil || client.appFlipAndroid != nil,
        !context.tree.isUnknown(ClientKey.clientSecret, in: client.node)
      {
        findings.report(
          client.id.node,
          "client \(name) uses App Flip without a `client_secret` or PKCE",
          help: "add a `client_secret`: App Flip requests have no code challenge",
          unlessErrorsAt: [client.node])
      }
      if let secret = client.clientSecret, !secret.isShared, client.type?.value == .web,
        auth != .noSecret,
        let missing = Environment.allCases.first(where: {
          client.clientID?[$0] != nil && secret[$0] == nil
            && !context.tree.isUnknown(ClientKey.clientSecret, in: client.node, $0)
        })
      {
        findings.report(
          context.tree.key(of: secret.node) ?? secret.node, in: missing,
          "client \(name) lacks a `client_secret` in \(missing), but `\(auth.rawValue)` needs one",
          help: "add the client secret of \(missing), or declare a client without one")
      }
      guard let node = client.tokenEndpointAuth?.node else { continue }
      switch (auth != .noSecret, client.clientSecret != nil) {
      case (true, _) where client.type?.value == .native:
        findings.report(
          node, "client \(name) is native, so `\(auth.rawValue)` proves nothing",
          help: "write `none`; `pkce: required` protects its codes")
      case (true, false):
        findings.report(
          node, "client \(name) needs a `client_secret` for `\(auth.rawValue)`",
          help: "add a `client_secret`, or write `none`")
      case (false, true):
        findings.report(
          node, "client \(name) has a `client_secret` that the token endpoint doesn't check",
          help: "write `post` or `basic`, or remove the `client_secret`")
      default: break
      }
    }
  }
}

struct GrantTypeNone: Rule {
  static let info = RuleInfo(
    "grant-type-none", .client, .error, summary: "Require a grant type for each client",
    why: "With an empty list, the server rejects every token request with `unauthorized_client`.",
    examples: .linking(
      bad: "grant_types: ⟦[]⟧", good: "grant_types: [authorization_code, refresh_token]"),
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
    "grant-type-unknown", .client, .error, summary: "Disallow unknown grant types",
    why: "The token endpoint compares `grant_type` byte by byte. Extension grants are absolute "
      + "URIs, so any other unknown word is a misspelling, and the server rejects every request "
      + "for it.",
    examples: .policy(
      bad: ExamplePolicy.linking(settings: "grant_types: [authorization_code, ⟦refresh-token⟧]"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 6749 section 4.5", "RFC 7591 section 2"], isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for type in client.grantTypes ?? [] where Self.isMisspelt(type.value) {
        findings.report(
          type.node, "unknown grant type \(type.value.quoted)", near: Self.nearest(type.value),
          help: "use a standard grant type, or an absolute URI for an extension grant")
      }
    }
  }

  /// Whether no server supports this grant type. Other findings about the list would then be wrong.
  static func isMisspelt(_ type: ExactString) -> Bool {
    GrantType(type) == nil && (nearest(type) != nil || URIParts(type).scheme == nil)
  }

  /// The grant type that is most similar, or whose name contains the given one.
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
    "response-type-none", .client, .error, summary: "Require a response type for each client",
    why: "With an empty list, the server rejects every authorization request with "
      + "`unsupported_response_type`.",
    examples: .linking(bad: "response_types: ⟦[]⟧", good: "response_types: [code]"),
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

struct ResponseTypeUnknown: Rule {
  static let info = RuleInfo(
    "response-type-unknown", .client, .error, summary: "Disallow unknown response types",
    why: "Registered response types have the words `code`, `token`, `id_token`, `vp_token` and "
      + "`none`. Another word is a misspelling, and the server rejects every request with "
      + "`unsupported_response_type`.",
    examples: .linking(
      bad: "response_types: [⟦authorization_code⟧]", good: "response_types: [code]"),
    references: ["RFC 6749 section 11.3", "OAuth 2.0 Multiple Response Type Encoding Practices"],
    isFixable: true)

  private static let words = ["code", "token", "id_token", "vp_token", "none"]

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for type in client.responseTypes ?? [] where type.value != "code" {
        let words = type.value.string.split(separator: " ").map(String.init)
        guard words.isEmpty || words.contains(where: { !Self.words.contains($0) }) else { continue }
        findings.report(
          type.node, "unknown response type \(type.value.quoted)",
          near: words.count == 1 ? Nearest.name(to: words[0], among: Self.words) : nil,
          help: "write `code`")
      }
    }
  }
}

struct GrantTypeResponseMismatch: Rule {
  static let info = RuleInfo(
    "grant-type-response-mismatch", .client, .error,
    summary: "Require grant types that match the response types",
    why: "A client that can request a code must also be allowed to exchange it for tokens. Without "
      + "`authorization_code`, the authorization endpoint rejects each of its requests with "
      + "`unauthorized_client`.",
    examples: .policy(
      bad: ExamplePolicy.linking(settings: "grant_types: ⟦[client_credentials]⟧"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 7591 section 2.1", "RFC 6749 section 4.1.2.1"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      guard let grants = client.grantTypes?.map(\.value), !grants.isEmpty,
        !grants.contains(where: GrantTypeUnknown.isMisspelt),
        client.hasRedirectURIs || client.hasAppFlip,
        let node = context.tree.value(of: "grant_types", in: client.node)
      else { continue }
      let name = client.id.value.quoted
      let types = client.responseTypes?.map(\.value) ?? Client.Defaults.responseTypes
      let hasCodes = grants.contains(GrantType.authorizationCode.name)
      let hasTokens = grants.contains(GrantType.implicit.name)
      if !hasCodes, client.hasAppFlip {
        findings.report(
          node,
          "client \(name) receives codes through App Flip, but `grant_types` lacks "
            + "`authorization_code`",
          help: "add `authorization_code` to `grant_types`")
      } else if let type = types.first(where: { !hasCodes && (!hasTokens || $0.returnsCode) }) {
        let missing = type.returnsCode ? "authorization_code" : "implicit"
        findings.report(
          node,
          "client \(name) can request \(type.quoted), but `grant_types` lacks `\(missing)`",
          help: "add `\(missing)` to `grant_types`, or remove the redirect URIs")
      } else if !hasTokens, let type = types.first(where: { $0.returnsToken }) {
        findings.report(
          node, severity: .warning,
          "client \(name) can request \(type.quoted), but `grant_types` lacks `implicit`",
          help: "remove \(type.quoted) from `response_types`")
      }
    }
  }
}

extension Client {
  /// Whether the client has redirect URIs in any environment.
  var hasRedirectURIs: Bool { redirectURIs?.distinct.contains { !$0.value.isEmpty } ?? false }
}

extension ExactString {
  /// Whether this response type returns a code.
  var returnsCode: Bool { hasResponse("code") }
  /// Whether this response type returns a token directly.
  var returnsToken: Bool { returnsAccessToken || hasResponse("id_token") }
  /// Whether this response type returns an access token directly.
  var returnsAccessToken: Bool { hasResponse("token") }

  private func hasResponse(_ word: String) -> Bool {
    utf8.split(separator: 0x20).contains { $0.elementsEqual(word.utf8) }
  }
}

struct GrantTypeUnused: Rule {
  static let info = RuleInfo(
    "grant-type-unused", .client, .warning,
    summary: "Disallow grant types that the client can't use",
    why: "An unused grant type only widens what someone with the client's credentials can try. Or "
      + "another setting of the client is missing.",
    examples: .policy(
      bad: service("grant_types: [client_credentials, ⟦refresh_token⟧]"),
      good: service("grant_types: [client_credentials]")),
    references: ["RFC 6749 section 4.4.3", "RFC 7591 section 2.1"], isFixable: true)

  private static func service(_ settings: String) -> String {
    ExamplePolicy.client(
      "nightly", id: "{ prod: nightly-prod }",
      settings: "client_secret: { env: NIGHTLY_SECRET }", "redirect_uris: []", settings)
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      let all = client.grantTypes ?? []
      for type in all {
        guard let reason = reason(type.value, all.map(\.value), client) else { continue }
        findings.report(
          type.node,
          "client \(client.id.value.quoted) can't use grant type \(type.value.quoted): \(reason)",
          help: "remove \(type.value.quoted) from `grant_types`",
          fixes: context.removing(type.node, "remove \(type.value.quoted)", isSafe: false))
      }
    }
  }

  private func reason(_ type: ExactString, _ all: [ExactString], _ client: Client) -> String? {
    let responses = client.responseTypes?.map(\.value) ?? Client.Defaults.responseTypes
    let getsCodes = client.hasAppFlip || client.hasRedirectURIs && responses.contains(\.returnsCode)
    switch GrantType(type) {
    case .authorizationCode where !getsCodes:
      return client.hasRedirectURIs
        ? "none of its response types is a code" : "it has no redirect URIs"
    case .implicit where !client.hasRedirectURIs: return "it has no redirect URIs"
    case .implicit where !responses.contains(\.returnsToken):
      return "none of its response types is a token"
    case .jwtBearer
    where client.provider?.value == .googleAccountLinking && client.streamlinedLinking == nil:
      return "it has no `streamlined_linking`"
    case .refreshToken where !all.contains { returnsRefreshToken($0, getsCodes, client) }:
      return "no other grant type returns a refresh token"
    default: return nil
    }
  }

  /// Whether a refresh token may come with a grant type; extensions may return one.
  private func returnsRefreshToken(_ type: ExactString, _ getsCodes: Bool, _ client: Client) -> Bool
  {
    switch GrantType(type) {
    case .authorizationCode: getsCodes
    case .jwtBearer: client.streamlinedLinking != nil
    case .refreshToken, .clientCredentials, .implicit, .samlBearer: false
    case .deviceCode, .tokenExchange, .backchannel, .password, nil: true
    }
  }
}

extension [ExactString] {
  fileprivate func contains(_ property: KeyPath<ExactString, Bool>) -> Bool {
    contains { $0[keyPath: property] }
  }
}
