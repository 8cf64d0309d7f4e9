import AssociationFiles
package import PolicyText
import PolicyModel

package struct ApplePathsComponentsDiffer: AppleFileRule {
  package static let info = RuleInfo(
    "apple-paths-components-differ", .association, .warning, aliases: ["paths-components-differ"],
    summary: "Require `paths` and `components` of an entry to open the same links",
    why:
      "iOS 9 to 12 read `paths`, and iOS 13 and later read `components`. If they differ, the "
      + "iOS version decides whether a link opens the app.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: example("\"/orders/*\", ⟦\"/cart/*\"⟧"), good: example("\"/orders/*\"")),
    references: ["Apple: components"])
  package init() {}

  private static func example(_ paths: String) -> String {
    """
    { "applinks": { "details": [{
      "appID": "R7KM2QX94T.com.acme.home",
      "components": [{ "/": "/orders/*" }],
      "paths": [\(paths)]
    }] } }

    """
  }

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.content.applinks, let list = file.links else { return }
    for (index, entry) in links.details.enumerated() {
      // iOS 9 to 12 ignore an entry that only has `appIDs`.
      guard let node = entry.node, case .components = entry.rules,
        file.tree.value(of: "appID", in: node) != nil
      else { continue }
      let old = LinkList.legacyRules(node, in: file.tree)
      let new = list.entries[index].rules
      guard !old.isEmpty else { continue }
      compare(old, new, links, &findings)
    }
  }

  private func compare(
    _ old: [LinkList.Rule], _ new: [LinkList.Rule], _ links: AppleLinks,
    _ findings: inout Findings
  ) {
    let variables = LinkVariables(links.substitutionVariables)
    let (before, after) = (
      LinkSet(old.map(\.component), variables: variables),
      LinkSet(new.map(\.component), variables: variables)
    )
    // `paths` can't express conditions on queries and fragments, so paths of such components aren't compared.
    let conditional = LinkSet(
      new.filter { !$0.isPathOnly }.map { rule in
        var path = rule.component
        path.query = nil
        path.fragment = nil
        path.exclude = nil
        return path
      }, variables: variables)
    for (one, other, rules) in [(before, after, old), (after, before, new)] {
      let host: ExactString = "host.example"
      guard
        case .link(let link) = one.subtracting(other).subtracting(conditional).example(host: host)
      else { continue }
      let matcher = AppleLinkMatcher(
        AppleAppSiteAssociation(
          applinks: AppleLinks(
            details: [AppleLinkEntry(appIDs: ["x"], rules: .components(rules.map(\.component)))],
            substitutionVariables: links.substitutionVariables)), domain: host)
      guard let rule = matcher.answer(link).decision("x").rule else { continue }
      let path = ExactString(decoding: link.utf8.dropFirst("https://host.example".utf8.count))
      let isOld = rules.first?.isLegacy == true
      findings.report(
        rules[rule].place,
        "`paths` \(isOld ? "opens" : "doesn't open") \(path.quoted), but "
          + "`components` \(isOld ? "doesn't" : "does")",
        help: "write the same rules in both, or remove `paths`")
      return
    }
  }
}
