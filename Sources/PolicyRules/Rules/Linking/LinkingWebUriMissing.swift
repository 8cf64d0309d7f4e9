package import PolicyText
import PolicyModel

package struct LinkingWebUriMissing: Rule {
  package static let info = RuleInfo(
    "linking-web-uri-missing", .linking, .warning, aliases: ["al-missing-web"],
    summary: "Require the `/r/` URI for account linking",
    why: "Without it, users can't link accounts on devices without the app, and there is no "
      + "fallback if App Flip fails.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(prod: [
        "https://oauth-redirect.googleusercontent.com/a/com.google.OPA"
      ]).replacingKey("prod:\n        -", by: "⟦prod⟧:\n        -"),
      good: ExamplePolicy.linking()),
    references: ["Google: Google Account Linking API"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for index in context.policy.clients.indices {
      let client = context.policy.clients[index]
      guard client.provider?.value == .googleAccountLinking else { continue }
      guard let lists = client.redirectURIs else { continue }
      for (environment, _) in lists.values where client.clientID?[environment] != nil {
        let listed = context.index.uris.linking(ofClient: index, in: environment)
        guard !listed.contains(where: { $0.project != nil }) else { continue }
        let host = GoogleLinking.host(of: environment)
        findings.report(
          context.place(of: lists, environment), in: environment,
          "client \(client.id.value.quoted) has no `/r/` URI in \(environment), so linking "
            + "needs the installed app",
          help: "add `https://\(host)/r/PROJECT` with your Google project ID")
      }
    }
  }
}

extension String {
  /// The string with the first occurrence of `text` replaced.
  func replacingKey(_ text: String, by replacement: String) -> String {
    let bytes = Array(utf8)
    guard let range = bytes[...].firstRange(ofBytes: text) else { return self }
    return String(
      decoding: bytes[..<range.lowerBound] + Array(replacement.utf8) + bytes[range.upperBound...],
      as: UTF8.self)
  }
}
