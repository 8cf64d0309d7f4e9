import AssociationFiles
package import PolicyText

package struct LinkRulesOnlyExclude: LinkListRule {
  package static let info = RuleInfo(
    "link-rules-only-exclude", .association, .error, aliases: ["only-excludes"],
    summary: "Require a rule that opens links",
    why:
      "Links that no rule matches stay in the browser. With only excludes, or without rules, no "
      + "link opens the app on iOS, or on Android 15 and later.",
    examples: .init(
      .policy,
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
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    for (index, apps) in links.closed.byEntry.sorted(by: { $0.key < $1.key }) {
      let entry = links.entries[index]
      let name = name(apps)
      if entry.rules.isEmpty {
        findings.report(
          entry.node, "entry has no rules, so no link opens \(name)",
          help: "add a rule for the paths that the app opens")
      } else if let exclude = cover(in: entry) {
        findings.report(
          exclude.place,
          "no link opens \(name), because \(ExactString(exclude.title).quoted) excludes what "
            + "the rules below allow",
          help: "remove it, or limit it to the paths that stay in the browser")
      } else if entry.rules.allSatisfy(\.excludes) {
        let allows = links.entries.contains { other in
          !Set(other.apps).isDisjoint(with: apps) && other.rules.contains { !$0.excludes }
        }
        findings.report(
          entry.node,
          allows
            ? "no link opens \(name), because these excludes come before its other entries"
            : "all rules are excludes, so no link opens \(name)",
          help: allows
            ? "remove them, or limit them to the paths that stay in the browser"
            : "add a rule below them for the paths that the app opens")
      } else {
        findings.report(
          entry.node, "no link opens \(name), because no allow rule matches any URL",
          help: "write the paths as they appear in URLs")
      }
    }
  }

  /// The exclude that shadows an allow rule below it.
  private func cover(in entry: LinkList.Entry) -> LinkList.Rule? {
    for (index, rule) in entry.rules.enumerated() where !rule.excludes {
      guard case .covered(let above) = entry.verdicts[index],
        let exclude = above.first(where: { entry.rules[$0].excludes })
      else { continue }
      return entry.rules[exclude]
    }
    return nil
  }

  private func name(_ apps: [ExactString]) -> String {
    apps.count == 1 ? apps[0].quoted : "these apps"
  }
}

extension LinkRulesOnlyExclude: AppleFileRule {
  /// Reports a file without apps, or without apps for universal links.
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    guard let root = tree.root, tree.kind(root) == .mapping else { return }
    let services = ["applinks"] + AppleFile.appSections
    guard services.contains(where: { tree.value(of: $0, in: root) != nil }) else {
      guard !AppleComponentUnknownKey.hasMisspelled(services, of: root, in: tree) else { return }
      findings.report(
        tree.entries(root).first(where: { _ in true })?.key ?? root,
        "file has no `applinks` and no other service, so iOS ignores it",
        help: "write `{ \"applinks\": { \"details\": [ … ] } }`")
      return
    }
    guard let links = tree.value(of: "applinks", in: root), tree.kind(links) == .mapping,
      file.entries.isEmpty,
      // A site that only shares passwords may leave this section empty.
      !AppleFile.appSections.contains(where: { section in
        tree.value(of: section, in: root).flatMap { tree.value(of: "apps", in: $0) }
          .map { !tree.isEmpty($0) } ?? false
      }),
      !AppleComponentUnknownKey.hasMisspelled(["details"], of: links, in: tree)
    else { return }
    let details = tree.value(of: "details", in: links)
    // Another check reports a scalar, which has the wrong type.
    guard details.map({ tree.kind($0) != .scalar }) ?? true else { return }
    findings.report(
      tree.place(details ?? links),
      details == nil
        ? "`applinks` has no `details`, so no link opens an app"
        : "`details` is empty, so no link opens an app",
      help: "add an entry with `appIDs` and `components`")
  }
}
