package import PolicyText
import PolicyModel

package struct ClientTypeMismatch: Rule {
  package static let info = RuleInfo(
    "client-type-mismatch", .google, .error,
    summary: "Require a separate client ID for the iOS app",
    why:
      "If an app uses a web client's ID, Google returns `invalid_request: Custom scheme URIs "
      + "are not allowed for 'WEB' client type`.",
    examples: .init(
      .policy, bad: google("⟦\(GoogleClientIDs.web)⟧"), good: google(GoogleClientIDs.ios)),
    references: ["Google: Google Sign-In for iOS"])
  package init() {}

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

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
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
