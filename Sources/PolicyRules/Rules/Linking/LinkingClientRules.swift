import PolicyModel
import PolicyText

struct LinkingGrantTypeMissing: Rule {
  static let info = RuleInfo(
    "linking-grant-type-missing", .linking, .error,
    summary: "Require the grant types that account linking uses",
    why: "Google uses `refresh_token` to refresh its access token while the accounts are linked. "
      + "Streamlined linking sends its assertion with the JWT bearer grant. Without the grant "
      + "type, the token endpoint returns `unauthorized_client`.",
    examples: .policy(
      bad: ExamplePolicy.linking(settings: "grant_types: ⟦[authorization_code]⟧"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["Google: Your Account Linking API", "RFC 7523 section 2.1"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      guard let grants = client.grantTypes?.map(\.value), !grants.isEmpty,
        !grants.contains(where: GrantTypeUnknown.isMisspelt),
        let node = context.tree.value(of: "grant_types", in: client.node)
      else { continue }
      let name = client.id.value.quoted
      if client.streamlinedLinking != nil, !grants.contains(GrantType.jwtBearer.name) {
        findings.report(
          node,
          "client \(name) uses streamlined linking, but `grant_types` lacks the JWT bearer grant",
          help: "add `\(GrantType.jwtBearer.rawValue)`, or remove `streamlined_linking`")
      }
      if client.provider?.value == .googleAccountLinking,
        grants.contains(GrantType.authorizationCode.name),
        !grants.contains(GrantType.refreshToken.name)
      {
        findings.report(
          node,
          "client \(name) is used for account linking, but `grant_types` lacks `refresh_token`",
          help: "add `refresh_token` to `grant_types`")
      }
    }
  }
}

struct LinkingGoogleClientMissing: Rule {
  static let info = RuleInfo(
    "linking-google-client-missing", .linking, .warning,
    summary: "Require the audience of the assertions of streamlined linking",
    why:
      "Google sends an ID token as assertion, and the token endpoint must compare its `aud` with "
      + "your client ID of Sign in with Google. Without that check, the site of anyone with a "
      + "Google client can use its visitors' ID tokens to sign in to their accounts with you.",
    examples: .linking(
      bad: "streamlined_linking: ⟦{}⟧",
      good: "streamlined_linking: { google_client_id: \(GoogleClientIDs.web) }"),
    references: [
      "Google: Streamlined Linking with OAuth and Sign in with Google",
      "OpenID Connect Core 1.0 section 3.1.3.7",
    ])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      guard let linking = client.streamlinedLinking, linking.googleClientID == nil,
        !context.tree.isUnknown(StreamlinedLinkingKey.googleClientID, in: linking.node)
      else { continue }
      findings.report(
        linking.node,
        "client \(client.id.value.quoted) accepts assertions without a `google_client_id` to compare",
        help: "add the client ID of Sign in with Google, which is the `aud` of the assertion")
    }
  }
}

