package import PolicyText
import PolicyModel

/// The URL scheme in place of the client ID.
package struct ClientIdReversed: Rule {
  package static let info = RuleInfo(
    "client-id-reversed", .google, .error, aliases: ["reversed-id-used"],
    summary: "a client ID is not written reversed",
    why: "The reversed ID is the URL scheme of the app. As client ID it makes every sign-in fail.",
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
        id.node, in: environment, "\(id.value.quoted) is the reversed client ID",
        help: "write `\(right).apps.googleusercontent.com`",
        fixes: findings.replacing(
          id.node, by: right.string + ".apps.googleusercontent.com", "turn it round", isSafe: true))
    }
  }
}
