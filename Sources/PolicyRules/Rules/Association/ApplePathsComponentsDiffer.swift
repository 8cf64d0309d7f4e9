import AssociationFiles
package import PolicyText
import PolicyModel

/// An entry whose old and new rules disagree.
package struct ApplePathsComponentsDiffer: AppleFileRule {
  package static let info = RuleInfo(
    "apple-paths-components-differ", .association, .warning, aliases: ["paths-components-differ"],
    summary: "`paths` and `components` of an entry open the same links",
    why:
      "iOS 9 to 12 read `paths`, iOS 13 and later `components`: where they differ, the version of the "
      + "phone decides whether a link opens the app.",
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

  /// Rules of one list that are compared; sample paths per rule are few.
  private static let maximumRules = 200

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.content.applinks, let list = file.links else { return }
    for (index, entry) in links.details.enumerated() {
      // Of an entry with `appIDs` alone iOS 9 to 12 read nothing.
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
    // What a query or a fragment asks for cannot be said in paths: their paths are not compared.
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
          "iOS 9 to 12 would \(before ? "" : "not ")open \(ExactString(path).quoted), iOS 13 and later "
            + "would\(after ? "" : " not"): `paths` and `components` disagree",
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

  /// Two paths that the rule is about: with nothing and with a little in place of each `*`.
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
