import AssociationFiles
import PolicyText
import PolicyModel

struct DynamicRulesInvalid: AssetFileRule {
  static let info = RuleInfo(
    "dynamic-rules-invalid", .association, .error,
    summary: "Disallow malformed and duplicate dynamic rules",
    why: "If one field is malformed or empty, Android 15 and later discard all dynamic rules. "
      + "Every link in the manifest then opens the app, including sign-in links. iOS doesn't read "
      + "this file.",
    examples: .init(
      .assetLinks, bad: ExampleFile.dynamic("[{ \"/\": ⟦\"\"⟧ }]"),
      good: ExampleFile.dynamic("[{ \"/\": \"/orders/*\" }]")),
    references: ["Android: Dynamic App Links (certain)", "AOSP StatementParser (certain)"],
    isFixable: true)

  static let known = ["/", "?", "#", "exclude", "comments"]

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    let tree = file.tree
    var first: [ExactString: NodeID] = [:]
    for app in file.apps {
      checkNames(app.statement, tree, &findings)
      guard let rules = DynamicRules(statement: app.statement, in: tree), let node = rules.node
      else { continue }
      for fault in rules.faults { report(fault, of: node, tree, &findings) }
      for rule in rules.rules.compactMap(\.node) { checkKeys(rule, tree, &findings) }
      let order = file.dynamicRules.first { $0.app.statement == app.statement }?.rules
      if let order, order.rules.allSatisfy(\.exclude) {
        findings.report(
          tree.place(node),
          "dynamic rules only exclude, so no link opens the app on Android 15 and later",
          help: "add a last rule, `{ \"/\": \"*\" }`")
      } else if order?.opensNothing == true {
        findings.report(
          tree.place(node),
          "excludes shadow every allow rule, so no link opens the app on Android 15 and later",
          help: "limit the excludes above to the paths that stay in the browser")
      }
      guard let package = app.package?.value else { continue }
      if let other = first[package] {
        findings.report(
          tree.place(node),
          "\(package.quoted) has two lists of dynamic rules, and Android may use either",
          help: "move all rules to one list",
          notes: [findings.note("first here", at: tree.place(other))])
      } else {
        first[package] = node
      }
    }
  }

  private func report(
    _ fault: NodeID, of list: NodeID, _ tree: SourceTree, _ findings: inout Findings
  ) {
    let (problem, help) =
      if fault == list {
        ("`dynamic_app_link_components` must be an array", "wrap the rules in `[ ]`")
      } else if tree.isString(fault), tree.text(fault).isEmpty {
        ("pattern must not be empty", "remove the key, or write `*`")
      } else if tree.parent(fault) == list {
        ("dynamic rule must be an object", "write `{ \"/\": \"/orders/*\" }`")
      } else {
        (
          "\(tree.key(of: fault).map { tree.text($0).quoted } ?? "field") has the wrong type",
          "use strings for `/`, `#` and `comments`, an object for `?`, `true` or `false` for `exclude`"
        )
      }
    findings.report(
      fault, "\(problem); Android discards all dynamic rules of the statement", help: help)
  }

  /// Reports keys of a rule that Android ignores.
  private func checkKeys(_ rule: NodeID, _ tree: SourceTree, _ findings: inout Findings) {
    for (key, value) in tree.entries(rule) {
      if tree.text(key, equals: "?"), tree.isString(value) {
        findings.report(
          value, "`?` in a dynamic rule must be an object; Android ignores a string",
          help: "write `{ \"name\": \"pattern\" }`")
      }
      guard tree.index(of: key, among: Self.known) == nil else { continue }
      let near = AppleComponentUnknownKey.meant(by: tree.text(key), among: Self.known)
      findings.report(
        key, severity: near == nil || near == "comments" ? .note : nil,
        "unknown key \(tree.text(key).quoted) is ignored by Android", near: near,
        help: "remove it, or use `comments` for remarks", verb: "rename it to",
        isFree: near.map { tree.value(of: $0, in: rule) == nil } ?? true)
    }
  }

  /// Reports unknown schema names, such as `paths` instead of `dynamic_app_link_components`.
  private func checkNames(_ statement: NodeID, _ tree: SourceTree, _ findings: inout Findings) {
    let (relation, list) = (AssetLinks.handleAllURLs.string, "dynamic_app_link_components")
    guard let extensions = tree.value(of: "relation_extensions", in: statement) else { return }
    for (key, value) in tree.entries(extensions) {
      if tree.text(key, equals: relation) {
        for (name, _) in tree.entries(value) where !tree.text(name, equals: list) {
          findings.report(
            name, "unknown key \(tree.text(name).quoted) is ignored by Android",
            help: "write rules under `\(list)`")
        }
      } else if tree.value(of: list, in: value) != nil {
        findings.report(
          key, "dynamic rules must be under `\(relation)`; Android ignores these",
          help: "move them under `\(relation)`")
      }
    }
  }
}
