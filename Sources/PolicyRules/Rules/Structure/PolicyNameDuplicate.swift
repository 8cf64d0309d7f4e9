package import PolicyText
import PolicyModel

package struct PolicyNameDuplicate: Rule {
  package static let info = RuleInfo(
    "policy-name-duplicate", .structure, .error,
    summary: "Require unique policy names",
    why: "References to apps in other policies and the headers of generated files use the name.",
    examples: .init(.policy, bad: two("⟦acme⟧"), good: two("acme-web")))

  private static func two(_ name: String) -> String {
    """
    # file: acme.yaml
    linkpolicy: 1
    name: acme
    # file: web.yaml
    linkpolicy: 1
    name: \(name)

    """
  }
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let name = context.policy.name,
      let first = context.workspaceIndex.firstPolicy(named: name.value),
      first.tree.file != context.tree.file, let other = first.policy.name
    else { return }
    findings.report(
      name.node, "policy name \(name.value.quoted) is already used",
      help: "choose a unique name",
      notes: [findings.note("the other policy", at: other.node, of: first)])
  }
}
