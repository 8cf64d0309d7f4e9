package import PolicyText
import PolicyModel

package struct IdentifierPlaceholder: Rule {
  package static let info = RuleInfo(
    "identifier-placeholder", .structure, .error, summary: "Disallow placeholders as IDs",
    why:
      "Client IDs, project IDs, bundle IDs, team IDs and intent actions are compared exactly. A value "
      + "from a template or a test tool matches nothing, so everything that needs the ID fails.",
    examples: .init(
      .policy, bad: example("⟦GOOGLE_CLIENT_ID⟧"), good: example("google-prod")),
    references: ["Google: App Flip for iOS"],
    hides: [
      "client-id-character", "client-id-format", "client-id-duplicate", "environment-client-shared",
      "server-client-project-mismatch", "project-number-mismatch", "client-type-mismatch",
      "apple-team-id-format", "apple-audience", "app-flip-sample-action", "url-scheme-missing",
    ])
  package init() {}

  private static func example(_ id: String) -> String {
    ExamplePolicy.linking().replacingKey("prod: google-prod", by: "prod: \(id)")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for id in context.index.identifiers {
      guard let range = Placeholder.find(inIdentifier: id.text.value) else { continue }
      let shown = ExactString(decoding: Array(id.text.value.utf8)[range]).quoted
      findings.report(
        id.text.node, text: range, in: id.environment,
        "\(id.noun.rawValue) \(shown) is a placeholder",
        help: "write the real \(id.noun.rawValue); use `{ prod: …, sandbox: … }` for two values")
    }
  }
}
