import AssociationFiles
import PolicyModel
import PolicyText

struct LinkRulesOnlyExclude: LinkListRule, AppleFileRule {
  static let info = RuleInfo(
    "link-rules-only-exclude", .association, .error, aliases: ["only-excludes"],
    summary: "Require a rule that opens links",
    why: "Links that no rule matches stay in the browser. With only excludes, or without rules, no "
      + "link opens the app on iOS, or on Android 15 and later. Rules without apps open nothing.",
    examples: .policy(
      bad: ExamplePolicy.ios() + """
        domains:
          www.acme.example:
            links:
              - apps: [acme-ios]
                ⟦rules⟧:
                  - { path: /admin/*, exclude: true }

        """,
      good: ExamplePolicy.rules("{ path: /admin/*, exclude: true }", "{ path: /* }")),
    references: ["Apple: supporting associated domains"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for links in context.index.links { check(links, reporting: &findings) }
    let tree = context.tree
    for domain in context.policy.domains {
      for entry in domain.links where entry.apps.isEmpty {
        // The structure check reports other values.
        guard let apps = tree.value(of: "apps", in: entry.node), tree.kind(apps) == .sequence,
          tree.isEmpty(apps)
        else { continue }
        findings.report(
          apps, "`apps` is empty, so the rules of this entry open no app",
          help: "list the apps that open these links, or remove the entry")
      }
    }
  }

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (index, apps) in links.closed.byEntry.sorted(by: { $0.key < $1.key }) {
      let entry = links.entries[index]
      let effect = "no link opens \(apps.count == 1 ? apps[0].quoted : "these apps")"
      if entry.rules.isEmpty {
        findings.report(
          entry.node, "entry has no rules, so \(effect)",
          help: "add a rule for the paths that the app opens", unlessErrorsAt: [entry.node])
      } else if let exclude = cover(in: entry) {
        findings.report(
          exclude.place,
          "\(effect), because \(exclude.title.quoted) excludes what the rules below allow",
          help: "remove it, or limit it to the paths that stay in the browser")
      } else if !entry.rules.allSatisfy(\.excludes) {
        findings.report(
          entry.node, "\(effect), because no allow rule matches any URL",
          help: "write the paths as they appear in URLs")
      } else if links.entries.contains(where: {
        !Set($0.apps).isDisjoint(with: apps) && !$0.rules.allSatisfy(\.excludes)
      }) {
        findings.report(
          entry.node, "\(effect), because these excludes come before its other entries",
          help: "remove them, or limit them to the paths that stay in the browser")
      } else {
        findings.report(
          entry.node, "all rules are excludes, so \(effect)",
          help: "add a rule below them for the paths that the app opens")
      }
    }
  }

  /// The exclude that shadows a later allow rule.
  private func cover(in entry: LinkList.Entry) -> LinkList.Rule? {
    for (rule, verdict) in zip(entry.rules, entry.verdicts) where !rule.excludes {
      guard case .covered(let above) = verdict,
        let exclude = above.first(where: { entry.rules[$0].excludes })
      else { continue }
      return entry.rules[exclude]
    }
    return nil
  }

  /// Reports a file without apps, or without apps for universal links.
  func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    guard let root = tree.root, tree.kind(root) == .mapping else { return }
    let sections = AppleFile.appSections.compactMap { tree.value(of: $0, in: root) }
    guard let links = tree.value(of: "applinks", in: root) else {
      let services = ["applinks"] + AppleFile.appSections
      // `apple-component-unknown-key` reports `details` without `applinks`.
      guard sections.isEmpty, tree.value(of: "details", in: root) == nil,
        !AppleComponentUnknownKey.hasMisspelled(services, of: root, among: services, in: tree)
      else { return }
      return findings.report(
        tree.entries(root).first { _ in true }?.key ?? root,
        "file has no `applinks` and no other service, so iOS ignores it",
        help: "write `{ \"applinks\": { \"details\": [ … ] } }`")
    }
    guard tree.kind(links) == .mapping, file.entries.isEmpty,
      // A site that only shares passwords may leave this section empty.
      sections.compactMap({ tree.value(of: "apps", in: $0) }).allSatisfy(tree.isEmpty),
      !AppleComponentUnknownKey.hasMisspelled(
        ["details"], of: links, among: AppleComponentUnknownKey.linkKeys, in: tree)
    else { return }
    let details = tree.value(of: "details", in: links)
    // Another check reports a scalar, which has the wrong type.
    guard details.map({ tree.kind($0) != .scalar }) ?? true else { return }
    findings.report(
      tree.place(details ?? links),
      "\(details == nil ? "`applinks` has no `details`" : "`details` is empty"), so no link opens an app",
      help: "add an entry with `appIDs` and `components`")
  }
}
