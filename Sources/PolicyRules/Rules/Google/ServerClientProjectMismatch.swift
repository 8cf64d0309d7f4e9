package import PolicyText
import PolicyModel

package struct ServerClientProjectMismatch: Rule {
  package static let info = RuleInfo(
    "server-client-project-mismatch", .google, .error, aliases: ["server-client-project"],
    summary: "Require app and server clients from the same project",
    why:
      "Google returns `invalid_audience: The audience client and the client need to be in the "
      + "same project`.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.googleIOS(
        GoogleClientIDs.ios,
        server: "⟦999370246913-k3v9x2m7q0b8n4c6z1l5h7j2g9f4d8s3.apps.googleusercontent.com⟧"),
      good: ExamplePolicy.googleIOS(GoogleClientIDs.ios, server: GoogleClientIDs.web)),
    hides: ["project-number-mismatch"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let ios = context.policy.googleSignIn?.ios else { return }
    for (environment, server) in ios.serverClientID?.distinct ?? [] {
      guard let id = ios.clientID?[environment ?? .prod],
        let number = GoogleClientID.project(of: id.value),
        let other = GoogleClientID.project(of: server.value), number != other
      else { continue }
      findings.report(
        server.node, in: environment,
        "`client_id` and `server_client_id` belong to different projects (\(number.quoted), "
          + "\(other.quoted))",
        help: "use two clients of the same Google Cloud project",
        notes: [findings.note("the `client_id`", at: id.node)])
    }
  }
}
