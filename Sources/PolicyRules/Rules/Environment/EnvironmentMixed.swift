package import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// An app where it does not exist.
package struct EnvironmentMixed: Rule {
  package static let info = RuleInfo(
    "environment-mixed", .environment, .warning,
    summary: "an app is named only in the environments that it has",
    why:
      "A sandbox app in a production file lets test builds open users' links. The app is left out "
      + "of that file.",
    examples: .init(
      .policy, bad: links("⟦acme-ios⟧", "prod"), good: links("acme-ios", "sandbox")))
  package static let neverReportsErrors = true
  package init() {}

  private static func links(_ app: String, _ environment: String) -> String {
    ExamplePolicy.ios() + """
          environments: [sandbox]
      domains:
        www.acme.example:
          environment: \(environment)
          links: [{ apps: [\(app)], rules: [{ path: /orders/* }] }]

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for reference in context.workspaceIndex.appReferences.references(in: context.tree.file) {
      guard let app = reference.app else { continue }
      let missing = reference.environments.filter { !app.exists(in: $0) }
      // A value for both environments serves the one that the app has.
      guard let environment = missing.first,
        missing.count == reference.environments.count || reference.environment != nil
          || reference.opensLinks
      else { continue }
      findings.report(
        reference.text.node, in: environment,
        "app \(reference.text.value.quoted) does not exist in \(environment), but is in the "
          + "\(reference.place)",
        help: "remove it there, or add \(environment) to its `environments`",
        notes: [
          findings.note("the app", at: app.app.id.node, of: app.document)
        ])
    }
  }
}
