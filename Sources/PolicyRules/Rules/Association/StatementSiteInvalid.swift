import AssociationFiles
package import PolicyText

/// A site or an include that is no address as the format wants it.
package struct StatementSiteInvalid: AssetFileRule {
  package static let info = RuleInfo(
    "statement-site-invalid", .association, .error, aliases: ["web-target-site"],
    summary: "a site is scheme, host and port; an include is an https URL alone in its object",
    why:
      "A path, even the final `/`, makes the statement void. From a list that was read over https "
      + "Google and Android follow https includes only.",
    examples: .init(
      .assetLinks, bad: site("⟦\"https://www.acme.example/\"⟧"),
      good: site("\"https://www.acme.example\"")),
    references: ["Digital Asset Links: conformance tests (certain)"], isFixable: true)
  package init() {}

  private static func site(_ site: String) -> String {
    """
    [{
      "relation": ["delegate_permission/common.get_login_creds"],
      "target": { "namespace": "web", "site": \(site) }
    }]

    """
  }

  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for problem in file.content.problems {
      guard let node = problem.node, let message = message(problem.kind) else { continue }
      if problem.kind == .includeNotAlone, let statement = file.tree.parent(node),
        let include = file.tree.value(of: "include", in: statement),
        AssetKeyChecker.holdsRules(include, in: file.tree)
      {
        findings.report(
          file.tree.place(include),
          "`include` names another statement list and holds no rules: Google and Android ignore the "
            + "whole statement",
          help: "write rules under `relation_extensions`, `\(AssetLinks.handleAllURLs)`, "
            + "`dynamic_app_link_components`",
          fixes: MovedAssetRules.fixes(statement, findings))
        continue
      }
      let place = problem.kind == .siteMissing ? file.tree.place(node) : node
      findings.report(
        place, message + ": Google and Android ignore it", help: help(problem.kind),
        fixes: fixes(problem.kind, node, file.tree, findings))
    }
  }

  private func message(_ kind: AssetLinksProblem.Kind) -> String? {
    switch kind {
    case .siteMissing: "a target of namespace `web` needs a `site`"
    case .siteInvalid: "`site` must be `https://host`, with a port if need be"
    case .siteScheme: "`site` must be http or https"
    case .siteLogin: "`site` must not hold a user name"
    case .sitePath: "`site` must end after host and port, without path and without `/`"
    case .siteQuery: "`site` must not hold a query"
    case .siteFragment: "`site` must not hold a fragment"
    case .includeNotAlone: "`include` stands alone in its object, without `relation` and `target`"
    case .includeNotString: "`include` must be a string"
    case .includeInvalid: "`include` must be a URL"
    case .includeScheme: "`include` must be an https URL"
    case .includeInsecure: "a list that is read over https must include over https"
    default: nil
    }
  }

  private func help(_ kind: AssetLinksProblem.Kind) -> String? {
    switch kind {
    case .sitePath, .siteQuery, .siteFragment: "write `https://host` and nothing after it"
    case .includeNotAlone: "write the include as an object of its own"
    case .includeInsecure: "write `https`"
    default: nil
    }
  }

  private func fixes(
    _ kind: AssetLinksProblem.Kind, _ node: NodeID, _ tree: SourceTree, _ findings: Findings
  ) -> [Fix] {
    let text = tree.text(node)
    switch kind {
    case .sitePath:
      let parts = URLParts(text)
      guard parts.path == "/", parts.query == nil, parts.fragment == nil else { return [] }
      return findings.replacing(
        node, by: ExactString(decoding: text.utf8.dropLast()).string, "remove the final `/`",
        isSafe: false)
    case .includeInsecure where text.hasPrefix("http://"):
      return findings.replacing(node, text: 0..<4, by: "https", "use https", isSafe: false)
    default: return []
    }
  }
}
