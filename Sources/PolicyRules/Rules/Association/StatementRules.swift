import AssociationFiles
import PolicyModel
import PolicyText

struct StatementListMalformed: AssetFileRule {
  static let info = RuleInfo(
    "statement-list-malformed", .association, .error, aliases: ["statements-not-array"],
    summary: "Require an array of statement objects in `assetlinks.json`",
    why: "Google and Android read only a list. If the file contains a single object instead, they "
      + "ignore the whole file.",
    examples: .init(
      .assetLinks,
      bad: """
        ⟦{ "relation": ["delegate_permission/common.handle_all_urls"],
          "target": { "namespace": "web", "site": "https://www.acme.example" } }⟧

        """,
      good: """
        [{ "relation": ["delegate_permission/common.handle_all_urls"],
          "target": { "namespace": "web", "site": "https://www.acme.example" } }]

        """),
    references: ["Digital Asset Links: conformance tests (certain)"], isFixable: true)

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    let tree = file.tree
    for problem in file.content.problems {
      guard let node = problem.node else { continue }
      switch problem.kind {
      case .listNotArray:
        let (start, end) = (tree.span(node).start, tree.span(node).end)
        let edits = [tree.edit(start..<start, "["), tree.edit(end..<end, "]")]
        findings.report(
          node, "`assetlinks.json` must be a JSON array; Android ignores the whole file",
          help: "wrap it in `[ ]`",
          fixes: tree.kind(node) == .mapping
            ? [Fix("wrap it in an array", isSafe: false, edits: edits)] : [])
      case .noStatements:
        findings.report(
          node, severity: .warning,
          "file has no statements, so Android verifies no app for this host",
          help: "add a statement, or remove the file")
      case .statementNotObject:
        findings.report(
          node,
          "statement must be an object; Google skips it, and Android may ignore the whole file",
          help: "write an object with `relation` and `target`")
      default: continue
      }
    }
  }
}

struct StatementDuplicate: AssetFileRule {
  static let info = RuleInfo(
    "statement-duplicate", .association, .note,
    summary: "Disallow several statements for the same app and relation",
    why: "Android combines several statements, so nothing is lost. But a key that you replace in "
      + "one of them stays valid in the other. Shown with `--verbose`, because the file works.",
    examples: .init(
      .assetLinks, bad: statements("⟦\"com.acme.home\"⟧"), good: statements("\"com.acme.store\"")),
    references: ["Digital Asset Links: conformance tests (certain)"])

  private static func statements(_ package: String) -> String {
    ExampleFile.android().dropLast("\n]\n".count) + ","
      + ExampleFile.android(package: package).dropFirst()
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    var first: [ExactString: LocatedText] = [:]
    for app in file.apps {
      guard let package = app.package else { continue }
      var other: LocatedText?
      for relation in app.relations {
        let key = ExactString("\(relation) \(package.value)")
        if let known = first[key], known.node != package.node {
          other = known
        } else {
          first[key] = package
        }
      }
      guard let other else { continue }
      findings.report(
        package.node, "duplicate statement for \(package.value.quoted) with the same relation",
        help: "list all fingerprints in one statement",
        notes: [findings.note("first here", at: other.node)], isMinor: true)
    }
  }
}

struct StatementRelationInvalid: AssetFileRule {
  static let info = RuleInfo(
    "statement-relation-invalid", .association, .error, aliases: ["relation-invalid"],
    summary: "Require valid relations in statements",
    why: "A statement's `relation` must be an array of strings such as "
      + "`delegate_permission/common.handle_all_urls`, which app links need. Google skips a "
      + "statement with a malformed relation, and devices may ignore the whole file.",
    examples: .init(
      .assetLinks,
      bad: ExampleFile.android(relation: "⟦\"delegate_permission/common.handle_all_urls\"⟧"),
      good: ExampleFile.android()),
    references: ["Digital Asset Links: conformance tests (certain)"], isFixable: true)

  private static let known = [
    "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
    "delegate_permission/common.use_as_origin", "delegate_permission/common.share_login_creds",
    "delegate_permission/common.get_user_location", "delegate_permission/common.query_webapk",
  ]
  private static let ignored = "Google and Android ignore the statement"

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    let tree = file.tree
    for problem in file.content.problems where problem.kind == .relationMissing {
      guard let node = problem.node else { continue }
      let key = tree.entries(node).first { _ in true }?.key ?? node
      findings.report(
        key, "missing key `relation`; \(Self.ignored)",
        help: "add `\"relation\": [\"\(Self.known[0])\"]`")
    }
    for statement in tree.root.map({ Array(tree.items($0)) }) ?? [] {
      guard let relation = tree.value(of: "relation", in: statement) else { continue }
      check(relation, tree, &findings)
    }
    for statement in file.content.statements {
      guard let node = statement.dynamicRules?.node,
        !statement.relations.contains(AssetLinks.handleAllURLs)
      else { continue }
      findings.report(
        tree.place(node), severity: .warning,
        "statement has dynamic rules but not `handle_all_urls`, so Android ignores them",
        help: "add `\(Self.known[0])` to `relation`")
    }
  }

  private func check(_ list: NodeID, _ tree: SourceTree, _ findings: inout Findings) {
    guard tree.kind(list) == .sequence else {
      let edit = Fix.Edit(tree.location(list), "[\(tree.source.text(tree.span(list)))]")
      return findings.report(
        list, "`relation` must be an array; \(Self.ignored)", help: "wrap it in `[ ]`",
        fixes: tree.isString(list)
          ? [Fix("wrap it in an array", isSafe: false, edits: [edit])] : [])
    }
    if tree.isEmpty(list) {
      findings.report(
        list, "`relation` must not be empty; \(Self.ignored)", help: "add `\"\(Self.known[0])\"`")
    }
    for item in tree.items(list) {
      let text = tree.text(item)
      let near = nearest(text)
      if !tree.isString(item) {
        findings.report(
          item, "relation must be a string; \(Self.ignored)", help: "write `\"\(Self.known[0])\"`")
      } else if !AssetLinks.isRelation(text) {
        findings.report(
          item, "relation must be `kind/detail`, found \(text.quoted); \(Self.ignored)",
          near: near, help: "write `\(Self.known[0])` for app links")
      } else if near != nil, tree.index(of: item, among: Self.known) == nil {
        // Other names are allowed, but one that is similar to a known relation is a typo.
        findings.report(
          item, severity: .warning, "Android doesn't use the relation \(text.quoted)", near: near)
      }
    }
  }

  private func nearest(_ text: ExactString) -> String? {
    // The name without its permission prefix.
    let bare = text.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }.last
    let end = bare.map { "." + ExactString(decoding: $0).string }
    return end.flatMap { end in Self.known.first { ExactString($0).hasSuffix(end) } }
      ?? Nearest.name(to: text.string, among: Self.known)
  }
}

struct StatementSiteInvalid: AssetFileRule {
  static let info = RuleInfo(
    "statement-site-invalid", .association, .error, aliases: ["web-target-site"],
    summary: "Require an origin as `site` and an https URL as `include`",
    why: "A path, even a final `/`, makes the statement invalid. Google and Android follow only "
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
