import AssociationFiles
package import PolicyText
import PolicyModel

package struct LinkRulesOverlap: Rule {
  package static let info = RuleInfo(
    "link-rules-overlap", .association, .warning, aliases: ["links-overlap"],
    summary: "Disallow the same path for several apps of a platform",
    why:
      "If two apps claim the same path, the first one in the list opens the link on devices "
      + "that have both. The other entry has no effect there.",
    examples: .init(.policy, bad: links("⟦/orders/*⟧"), good: links("/parcels/*")),
    references: ["Apple: supporting associated domains"],
    hides: ["link-rule-claims-authentication"])
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
      // The joined file lists an earlier policy's host first.
      if let (first, document) = context.workspaceIndex.firstDomain(domain.host.value),
        document.tree.file != context.tree.file
      {
        collect(first, document, context.workspace, into: &seen)
      }
      // Rules of one entry apply to the same apps.
      guard domain.links.count > 1 || !seen.isEmpty else { continue }
      for (index, entry) in domain.links.enumerated() {
        for rule in entry.rules where !rule.exclude && isPlain(rule) {
          guard let path = rule.path else { continue }
          for platform in platforms(entry, context.document, context.workspace) {
            let key = ExactString("\(platform) \(path.value)")
            let same = seen[key]
            let apps = apps(entry, platform, context.document, context.workspace)
            if same == nil {
              seen[key] = Claim(
                apps: apps, node: path.node, document: context.document, entry: index,
                path: path.value, isWhole: !entry.rules.contains(where: \.exclude))
            }
            guard let first = same ?? cover(of: path.value, platform, in: seen),
              first.entry != index, first.apps != apps
            else { continue }
            findings.report(
              path.node,
              same != nil
                ? "several apps claim \(path.value.quoted) on \(domain.host.value.quoted), but "
                  + "only the first opens it"
                : "\(first.path.quoted) above already claims \(path.value.quoted) on "
                  + "\(domain.host.value.quoted) for another app",
              help: "give each app its own paths",
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
    /// -1 for an entry in another policy.
    var entry: Int
    var path: ExactString
    /// Whether the entry has no excludes.
    var isWhole: Bool
  }

  /// The most directories of a path that are looked up.
  private static let maximumFolders = 32

  /// The claim of another entry to a directory that contains the path.
  private func cover(
    of path: ExactString, _ platform: String, in seen: [ExactString: Claim]
  ) -> Claim? {
    let bytes = Array(path.utf8)
    let literal = bytes.prefix { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") && $0 != 0x24 }
    var starts = [0]
    for (index, byte) in literal.enumerated() where byte == UInt8(ascii: "/") {
      starts.append(index + 1)
      if starts.count > Self.maximumFolders { break }
    }
    for start in starts {
      let folder = "\(platform) " + String(decoding: bytes[..<start], as: UTF8.self) + "*"
      guard let claim = seen[ExactString(folder)], claim.isWhole, claim.path != path else {
        continue
      }
      return claim
    }
    return nil
  }

  private func collect(
    _ domain: Domain, _ document: PolicyDocument, _ workspace: Workspace,
    into seen: inout [ExactString: Claim]
  ) {
    for entry in domain.links {
      for rule in entry.rules where !rule.exclude && isPlain(rule) {
        guard let path = rule.path else { continue }
        for platform in platforms(entry, document, workspace) {
          let key = ExactString("\(platform) \(path.value)")
          if seen[key] == nil {
            seen[key] = Claim(
              apps: apps(entry, platform, document, workspace), node: path.node,
              document: document, entry: -1, path: path.value,
              isWhole: !entry.rules.contains(where: \.exclude))
          }
        }
      }
    }
  }

  /// Rules with more conditions may be for different links.
  private func isPlain(_ rule: LinkRuleEntry) -> Bool {
    rule.query.isEmpty && rule.fragment == nil
  }

  /// The apps of an entry on a platform, with their policy names, because different policies can use the same app ID.
  private func apps(
    _ entry: LinkEntry, _ platform: String, _ document: PolicyDocument, _ workspace: Workspace
  ) -> Set<ExactString> {
    Set(
      entry.apps.compactMap { reference in
        guard let found = workspace.app(reference.value, from: document),
          found.app.platform.map({ $0.value.isApple ? "apple" : "android" }) == platform
        else { return nil }
        return ExactString("\(found.document.name)/\(found.app.id.value)")
      })
  }

  private func platforms(
    _ entry: LinkEntry, _ document: PolicyDocument, _ workspace: Workspace
  ) -> Set<String> {
    Set(
      entry.apps.compactMap { reference in
        workspace.app(reference.value, from: document)?.isApple.map { $0 ? "apple" : "android" }
      })
  }
}

extension LinkRulesOverlap: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.links else { return }
    /// Claims of different apps to one path.
    struct Claims {
      var apps: Set<ExactString>
      var entries: [Int]
      var nodes: [NodeID]
    }
    var claims: [ExactString: Claims] = [:]
    var order: [ExactString] = []
    for (entry, _, rule) in links.rules
    where !rule.excludes && rule.isPathOnly && !links.entries[entry].apps.isEmpty
      && !links.closed.entries.contains(entry)
    {
      let path = rule.path?.value ?? "*"
      // A device has only one app with a bundle ID, whichever team signed it.
      let apps = Set(links.entries[entry].apps.map(AppleAppIdFormat.bundle))
      guard var known = claims[path] else {
        claims[path] = Claims(apps: apps, entries: [entry], nodes: [rule.place])
        order.append(path)
        continue
      }
      // The same app may also be in an entry for iOS 9 to 12, and test builds may be next to the release.
      guard !known.entries.contains(entry), known.apps.isDisjoint(with: apps),
        !Self.areVariants(known.apps.union(apps))
      else { continue }
      known.apps.formUnion(apps)
      known.entries.append(entry)
      known.nodes.append(rule.place)
      claims[path] = known
    }
    // Entries that share one path usually share all of them, so each pair is reported once.
    var reported: Set<[Int]> = []
    for path in order {
      guard let found = claims[path], found.nodes.count > 1,
        reported.insert(found.entries).inserted
      else { continue }
      let others = found.nodes.enumerated().dropFirst(2).map { index, node in
        findings.note("also here", at: node, isFurther: index > 3)
      }
      findings.report(
        found.nodes[1],
        found.nodes.count == 2
          ? "several apps claim \(path.quoted), but on a device with both only the first opens it"
          : "\(found.apps.count) apps claim \(path.quoted), but on a device with several only "
            + "the first opens it",
        help: "give each app its own paths",
        notes: [findings.note("first here", at: found.nodes[0])] + others)
    }
  }

  /// Whether the apps are a release and its test builds, which environment-mixed reports.
  private static func areVariants(_ apps: Set<ExactString>) -> Bool {
    apps.count(where: { !TestBuild.isOne($0) }) <= 1
  }
}
