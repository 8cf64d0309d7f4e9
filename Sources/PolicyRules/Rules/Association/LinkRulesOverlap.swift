import AssociationFiles
package import PolicyText
import PolicyModel

/// One path for several apps in different entries.
package struct LinkRulesOverlap: Rule {
  package static let info = RuleInfo(
    "link-rules-overlap", .association, .warning, aliases: ["links-overlap"],
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
      if let (first, document) = context.workspaceIndex.firstDomain(domain.host.value),
        document.tree.file != context.tree.file
      {
        collect(first, document, context.workspace, into: &seen)
      }
      // Rules of one entry are for the same apps.
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
                ? "\(path.value.quoted) of \(domain.host.value.quoted) is claimed by several apps: the "
                  + "first listed wins"
                : "\(path.value.quoted) of \(domain.host.value.quoted) is claimed by another app too, by "
                  + "\(first.path.quoted) above: the first listed wins",
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
    var path: ExactString
    /// No exclude takes anything out of the entry.
    var isWhole: Bool
  }

  /// Folders of a path that are looked up.
  private static let maximumFolders = 32

  /// The claim of another entry to a folder in which all of the path lies.
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

  /// Rules with further conditions may well tell the apps apart.
  private func isPlain(_ rule: LinkRuleEntry) -> Bool {
    rule.query.isEmpty && rule.fragment == nil
  }

  /// The apps of an entry on a platform, with the names of their policies: `ios` of one policy is
  /// `shop/ios` of another.
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
    /// The claims of one path, by different apps.
    struct Claims {
      /// Bundle IDs.
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
      // A device has one app of a bundle ID, whichever team signed it.
      let apps = Set(links.entries[entry].apps.map(AppleAppIdFormat.bundle))
      guard var known = claims[path] else {
        claims[path] = Claims(apps: apps, entries: [entry], nodes: [rule.place])
        order.append(path)
        continue
      }
      // The same app may stand in an entry for iOS 9 to 12 too, and test builds beside the release.
      guard !known.entries.contains(entry), known.apps.isDisjoint(with: apps),
        !Self.areVariants(known.apps.union(apps))
      else { continue }
      known.apps.formUnion(apps)
      known.entries.append(entry)
      known.nodes.append(rule.place)
      claims[path] = known
    }
    // Entries that share one path most often share all of them: one finding for each such pair.
    var reported: Set<[Int]> = []
    for path in order {
      guard let found = claims[path], found.nodes.count > 1,
        reported.insert(found.entries).inserted
      else { continue }
      let others = found.nodes.enumerated().dropFirst(2).map { index, node in
        findings.note("and here", at: node, isFurther: index > 3)
      }
      findings.report(
        found.nodes[1],
        found.nodes.count == 2
          ? "\(path.quoted) is claimed by several apps: on a device with both the first listed wins"
          : "\(path.quoted) is claimed by \(found.apps.count) apps: on a device with several the first listed "
            + "wins",
        help: "give each app paths of its own",
        notes: [findings.note("first here", at: found.nodes[0])] + others)
    }
  }

  /// True for a release and its test builds, which environment-mixed speaks about.
  private static func areVariants(_ apps: Set<ExactString>) -> Bool {
    apps.count(where: { !TestBuild.isOne($0) }) <= 1
  }
}
