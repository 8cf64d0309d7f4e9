package import PolicyText
import PolicyModel

package struct LinkingProjectMismatch: Rule {
  package static let info = RuleInfo(
    "linking-project-mismatch", .linking, .error, aliases: ["al-project-mismatch"],
    summary: "Require the same project in the `/r/` URIs of prod and sandbox",
    why:
      "Both of Google's hosts use the same project or partner ID. A difference is a typo that "
      + "sends one environment's codes to another partner.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(
        prod: ["https://oauth-redirect.googleusercontent.com/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/⟦acmee⟧"]),
      good: ExamplePolicy.linking(
        prod: ["https://oauth-redirect.googleusercontent.com/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/acme"])),
    references: ["Google: Google Account Linking API"],
    hides: ["environment-counterpart-missing"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for index in context.policy.clients.indices {
      let client = context.policy.clients[index]
      guard client.provider?.value == .googleAccountLinking else { continue }
      guard let lists = client.redirectURIs, !lists.isShared else { continue }
      let uris = context.uris
      let inProd = context.index.uris.linking(ofClient: index, in: .prod).compactMap { address in
        address.project.map { (project: $0, node: uris[address.index].node) }
      }
      guard let (firstProject, firstNode) = inProd.first else { continue }
      let projects = Set(inProd.map(\.project))
      for address in context.index.uris.linking(ofClient: index, in: .sandbox) {
        guard let project = address.project, !projects.contains(project) else { continue }
        let uri = uris[address.index]
        let end = uri.text.utf8.count
        findings.report(
          uri.node, text: (end - project.utf8.count)..<end, in: .sandbox,
          "`/r/\(firstProject)` in prod and `/r/\(project)` in sandbox name different projects",
          help: "write `/r/\(firstProject)` in both environments, if that is your project ID",
          notes: [findings.note("the project in prod", at: firstNode)])
      }
    }
  }
}
