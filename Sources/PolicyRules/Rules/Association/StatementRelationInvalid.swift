import AssociationFiles
package import PolicyText

package struct StatementRelationInvalid: AssetFileRule {
  package static let info = RuleInfo(
    "statement-relation-invalid", .association, .error, aliases: ["relation-invalid"],
    summary: "Require valid relations in statements",
    why:
      "A statement's `relation` must be an array of strings such as `delegate_permission/common.handle_all_urls`, "
      + "which app links need. Google skips a statement with a malformed relation, and devices "
      + "may ignore the whole file.",
    examples: .init(
      .assetLinks,
      bad: ExampleFile.android(relation: "⟦\"delegate_permission/common.handle_all_urls\"⟧"),
      good: ExampleFile.android()),
    references: ["Digital Asset Links: conformance tests (certain)"], isFixable: true)
  package init() {}

  private static let known = [
    "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
    "delegate_permission/common.use_as_origin", "delegate_permission/common.share_login_creds",
    "delegate_permission/common.get_user_location", "delegate_permission/common.query_webapk",
  ]

  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    let tree = file.tree
    for problem in file.content.problems where problem.kind == .relationMissing {
      guard let node = problem.node else { continue }
      let key = tree.entries(node).first { _ in true }?.key ?? node
      findings.report(
        key, "missing key `relation`; Google and Android ignore the statement",
        help: "add `\"relation\": [\"\(Self.known[0])\"]`")
    }
    for statement in tree.root.map({ Array(tree.items($0)) }) ?? [] {
      guard let relation = tree.value(of: "relation", in: statement) else { continue }
      check(relation, tree, &findings)
    }
    checkRules(file, &findings)
  }

  private func check(_ list: NodeID, _ tree: SourceTree, _ findings: inout Findings) {
    guard tree.kind(list) == .sequence else {
      let span = tree.span(list)
      let text = tree.isString(list) ? tree.source.text(span) : nil
      findings.report(
        list, "`relation` must be an array; Google and Android ignore the statement",
        help: "wrap it in `[ ]`",
        fixes: text.map {
          [
            Fix(
              "wrap it in an array", isSafe: false, edits: [.init(tree.location(list), "[\($0)]")])
          ]
        } ?? [])
      return
    }
    if tree.isEmpty(list) {
      findings.report(
        list, "`relation` must not be empty; Google and Android ignore the statement",
        help: "add `\"\(Self.known[0])\"`")
    }
    for item in tree.items(list) {
      guard tree.isString(item) else {
        findings.report(
          item, "relation must be a string; Google and Android ignore the statement",
          help: "write `\"\(Self.known[0])\"`")
        continue
      }
      let text = tree.text(item)
      if AssetLinks.isRelation(text) {
        reportNear(item, text, &findings)
      } else {
        let near = nearest(text)
        findings.report(
          item,
          "relation must be `kind/detail`, found \(text.quoted); Google and Android ignore the "
            + "statement",
          help: near.map { "did you mean `\($0)`?" } ?? "write `\(Self.known[0])` for app links",
          fixes: near.map {
            findings.replacing(item, by: $0, "write `\($0)`", isSafe: false)
          } ?? [])
      }
    }
  }

  /// Other names are allowed, but one that is nearly a known relation is a typo.
  private func reportNear(_ item: NodeID, _ text: ExactString, _ findings: inout Findings) {
    guard !Self.known.contains(where: { ExactString($0) == text }), let near = nearest(text) else {
      return
    }
    findings.report(
      item, severity: .warning, "Android doesn't use the relation \(text.quoted)",
      help: "did you mean `\(near)`?",
      fixes: findings.replacing(item, by: near, "write `\(near)`", isSafe: false))
  }

  private func nearest(_ text: ExactString) -> String? {
    guard text.utf8.count <= 64 else { return nil }
    let bare =
      text.string.utf8.split(whereSeparator: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") })
      .last.map { String($0) ?? "" } ?? ""
    // The bare name, without its permission.
    if let whole = Self.known.first(where: {
      ExactString($0).hasSuffix("." + bare) && !bare.isEmpty
    }) {
      return whole
    }
    return Nearest.name(to: text.string, among: Self.known)
  }

  /// Reports dynamic rules of a statement without the relation for links.
  private func checkRules(_ file: AssetFile, _ findings: inout Findings) {
    for statement in file.content.statements {
      guard let rules = statement.dynamicRules, let node = rules.node,
        !statement.relations.contains(AssetLinks.handleAllURLs)
      else { continue }
      findings.report(
        file.tree.place(node), severity: .warning,
        "statement has dynamic rules but not `handle_all_urls`, so Android ignores them",
        help: "add `\(Self.known[0])` to `relation`")
    }
  }
}
