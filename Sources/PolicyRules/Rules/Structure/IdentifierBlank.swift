package import PolicyText
import PolicyModel

/// An ID without a character.
package struct IdentifierBlank: Rule {
  package static let info = RuleInfo(
    "identifier-blank", .structure, .error, summary: "an ID has a character",
    why:
      "A request never carries an empty ID, an intent filter without an action answers nothing: "
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
        id.text.node, in: id.environment, "the \(id.noun.rawValue) is empty",
        help: "write it, or leave the key out where it is optional")
    }
  }
}