struct LinkingProjectMismatch: Rule {
  static let info = RuleInfo(
    "linking-project-mismatch", .linking, .error, aliases: ["al-project-mismatch"],
    summary: "Require the same project in the `/r/` URIs of prod and sandbox",
    why: "Both of Google's hosts use the same project or partner ID. A difference is a typo that "
      + "sends one environment's codes to another partner.",
    examples: .policy(
      bad: ExamplePolicy.linking(
        prod: ["https://oauth-redirect.googleusercontent.com/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/⟦acmee⟧"]),
      good: ExamplePolicy.linking(
        prod: ["https://oauth-redirect.googleusercontent.com/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/acme"])),
    references: ["Google: Google Account Linking API"],
    hides: ["environment-counterpart-missing"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for index in context.policy.clients.indices {
      let client = context.policy.clients[index]
      guard client.provider?.value == .googleAccountLinking else { continue }
      guard let lists = client.redirectURIs, !lists.isShared else { continue }
      let uris = context.uris
      let inProd = context.index.uris.linking(ofClient: index, in: .prod).compactMap { address in
        address.project.map { (project: $0, node: uris[address.index].node) }
      }
      guard let (firstProject, firstNode) = inProd.first else { continue }
      let projects = Set(inProd.map(\.project))
      for address in context.index.uris.linking(ofClient: index, in: .sandbox) {
        guard let project = address.project, !projects.contains(project) else { continue }
        let uri = uris[address.index]
        let end = uri.text.value.utf8.count
        findings.report(
          uri.node, text: (end - project.utf8.count)..<end, in: .sandbox,
          "`/r/\(firstProject)` in prod and `/r/\(project)` in sandbox name different projects",
          help: "write `/r/\(firstProject)` in both environments, if that is your project ID",
          notes: [findings.note("the project in prod", at: firstNode)],
          unlessErrorsAt: [uri.node, firstNode])
      }
    }
  }
}

struct LinkingWebUriMissing: Rule {
  static let info = RuleInfo(
    "linking-web-uri-missing", .linking, .warning, aliases: ["al-missing-web"],
    summary: "Require the `/r/` URI for account linking",
    why: "Without it, users can't link accounts on devices without the app, and there is no "
      + "fallback if App Flip fails.",
    examples: .policy(
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/a/com.google.OPA"
      ]).replacingKey("prod:\n        -", by: "⟦prod⟧:\n        -"),
      good: ExamplePolicy.linking()),
    references: ["Google: Google Account Linking API"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for index in context.policy.clients.indices {
      let client = context.policy.clients[index]
      guard client.provider?.value == .googleAccountLinking else { continue }
      guard let lists = client.redirectURIs else { continue }
      for (environment, uris) in lists.values where client.clientID?[environment] != nil {
        let listed = context.index.uris.linking(ofClient: index, in: environment)
        guard !listed.contains(where: { $0.project != nil }) else { continue }
        let host = GoogleLinking.host(of: environment)
        findings.report(
          context.place(of: lists, environment), in: environment,
          "client \(client.id.value.quoted) has no `/r/` URI in \(environment), so linking "
            + "needs the installed app",
          help: "add `https://\(host)/r/PROJECT` with your Google project ID",
          unlessErrorsAt: uris.map(\.node))
      }
    }
  }
}

extension String {
  /// The string with the first occurrence of `text` replaced.
  func replacingKey(_ text: String, by replacement: String) -> String {
    let bytes = Array(utf8)
    guard let range = bytes[...].firstRange(ofBytes: text) else { return self }
    return String(
      decoding: bytes[..<range.lowerBound] + Array(replacement.utf8) + bytes[range.upperBound...],
      as: UTF8.self)
  }
}

struct ResponseTypeImplicit: Rule {
  static let info = RuleInfo(
    "response-type-implicit", .linking, .error,
    summary: "Require response type `code` for account linking",
    why: "Google archived the implicit flow. It puts the token into a URL, where browser history "
      + "and logs keep it.",
    examples: .linking(bad: "response_types: [code, ⟦token⟧]", good: "response_types: [code]"),
    references: ["RFC 9700 section 2.1.2", "Google: Account Linking with OAuth"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.provider?.value == .googleAccountLinking {
      for type in client.responseTypes ?? [] {
        let words = type.value.utf8.split(separator: 0x20).map { ExactString(decoding: $0) }
        guard words.contains("token") || words.contains("id_token") else { continue }
        findings.report(
          type.node,
          "account linking must not use response type \(type.value.quoted) (implicit flow)",
          help: "write `code`")
      }
    }
  }
}

struct ScopesTooMany: Rule {
  static let info = RuleInfo(
    "scopes-too-many", .linking, .error, aliases: ["scopes-max"],
    summary: "Disallow more than 10 scopes for account linking",
    why: "Google's registration form accepts 10 scopes.",
    examples: .policy(
      bad: ExamplePolicy.linking(
        settings: "scopes: [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, ⟦a11⟧]"),
      good: ExamplePolicy.linking(settings: "scopes: [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10]")),
    references: ["Google: AccountLinking"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.provider?.value == .googleAccountLinking && client.scopes.count > 10 {
      findings.report(
        client.scopes[10].node, "client must have at most 10 scopes, found \(client.scopes.count)",
        help: "combine scopes that you always request together")
    }
  }
}
