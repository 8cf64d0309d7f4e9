package import PolicyText
import PolicyModel

/// Two policies with one name.
package struct PolicyNameDuplicate: Rule {
  package static let info = RuleInfo(
    "policy-name-duplicate", .structure, .error,
    summary: "a policy name is unique in the workspace",
    why: "References to apps of other policies go by that name, and generated files say where they "
      + "come from.",
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
      name.node, "a policy with the name \(name.value.quoted) exists already",
      help: "give it another name",
      notes: [findings.note("the other policy", at: other.node, of: first)])
  }
}
