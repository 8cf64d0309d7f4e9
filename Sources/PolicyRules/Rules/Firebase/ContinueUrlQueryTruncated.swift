import PolicyDecision
import PolicyText
import PolicyModel

struct ContinueUrlQueryTruncated: Rule {
  static let info = RuleInfo(
    "continue-url-query-truncated", .firebase, .warning, aliases: ["continue-query-truncated"],
    summary: "Disallow queries that iOS apps cut or can't read",
    why:
      "Without `handle_code_in_app`, the email contains the action link itself. `ActionCodeURL` "
      + "on iOS decodes that link before it splits it at `&` and `=`. From `?a=1&b=2`, the app "
      + "gets `?a`, and a parameter without a value may stop the app (inferred from the source). "
      + "Mobile links are escaped twice and keep the query.",
    examples: .init(
      .policy, bad: example("?⟦cart=17&step=2⟧", "ios: acme-ios"),
      good: example("?cart=17&step=2", "handle_code_in_app: false")),
    references: ["firebase-ios-sdk: ActionCodeURL.swift (executed; the stop is inferred)"])

  private static func example(_ rest: String, _ setting: String) -> String {
    ExamplePolicy.ios() + """
      providers:
        firebase:
          project_id: { prod: acme-home }
          email_actions:
            reset_password:
              url: "https://acme-home.firebaseapp.com/finish\(rest)"
              \(setting)

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for action in context.policy.firebase?.emailActions ?? [] {
      let handlesCode = action.handleCodeInApp?.value ?? false
      // Other platforms read links that only the browser or only Android opens.
      guard action.ios != nil || (handlesCode && action.androidApp == nil) else { continue }
      for (environment, url) in action.url?.distinct ?? [] {
        guard let query = URIParts(url.value).query else { continue }
        let read = AppleEmailLink.reading(url.value, handlesCodeInApp: handlesCode)
        if let trap = read.trap {
          let name = trap.isEmpty ? "an empty parameter" : "parameter \(trap.quoted)"
          findings.report(
            url.node, text: query, in: environment,
            "iOS apps that read the action link may stop at \(name), which has no value (inferred)",
            help: "give each parameter a value, or put the state into the path")
        } else if read.continueURL != url.value {
          findings.report(
            url.node, text: query, in: environment,
            "iOS apps that read the action link get this query only up to its first `=` or `&`",
            help: "put the state into the path, or set `handle_code_in_app: true`")
        }
      }
    }
  }
}
