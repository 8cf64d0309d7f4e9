import AssociationFiles
import PolicyText

struct StatementSiteInvalid: AssetFileRule {
  static let info = RuleInfo(
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

  private static func site(_ site: String) -> String {
    """
    [{
      "relation": ["delegate_permission/common.get_login_creds"],
      "target": { "namespace": "web", "site": \(site) }
    }]

    """
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    let tree = file.tree
    for problem in file.content.problems {
      guard let node = problem.node, let (message, help) = text(problem.kind) else { continue }
      if problem.kind == .includeNotAlone, let statement = tree.parent(node),
        let include = tree.value(of: "include", in: statement),
        AssetKeyChecker.hasRules(include, in: tree)
      {
        findings.report(
          tree.place(include),
          "`include` must be the URL of another statement list; Google and Android ignore the "
            + "statement",
          help: "write rules under `relation_extensions`, `\(AssetLinks.handleAllURLs)`, "
            + "`dynamic_app_link_components`",
          fixes: RelationExtensionsFix.fixes(statement, findings))
        continue
      }
      findings.report(
        problem.kind == .siteMissing ? tree.place(node) : node,
        message + "; Google and Android ignore it", help: help,
        fixes: fixes(problem.kind, node, findings))
    }
  }

  private func text(_ kind: AssetLinksProblem.Kind) -> (message: String, help: String)? {
    let bare = "write `https://host` and nothing after it"
    let url = "write an https URL, such as `https://www.acme.example/assetlinks.json`"
    return switch kind {
    case .siteMissing:
      ("missing key `site` in a target with namespace `web`", "add `\"site\": \"https://host\"`")
    case .siteInvalid:
      ("`site` must be `https://host`, with an optional port", "write `https://host`")
    case .siteScheme: ("`site` must use http or https", "write `https://host`")
    case .siteLogin: ("`site` must not contain a user name", "write `https://host`")
    case .sitePath: ("`site` must end after host and port, without a path or `/`", bare)
    case .siteQuery: ("`site` must not have a query", bare)
    case .siteFragment: ("`site` must not have a fragment", bare)
    case .includeNotAlone:
      ("`include` must be the only key in its object", "move the include to a separate object")
    case .includeNotString: ("`include` must be a string", url)
    case .includeInvalid: ("`include` must be a URL", url)
    case .includeScheme: ("`include` must be an https URL", url)
    case .includeInsecure:
      (
        "`include` must use https in a list that is fetched over https",
        "start the URL with `https://`"
      )
    default: nil
    }
  }

  private func fixes(
    _ kind: AssetLinksProblem.Kind, _ node: NodeID, _ findings: Findings
  ) -> [Fix] {
    let text = findings.tree.text(node)
    let parts = URLParts(text)
    if kind == .sitePath, parts.path == "/", parts.query == nil, parts.fragment == nil {
      return findings.replacing(
        node, by: ExactString(decoding: text.utf8.dropLast()).string, "remove the final `/`",
        isSafe: false)
    }
    return kind == .includeInsecure && text.hasPrefix("http://")
      ? findings.replacing(
        node, text: 0..<4, by: "https", "replace `http` with `https`", isSafe: false) : []
  }
}
