import PolicyText
import PolicyModel

struct ClientIdFormat: Rule {
  static let info = RuleInfo(
    "client-id-format", .client, .error,
    summary: "Require the format of Google client IDs",
    why:
      "A Google client ID looks like `NUMBER-LETTERS.apps.googleusercontent.com`. Anything else "
      + "was copied from the wrong field, such as the reversed ID or a project number, and every "
      + "sign-in fails. Your own server's client IDs can have any format.",
    examples: .init(
      .policy, bad: google("⟦581370246913-web⟧"), good: google(GoogleClientIDs.web)),
    references: ["Google: OpenID Connect"])

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

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
        "client ID \(id.value.quoted) has the old format of digits only",
        help: "check that it is a client ID and not a project number")
    // client-id-reversed reports it.
    case .reversed: break
    case nil:
      findings.report(
        id.node, in: environment,
        "\(id.value.quoted) is not a Google client ID",
        help: "copy the client ID from the Google Cloud console > Credentials; it ends in "
          + "`.apps.googleusercontent.com`")
    }
  }
}
