package import PolicyText
import PolicyModel

/// Emails that Apple's relay drops.
package struct AppleRelaySenderMissing: Rule {
  package static let info = RuleInfo(
    "apple-relay-sender-missing", .apple, .warning, aliases: ["private-relay-sender"],
    summary: "the sender of Firebase's emails is registered with Apple's relay",
    why:
      "Users may hide their address behind Apple's relay. It forwards mail from registered senders "
      + "only: sign-in links from any other sender never reach these users.",
    examples: .init(
      .policy, bad: example("⟦prod⟧: [noreply@acme-home-sbx.firebaseapp.com]"),
      good: example("prod: [noreply@acme-home.firebaseapp.com]")),
    references: ["Apple: communicating using the private email relay service"])
  package init() {}

  private static func example(_ senders: String) -> String {
    ExamplePolicy.apple("private_relay: { senders: { \(senders) } }") + """
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [acme-home.firebaseapp.com, app.acme.example] }
          email_actions:
            verify_email: { url: { prod: https://app.acme.example/finish } }

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let apple = context.policy.apple, let firebase = context.policy.firebase else { return }
    var reported: Set<NodeID> = []
    for environment in context.firebaseEnvironments
    where firebase.emailActions.contains(where: { $0.url?[environment] != nil }) {
      guard let project = firebase.projectID?[environment]?.value else { continue }
      let host = "\(project).firebaseapp.com"
      let senders = apple.relaySenders?[environment] ?? []
      guard !senders.contains(where: { isSender($0.value, ofHost: host) }) else { continue }
      let place =
        apple.relaySenders.map { values in
          values[environment] != nil ? context.place(of: values, environment) : values.node
        } ?? apple.node
      let node = context.tree.key(of: place) ?? place
      guard reported.insert(node).inserted else { continue }
      findings.report(
        node, in: apple.relaySenders?.isShared ?? true ? nil : environment,
        "`noreply@\(host)` is not registered with Apple's relay: emails to relay users are lost",
        help: "add it to `private_relay.senders`, or the sender of your own domain")
    }
  }

  /// The project's own sender, or one of the team's own domain: templates may use another one.
  private func isSender(_ text: ExactString, ofHost host: String) -> Bool {
    let lower = ASCII.lowercased(text)
    return !lower.isEmpty
      && (lower == ExactString("noreply@" + host) || !lower.hasSuffix(".firebaseapp.com"))
  }
}
