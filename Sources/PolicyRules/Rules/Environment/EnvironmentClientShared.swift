import PolicyText
import PolicyModel

struct EnvironmentClientShared: Rule {
  static let info = RuleInfo(
    "environment-client-shared", .environment, .warning,
    aliases: ["env-shared-client", "sandbox-prod-mix"],
    summary: "Require different clients in prod and sandbox",
    why: "Many people have access to the sandbox. If both environments share a client, a secret or "
      + "code that leaks there also works in production.",
    examples: .policy(
      bad: shared("{ prod: acme, sandbox: ⟦acme⟧ }"),
      good: shared("{ prod: acme, sandbox: acme-sandbox }")))

  private static func shared(_ id: String) -> String {
    ExamplePolicy.client(
      id: id, settings: "client_secret: { env: APP_SECRET }", "redirect_uris:",
      "  prod: [\"https://app.acme.example/callback\"]",
      "  sandbox: [\"https://app.sandbox.acme.example/callback\"]")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
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
