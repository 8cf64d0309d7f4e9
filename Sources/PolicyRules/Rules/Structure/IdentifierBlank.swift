package import PolicyText
import PolicyModel

package struct IdentifierBlank: Rule {
  package static let info = RuleInfo(
    "identifier-blank", .structure, .error, summary: "Disallow empty IDs",
    why:
      "Requests never contain an empty ID, and an intent filter without an action matches nothing, so "
      + "everything that needs the ID fails.",
    examples: .init(
      .policy, bad: ExamplePolicy.flip(action: "⟦\"\"⟧"), good: ExamplePolicy.flip()))
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for id in context.index.identifiers {
      guard case .isReported = id.blank,
        id.text.value.allBytes(satisfy: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D })
      else { continue }
      findings.report(
        id.text.node, in: id.environment, "\(id.noun.rawValue) must not be empty",
        help: "write the \(id.noun.rawValue), or remove the key if it is optional")
    }
  }
}
