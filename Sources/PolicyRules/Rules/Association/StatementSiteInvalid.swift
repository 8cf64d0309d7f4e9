import AssociationFiles
package import PolicyText

package struct StatementSiteInvalid: AssetFileRule {
  package static let info = RuleInfo(
    "statement-site-invalid", .association, .error, aliases: ["web-target-site"],
    summary: "Require an origin as `site` and an https URL as `include`",
    why:
      "A path, even a final `/`, makes the statement invalid. Google and Android follow only "
      + "https includes from a list that was fetched over https. An include must be the only key "
      + "in its object.",
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
        AssetKeyChecker.hasRules(include, in: file.tree)
      {
        findings.report(
          file.tree.place(include),
          "`include` must be the URL of another statement list; Google and Android ignore the "
            + "statement",
          help: "write rules under `relation_extensions`, `\(AssetLinks.handleAllURLs)`, "
            + "`dynamic_app_link_components`",
          fixes: RelationExtensionsFix.fixes(statement, findings))
        continue
      }
      let place = problem.kind == .siteMissing ? file.tree.place(node) : node
      findings.report(
        place, message + "; Google and Android ignore it", help: help(problem.kind),
        fixes: fixes(problem.kind, node, file.tree, findings))
    }
  }

  private func message(_ kind: AssetLinksProblem.Kind) -> String? {
    switch kind {
    case .siteMissing: "missing key `site` in a target with namespace `web`"
    case .siteInvalid: "`site` must be `https://host`, with an optional port"
    case .siteScheme: "`site` must use http or https"
    case .siteLogin: "`site` must not contain a user name"
    case .sitePath: "`site` must end after host and port, without a path or `/`"
    case .siteQuery: "`site` must not have a query"
    case .siteFragment: "`site` must not have a fragment"
    case .includeNotAlone: "`include` must be the only key in its object"
    case .includeNotString: "`include` must be a string"
    case .includeInvalid: "`include` must be a URL"
    case .includeScheme: "`include` must be an https URL"
    case .includeInsecure: "`include` must use https in a list that is fetched over https"
    default: nil
    }
  }

  private func help(_ kind: AssetLinksProblem.Kind) -> String {
    switch kind {
    case .sitePath, .siteQuery, .siteFragment: "write `https://host` and nothing after it"
    case .siteMissing: "add `\"site\": \"https://host\"`"
    case .siteInvalid, .siteScheme, .siteLogin: "write `https://host`"
    case .includeNotAlone: "move the include to a separate object"
    case .includeInsecure: "start the URL with `https://`"
    default: "write an https URL, such as `https://www.acme.example/assetlinks.json`"
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
      return findings.replacing(
        node, text: 0..<4, by: "https", "replace `http` with `https`", isSafe: false)
    default: return []
    }
  }
}
