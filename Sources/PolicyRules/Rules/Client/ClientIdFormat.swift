package import PolicyText
import PolicyModel

/// The form of Google's client IDs.
package struct ClientIdFormat: Rule {
  package static let info = RuleInfo(
    "client-id-format", .client, .error,
    summary: "a Google client ID is NUMBER-LETTERS.apps.googleusercontent.com",
    why:
      "Anything else was copied from the wrong field (the reversed ID, a project number) and makes "
      + "every sign-in fail. IDs that we issue to partners are free text.",
    examples: .init(
      .policy, bad: google("⟦581370246913-web⟧"), good: google(GoogleClientIDs.web)),
    references: ["Google: OpenID Connect"])
  package init() {}

  private static func google(_ id: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      google_sign_in:
        web:
          client_id: { prod: \(id) }

    """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    if let google = context.policy.googleSignIn {
      for values in [google.ios?.clientID, google.ios?.serverClientID, google.web?.clientID] {
        for (environment, id) in values?.distinct ?? [] { check(id, environment, &findings) }
      }
      for (environment, ids) in google.android?.clientIDs?.distinct ?? [] {
        for id in ids { check(id, environment, &findings) }
      }
    }
    for client in context.policy.clients {
      if let id = client.streamlinedLinking?.googleClientID { check(id, nil, &findings) }
    }
  }

  private func check(
    _ id: LocatedText, _ environment: Environment?, _ findings: inout Findings
  ) {
    switch GoogleClientID(id.value) {
    case .current: break
    case .legacy:
      findings.report(
        id.node, in: environment, severity: .warning,
        "client ID \(id.value.quoted) has the old form of digits only",
        help: "check that it is a client ID and not a project number")
    // client-id-reversed says it better.
    case .reversed: break
    case nil:
      findings.report(
        id.node, in: environment,
        "\(id.value.quoted) is no Google client ID: these are "
          + "`NUMBER-LETTERS.apps.googleusercontent.com`",
        help: "copy the client ID from the credentials page of the Google Cloud console")
    }
  }
}
