import AssociationFiles
import PolicyText

struct ApplePathsComponentsDiffer: AppleFileRule {
  static let info = RuleInfo(
    "apple-paths-components-differ", .association, .warning, aliases: ["paths-components-differ"],
    summary: "Require `paths` and `components` of an entry to open the same links",
    why:
      "iOS 9 to 12 read `paths`, and iOS 13 and later read `components`. If they differ, the "
      + "iOS version decides whether a link opens the app.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: example("\"/orders/*\", ⟦\"/cart/*\"⟧"), good: example("\"/orders/*\"")),
    references: ["Apple: components"])

  private static func example(_ paths: String) -> String {
    """
    { "applinks": { "details": [{
      "appID": "R7KM2QX94T.com.acme.home",
      "components": [{ "/": "/orders/*" }],
      "paths": [\(paths)]
    }] } }

    """
  }

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.content.applinks, let list = file.links else { return }
    for (entry, new) in zip(links.details, list.entries.map(\.rules)) {
      // iOS 9 to 12 ignore an entry that only has `appIDs`.
      guard let node = entry.node, case .components = entry.rules,
        file.tree.value(of: "appID", in: node) != nil
      else { continue }
      let old = LinkList.legacyRules(node, in: file.tree)
      if !old.isEmpty { compare(old, new, links.substitutionVariables, &findings) }
    }
  }

  private func compare(
    _ old: [LinkList.Rule], _ new: [LinkList.Rule], _ declared: [AppleSubstitutionVariable],
    _ findings: inout Findings
  ) {
    let variables = LinkVariables(declared)
    let before = LinkSet(old.map(\.component), variables: variables)
    let after = LinkSet(new.map(\.component), variables: variables)
    // `paths` can't express conditions on queries and fragments, so paths of such components aren't compared.
    let conditional = LinkSet(
      new.filter { !$0.isPathOnly }.map(\.component).map {
        AppleLinkComponent(
          path: $0.path, caseSensitive: $0.caseSensitive, percentEncoded: $0.percentEncoded)
      }, variables: variables)
    for (one, other, isOld) in [(before, after, true), (after, before, false)] {
      let rules = isOld ? old : new
      guard let path = one.subtracting(other).subtracting(conditional).examplePath,
        let rule = AppleLinkMatcher(rules, variables: declared).decision(on: path).rule
      else { continue }
      return findings.report(
        rules[rule].place,
        "`paths` \(isOld ? "opens" : "doesn't open") \(path.quoted), but "
          + "`components` \(isOld ? "doesn't" : "does")",
        help: "write the same rules in both, or remove `paths`")
    }
  }
}
