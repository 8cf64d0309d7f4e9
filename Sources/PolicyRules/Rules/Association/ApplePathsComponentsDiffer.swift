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

  /// The most rules in a list that are compared.
  private static let maximumRules = 200

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.content.applinks, let list = file.links else { return }
    for (index, entry) in links.details.enumerated() {
      // iOS 9 to 12 ignore an entry that only has `appIDs`.
      guard let node = entry.node, case .components = entry.rules,
        file.tree.value(of: "appID", in: node) != nil
      else { continue }
      let old = LinkList.legacyRules(node, in: file.tree)
      let new = list.entries[index].rules
      guard !old.isEmpty, old.count <= Self.maximumRules, new.count <= Self.maximumRules else {
        continue
      }
      compare(old, new, links, &findings)
    }
  }

  private func compare(
    _ old: [LinkList.Rule], _ new: [LinkList.Rule], _ links: AppleLinks,
    _ findings: inout Findings
  ) {
    let oldMatcher = matcher(old.map(\.component), links)
    let newMatcher = matcher(new.map(\.component), links)
    // `paths` can't express conditions on queries and fragments, so paths of such components aren't compared.
    let conditional = matcher(
      new.filter { !$0.isPathOnly }.map { rule in
        var path = rule.component
        path.query = nil
        path.fragment = nil
        path.exclude = nil
        return path
      }, links)
    for rule in old + new where rule.isPathOnly {
      for path in samples(of: rule, links) {
        let url = ExactString("https://host.example" + path)
        guard conditional.answer(url).decision("x").outcome == .noMatch else { continue }
        let before = oldMatcher.answer(url).decision("x").outcome == .match
        let after = newMatcher.answer(url).decision("x").outcome == .match
        guard before != after else { continue }
        findings.report(
          rule.place,
          "`paths` \(before ? "opens" : "doesn't open") \(ExactString(path).quoted), but "
            + "`components` \(after ? "does" : "doesn't")",
          help: "write the same rules in both, or remove `paths`")
        return
      }
    }
  }

  private func matcher(
    _ components: [AppleLinkComponent], _ links: AppleLinks
  ) -> AppleLinkMatcher {
    AppleLinkMatcher(
      AppleAppSiteAssociation(
        applinks: AppleLinks(
          details: [
            AppleLinkEntry(appIDs: ["x"], rules: .components(components))
          ], substitutionVariables: links.substitutionVariables)),
      domain: "host.example")
  }

  /// Two paths that the rule matches: each `*` replaced with nothing, and with a short string.
  private func samples(of rule: LinkList.Rule, _ links: AppleLinks) -> [String] {
    let text = rule.path?.value ?? "*"
    guard text.utf8.count < 1_000, LinkPattern.variables(in: text).isEmpty else { return [] }
    return ["", "x7"].map { filling in
      var path = text.hasPrefix("/") ? "" : "/"
      for scalar in text.string.unicodeScalars {
        if scalar == "*" {
          path += filling
        } else if scalar == "?" {
          path += "x"
        } else {
          path.unicodeScalars.append(scalar)
        }
      }
      return path
    }
  }
}
