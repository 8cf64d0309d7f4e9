package import PolicyText
import PolicyModel

/// An app that nobody declares.
package struct UnknownReference: Rule {
  package static let info = RuleInfo(
    "unknown-reference", .structure, .error, summary: "an app that is named is declared",
    why: "Without the app there is nothing to generate and nothing to decide for it.",
    examples: .init(.policy, bad: links("⟦acme-iso⟧"), good: links("acme-ios")),
    isFixable: true)
  package init() {}

  private static func links(_ app: String) -> String {
    ExamplePolicy.ios() + """
      domains:
        www.acme.example:
          links: [{ apps: [\(app)], rules: [{ path: /orders/* }] }]

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for reference in context.workspaceIndex.appReferences.references(in: context.tree.file) {
      let text = reference.text.value
      if let found = reference.app {
        guard let requiresApple = reference.requiresApple, let platform = found.app.platform?.value,
          platform.isApple != requiresApple
        else { continue }
        findings.report(
          reference.text.node, in: reference.environment,
          "\(text.quoted) is an app for \(platform.rawValue): \(reference.place) needs "
            + (requiresApple ? "one for an Apple platform" : "one for android"),
          help: "name another app",
          notes: [findings.note("declared here", at: found.app.id.node, of: found.document)])
        continue
      }
      let slash = text.utf8.contains(UInt8(ascii: "/"))
      let near =
        slash
        ? nil
        // A name with a slash is one of another policy.
        : Nearest.name(
          to: text.string,
          among: context.policy.apps.lazy.map(\.id.value.string).filter { !$0.contains("/") })
      findings.report(
        reference.text.node, in: reference.environment,
        slash
          ? "no policy of the workspace has the app \(text.quoted)"
          : "this policy has no app \(text.quoted)",
        help: near.map { "a similar app exists: `\($0)`" }
          ?? (slash ? nil : "an app of another policy is written `policy/app`"),
        fixes: near.map {
          findings.replacing(reference.text.node, by: $0, "write `\($0)`", isSafe: false)
        } ?? [])
    }
  }
}
