package import Diagnostics
import PolicyModel
import SourceTree
import TextSupport

/// Different projects in the two environments.
package struct AlProjectMismatch: Rule {
  package static let info = RuleInfo(
    "al-project-mismatch", .linking, .error,
    summary: "the /r/ URIs of prod and sandbox name the same project",
    why:
      "Both of Google's hosts take the same project or partner ID. A difference is a typing error "
      + "that hands one environment's codes to another partner.",
    examples: .init(
      .policy,
      bad: ExamplePolicy.linking(
        prod: ["https://oauth-redirect.googleusercontent.com/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/⟦acmee⟧"]),
      good: ExamplePolicy.linking(
        prod: ["https://oauth-redirect.googleusercontent.com/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/acme"])),
    references: ["Google: Google Account Linking API"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients
    where client.provider?.value == .googleAccountLinking {
      guard let lists = client.redirectURIs, !lists.isShared, let prod = lists.prod,
        let sandbox = lists.sandbox
      else { continue }
      var projects: [ExactString: NodeID] = [:]
      var first: (project: ExactString, node: NodeID)?
      for uri in prod {
        guard let project = LinkingPath(uri.value)?.project else { continue }
        projects[project] = uri.node
        if first == nil { first = (project, uri.node) }
      }
      guard let first else { continue }
      for uri in sandbox {
        guard let project = LinkingPath(uri.value)?.project, projects[project] == nil else {
          continue
        }
        let end = uri.value.utf8.count
        findings.report(
          uri.node, text: (end - project.utf8.count)..<end, in: .sandbox,
          "`/r/\(first.project)` in prod and `/r/\(project)` in sandbox differ",
          help: "write the same project ID", notes: [findings.note("prod is here", at: first.node)])
      }
    }
  }
}
