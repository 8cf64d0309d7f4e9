package import PolicyText
import PolicyModel

package struct ClientIdReversed: Rule {
  package static let info = RuleInfo(
    "client-id-reversed", .google, .error, aliases: ["reversed-id-used"],
    summary: "Disallow reversed client IDs",
    why: "The reversed ID is the app's URL scheme. If it is used as a client ID, every sign-in "
      + "fails.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.googleIOS(
        "⟦com.googleusercontent.apps.581370246913-a7d2f8k1m5p9r3t6w0y4b8e2h6j1n5q9⟧"),
      good: ExamplePolicy.googleIOS(GoogleClientIDs.ios)), isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
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
