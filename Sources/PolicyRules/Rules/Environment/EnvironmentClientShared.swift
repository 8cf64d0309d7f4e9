import PolicyText
import PolicyModel

struct EnvironmentClientShared: Rule {
  static let info = RuleInfo(
    "environment-client-shared", .environment, .warning,
    aliases: ["env-shared-client", "sandbox-prod-mix"],
    summary: "Require different clients and issuers in prod and sandbox",
    why: "Many people have access to the sandbox. If both environments share a client, a secret or "
      + "code that leaks there also works in production. If two servers share an issuer, clients "
      + "can't tell their responses and tokens apart.",
    examples: .policy(
      bad: shared("{ prod: acme, sandbox: ⟦acme⟧ }"),
      good: shared("{ prod: acme, sandbox: acme-sandbox }")),
    references: ["RFC 8414 section 3.3"])

  private static func shared(_ id: String) -> String {
    ExamplePolicy.client(
      id: id, settings: "client_secret: { env: APP_SECRET }", "redirect_uris:",
      "  prod: [\"https://app.acme.example/callback\"]",
      "  sandbox: [\"https://app.sandbox.acme.example/callback\"]")
  }

  /// Checks that servers with authorization endpoints on different hosts have different issuers.
  private func checkIssuer(_ server: AuthorizationServer?, _ findings: inout Findings) {
    guard let issuer = server?.issuer, let text = issuer.sandbox, issuer.prod?.value == text.value,
      let endpoints = server?.authorizationEndpoint, let prod = endpoints.prod,
      let sandbox = endpoints.sandbox, prod.value != sandbox.value,
      URIParts(prod.value).lowerHost != URIParts(sandbox.value).lowerHost
    else { return }
    findings.report(
      text.node, in: issuer.isShared ? nil : .sandbox,
      "prod and sandbox have the issuer \(text.value.quoted), but different servers",
      help: "write the issuer of each server",
      notes: [findings.note("the authorization endpoint of sandbox", at: sandbox.node)])
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    checkIssuer(context.policy.authorizationServer, &findings)
    for client in context.policy.clients {
      checkIssuer(client.server, &findings)
      guard let id = client.clientID, let sandbox = id.sandbox else { continue }
      if id.isShared {
        report(sandbox, nil, [], &findings)
      } else if let prod = context.workspaceIndex.clientIDs.first(sandbox.value, in: .prod),
        let document = context.workspaceIndex.document(prod.file)
      {
        let note = findings.note(
          "\(prod.key.quoted) uses it in prod", at: prod.node, of: document)
        report(sandbox, .sandbox, [note], &findings)
      }
    }
    google(context, &findings)
  }

  /// Checks the client IDs of `google_sign_in`.
  private func google(_ context: RuleContext, _ findings: inout Findings) {
    guard let google = context.policy.googleSignIn else { return }
    var lists = [google.ios?.clientID, google.web?.clientID].compactMap { $0 }.map {
      values in (isShared: values.isShared, prod: [values.prod], sandbox: [values.sandbox])
    }
    if let ids = google.android?.clientIDs {
      lists.append((ids.isShared, ids.prod ?? [], ids.sandbox ?? []))
    }
    for list in lists {
      let prod = Dictionary(
        list.prod.compactMap { $0 }.map { ($0.value, $0.node) }, uniquingKeysWith: { a, _ in a })
      for id in list.sandbox.compactMap({ $0 }) {
        guard let node = prod[id.value] else { continue }
        report(
          id, list.isShared ? nil : .sandbox,
          list.isShared ? [] : [findings.note("used in prod here", at: node)], &findings)
      }
    }
  }

  private func report(
    _ id: LocatedText, _ environment: Environment?, _ notes: [Diagnostic.Note],
    _ findings: inout Findings
  ) {
    findings.report(
      id.node, in: environment,
      "client ID \(id.value.quoted) is used in both prod and sandbox",
      help: "register a separate client for each environment", notes: notes)
  }
}
