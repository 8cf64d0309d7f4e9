import PolicyDecision
import PolicyModel
package import PolicyText

package struct InvariantViolated: Rule {
  package static let info = RuleInfo(
    "invariant-violated", .invariant, .error,
    summary: "Require that invariants hold",
    why: """
      An invariant is a property that your team requires of all clients or links, such as redirect URIs on \
      your own hosts. linkpolicy checks it for every value and every link, and shows one for which it doesn't hold.
      """,
    examples: .init(
      .policy, bad: example("⟦only our hosts⟧", host: "\"*.acme.example\""),
      good: example("only our hosts", host: "[app.acme.example, partner.example]"))
  )
  package static let checksTestFiles = true
  package init() {}

  static func example(_ name: String, host: String, key: String? = nil) -> String {
    ExamplePolicy.web(prod: [
      "https://app.acme.example/callback", "https://partner.example/callback",
    ]) + """
      invariants:
        - name: \(name)
          clients: { \(key.map { "key: \($0), " } ?? "")environment: prod }
          redirect_uris: { scheme: https, host: \(host) }

      """
  }

  /// The number of notes that are always shown.
  private static let shownNotes = 5

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for result in context.workspaceIndex.invariants[context.tree.file] ?? [] {
      guard let first = result.violations.first else { continue }
      let further = result.violations.count - 1
      let notes = result.violations.enumerated().compactMap { index, violation in
        context.workspace.tree(violation.anchor.file).map {
          Diagnostic.Note(
            violation.note, at: $0.location(violation.anchor.node),
            isFurther: index >= Self.shownNotes)
        }
      }
      findings.report(
        result.name.node, in: first.environment,
        "\(result.name.value.quoted) is violated: \(first.message)"
          + (further > 0 ? " (\(further) more)" : ""),
        help: "change the value, or the invariant if it is too strict", notes: notes)
    }
  }
}
