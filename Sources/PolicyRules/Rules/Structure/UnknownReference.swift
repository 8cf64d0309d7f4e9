package import Diagnostics
import PolicyModel
import SourceTree
import TextSupport

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
    for reference in context.shared.appReferences.references(in: context.tree.file) {
      guard reference.app == nil else { continue }
      let text = reference.text.value
      let slash = text.utf8.contains(UInt8(ascii: "/"))
      let near =
        slash
        ? nil
        : Nearest.name(to: text.string, among: context.policy.apps.lazy.map(\.id.value.string))
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
