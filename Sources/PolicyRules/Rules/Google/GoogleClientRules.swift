import PolicyModel
import PolicyText

struct ClientIdReversed: Rule {
  static let info = RuleInfo(
    "client-id-reversed", .google, .error, aliases: ["reversed-id-used"],
    summary: "Disallow reversed client IDs",
    why: "The reversed ID is the app's URL scheme. If it is used as a client ID, every sign-in "
      + "fails.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.googleIOS(
        "⟦com.googleusercontent.apps.581370246913-a7d2f8k1m5p9r3t6w0y4b8e2h6j1n5q9⟧"),
      good: ExamplePolicy.googleIOS(GoogleClientIDs.ios)), isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, id) in context.googleClientIDs {
      guard case .reversed = GoogleClientID(id.value) else { continue }
      let right = ExactString(
        String(id.value.string.utf8.dropFirst("com.googleusercontent.apps.".utf8.count)) ?? "")
      findings.report(
        id.node, in: environment,
        "`\(DisplayText.shortened(id.value.string, to: 40))` is a URL scheme, not a client ID",
        help: "write the client ID `\(right).apps.googleusercontent.com`",
        fixes: findings.replacing(
          id.node, by: right.string + ".apps.googleusercontent.com", "reverse it", isSafe: true))
    }
  }
}

struct ClientTypeMismatch: Rule {
  static let info = RuleInfo(
    "client-type-mismatch", .google, .error,
    summary: "Require a separate client ID for the iOS app",
    why:
      "If an app uses a web client's ID, Google returns `invalid_request: Custom scheme URIs "
      + "are not allowed for 'WEB' client type`.",
    examples: .init(
      .policy, bad: google("⟦\(GoogleClientIDs.web)⟧"), good: google(GoogleClientIDs.ios)),
    references: ["Google: Google Sign-In for iOS"])

  private static func google(_ id: String) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }
    providers:
      google_sign_in:
        ios:
          app: acme-ios
          client_id: { prod: \(id) }
        web:
          client_id: { prod: \(GoogleClientIDs.web) }

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let google = context.policy.googleSignIn, let ios = google.ios else { return }
    for (environment, id) in ios.clientID?.distinct ?? [] {
      let judged = environment.map { [$0] } ?? Environment.allCases
      for other in judged {
        let web = google.web?.clientID?[other]
        let server = ios.serverClientID?[other]
        guard let same = [web, server].compactMap({ $0 }).first(where: { $0.value == id.value })
        else { continue }
        findings.report(
          id.node, in: environment,
          "the iOS app uses the client ID of the web client",
          help: "register a client of type iOS in the Google Cloud console",
          notes: [findings.note("the web client", at: same.node)])
        break
      }
    }
  }
}
