import PolicyModel
import PolicyText

struct ProjectNumberMismatch: Rule {
  static let info = RuleInfo(
    "project-number-mismatch", .google, .error,
    summary: "Require client IDs from the Firebase project",
    why: "Firebase rejects tokens issued to another project's client unless you add that client to "
      + "its allowlist.",
    examples: .init(
      .policy, bad: ExamplePolicy.googleIOS("⟦\(GoogleClientIDs.ios)⟧", number: "999370246913"),
      good: ExamplePolicy.googleIOS(GoogleClientIDs.ios, number: "581370246913")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, id) in context.googleClientIDs {
      let environments = environment.map { [$0] } ?? Environment.allCases
      let numbers = environments.compactMap { context.policy.firebase?.projectNumber?[$0] }
      guard let number = GoogleClientID.project(of: id.value), !numbers.isEmpty,
        !numbers.contains(where: { $0.value == number })
      else { continue }
      findings.report(
        id.node, in: environment,
        "client ID belongs to project \(number.quoted), but `project_number` is "
          + "\(numbers[0].value.quoted)",
        help: "use a client of the Firebase project",
        notes: [findings.note("the project number", at: numbers[0].node)])
    }
  }
}

struct ServerClientProjectMismatch: Rule {
  static let info = RuleInfo(
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

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let ios = context.policy.googleSignIn?.ios else { return }
    for (environment, server) in ios.serverClientID?.distinct ?? [] {
      for judged in environment.map({ [$0] }) ?? Environment.allCases {
        guard let id = ios.clientID?[judged],
          let number = GoogleClientID.project(of: id.value),
          let other = GoogleClientID.project(of: server.value), number != other
        else { continue }
        findings.report(
          server.node, in: environment,
          "`client_id` and `server_client_id` belong to different projects (\(number.quoted), "
            + "\(other.quoted))",
          help: "use two clients of the same Google Cloud project",
          notes: [findings.note("the `client_id`", at: id.node)])
        break
      }
    }
  }
}
