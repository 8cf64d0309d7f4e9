import PolicyText
import PolicyModel

struct AppleRelaySenderMissing: Rule {
  static let info = RuleInfo(
    "apple-relay-sender-missing", .apple, .warning, aliases: ["private-relay-sender"],
    summary: "Require Firebase's email sender in Apple's private relay",
    why: "Users can hide their email address with Apple's private relay. The relay forwards mail "
      + "only from registered senders, so sign-in links from any other sender are lost.",
    examples: .policy(
      bad: example("⟦prod⟧: [noreply@acme-home-sbx.firebaseapp.com]"),
      good: example("prod: [noreply@acme-home.firebaseapp.com]")),
    references: ["Apple: communicating using the private email relay service"])

  private static func example(_ senders: String) -> String {
    ExamplePolicy.apple("private_relay: { senders: { \(senders) } }") + """
        firebase:
          project_id: { prod: acme-home }
          authorized_domains: { prod: [acme-home.firebaseapp.com, app.acme.example] }
          email_actions:
            verify_email: { url: { prod: https://app.acme.example/finish } }

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
        "`noreply@\(host)` is not in `private_relay.senders`, so Apple drops its emails",
        help: "add it to `private_relay.senders`, or add the sender on your own domain",
        unlessErrorsAt: context.projectIDNodes)
    }
  }

  /// Whether a sender is the project's own, or on the team's own domain, which templates may use.
  private func isSender(_ text: ExactString, ofHost host: String) -> Bool {
    let lower = ASCII.lowercased(text)
    return !lower.isEmpty
      && (lower == ExactString("noreply@" + host) || !lower.hasSuffix(".firebaseapp.com"))
  }
}
