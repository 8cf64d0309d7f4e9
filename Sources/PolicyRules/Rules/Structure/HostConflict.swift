import PolicyText
import PolicyModel

struct HostConflict: Rule {
  static let info = RuleInfo(
    "host-conflict", .structure, .error,
    summary: "Require the same settings for a host in every policy",
    why: "A host serves one file per environment, generated from all policies.",
    examples: .policy(bad: two("⟦sandbox⟧"), good: two("prod")))

  private static func two(_ environment: String) -> String {
    """
    # file: acme.yaml
    linkpolicy: 1
    name: acme
    domains: { www.acme.example: { environment: prod } }
    # file: web.yaml
    linkpolicy: 1
    name: web
    domains: { www.acme.example: { environment: \(environment) } }

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains {
      guard let (first, document) = context.workspaceIndex.firstDomain(domain.host.value),
        document.tree.file != context.tree.file
      else { continue }
      if first.environment.value != domain.environment.value {
        findings.report(
          domain.environment.node,
          "\(domain.host.value.quoted) has environment `\(domain.environment.value.rawValue)` here and "
            + "`\(first.environment.value.rawValue)` in policy \(document.name.quoted)",
          help: "write the same environment in both policies",
          notes: [
            findings.note("the other policy", at: first.environment.node, of: document)
          ])
      }
      for variable in domain.variables {
        guard
          let other = first.variables.first(where: { $0.name.value == variable.name.value }),
          other.values.map(\.value) != variable.values.map(\.value)
        else { continue }
        findings.report(
          variable.name.node,
          "variable \(variable.name.value.quoted) of \(domain.host.value.quoted) has different values in "
            + "policy \(document.name.quoted)",
          help: "write the same values in both policies",
          notes: [findings.note("the other policy", at: other.name.node, of: document)])
      }
    }
  }
}
