package import Diagnostics
import PolicyModel
import SourceTree
import TextSupport

/// One path for several apps in different entries.
package struct LinksOverlap: Rule {
  package static let info = RuleInfo(
    "links-overlap", .association, .warning,
    summary: "a path of a host opens one app of a platform",
    why:
      "Where two apps claim one path, the first that is listed wins on devices that have both; the "
      + "other entry does nothing there.",
    examples: .init(.policy, bad: links("⟦/orders/*⟧"), good: links("/parcels/*")),
    references: ["Apple: supporting associated domains"])
  package init() {}

  private static func links(_ path: String) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      shop: { platform: ios, bundle_id: com.acme.shop, team_id: R7KM2QX94T }
      track: { platform: ios, bundle_id: com.acme.track, team_id: R7KM2QX94T }
    domains:
      www.acme.example:
        links:
          - { apps: [shop], rules: [{ path: /orders/* }] }
          - { apps: [track], rules: [{ path: \(path) }] }

    """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains {
      var seen: [ExactString: Claim] = [:]
      // The host of an earlier policy comes first in the joined file.
      if let (first, document) = context.shared.firstDomain(domain.host.value),
        document.tree.file != context.tree.file
      {
        collect(first, document, into: &seen)
      }
      // Rules of one entry are for the same apps.
      guard domain.links.count > 1 || !seen.isEmpty else { continue }
      for (index, entry) in domain.links.enumerated() {
        for rule in entry.rules where !rule.exclude && isPlain(rule) {
          guard let path = rule.path else { continue }
          for platform in platforms(entry, context.document, context.workspace) {
            let key = ExactString("\(platform) \(path.value)")
            guard let first = seen[key] else {
              seen[key] = Claim(
                apps: apps(entry), node: path.node, document: context.document, entry: index)
              continue
            }
            guard first.entry != index, first.apps != apps(entry) else { continue }
            findings.report(
              path.node,
              "\(path.value.quoted) of \(domain.host.value.quoted) is claimed by several apps: the "
                + "first listed wins",
              help: "give each app paths of its own",
              notes: [findings.note("first here", at: first.node, of: first.document)])
            break
          }
        }
      }
    }
  }

  private struct Claim {
    var apps: Set<ExactString>
    var node: NodeID
    var document: PolicyDocument
    /// -1 for an entry of another policy.
    var entry: Int
  }

  private func collect(
    _ domain: Domain, _ document: PolicyDocument, into seen: inout [ExactString: Claim]
  ) {
    for entry in domain.links {
      for rule in entry.rules where !rule.exclude && isPlain(rule) {
        guard let path = rule.path else { continue }
        for platform in ["apple", "android"] {
          let key = ExactString("\(platform) \(path.value)")
          if seen[key] == nil {
            seen[key] = Claim(apps: apps(entry), node: path.node, document: document, entry: -1)
          }
        }
      }
    }
  }

  /// Rules with further conditions may well tell the apps apart.
  private func isPlain(_ rule: LinkRuleEntry) -> Bool {
    rule.query.isEmpty && rule.fragment == nil
  }

  private func apps(_ entry: LinkEntry) -> Set<ExactString> { Set(entry.apps.map(\.value)) }

  private func platforms(
    _ entry: LinkEntry, _ document: PolicyDocument, _ workspace: Workspace
  ) -> Set<String> {
    Set(
      entry.apps.compactMap { reference in
        workspace.app(reference.value, from: document)?.isApple.map { $0 ? "apple" : "android" }
      })
  }
}
