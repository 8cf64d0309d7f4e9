import AssociationFiles
import PolicyText

struct StatementRelationInvalid: AssetFileRule {
  static let info = RuleInfo(
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
        // Other names are allowed, but one that is nearly a known relation is a typo.
        findings.report(
          item, severity: .warning, "Android doesn't use the relation \(text.quoted)", near: near)
      }
    }
  }

  private func nearest(_ text: ExactString) -> String? {
    // The bare name, without its permission.
    let bare = text.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }.last
    let end = bare.map { "." + ExactString(decoding: $0).string }
    return end.flatMap { end in Self.known.first { ExactString($0).hasSuffix(end) } }
      ?? Nearest.name(to: text.string, among: Self.known)
  }
}
