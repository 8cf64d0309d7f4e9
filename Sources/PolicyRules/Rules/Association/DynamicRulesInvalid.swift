import AssociationFiles
package import PolicyText
import PolicyModel

package struct DynamicRulesInvalid: AssetFileRule {
  package static let info = RuleInfo(
    "dynamic-rules-invalid", .association, .error,
    summary: "Disallow malformed and duplicate dynamic rules",
    why:
      "If one field is malformed or empty, Android 15 and later discard all dynamic rules. "
      + "Every link in the manifest then opens the app, including sign-in links. iOS doesn't read "
      + "this file.",
    examples: .init(
      .assetLinks, bad: ExampleFile.dynamic("[{ \"/\": ⟦\"\"⟧ }]"),
      good: ExampleFile.dynamic("[{ \"/\": \"/orders/*\" }]")),
    references: ["Android: Dynamic App Links (certain)", "AOSP StatementParser (certain)"],
    isFixable: true)
  package init() {}

  static let known = ["/", "?", "#", "exclude", "comments"]
  private static let words: [String: String] = [
    "path": "/", "paths": "/", "query": "?", "params": "?", "fragment": "#", "comment": "comments",
  ]

  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    let tree = file.tree
    var first: [ExactString: NodeID] = [:]
    for app in file.apps {
      checkNames(app.statement, tree, &findings)
      guard let rules = DynamicRules(statement: app.statement, in: tree), let node = rules.node
      else { continue }
      for fault in rules.faults { report(fault, of: node, tree, &findings) }
      for rule in rules.rules.compactMap(\.node) { checkKeys(rule, tree, &findings) }
      if rules.faults.isEmpty, !rules.rules.isEmpty, rules.rules.allSatisfy(\.exclude) {
        findings.report(
          tree.place(node),
          "dynamic rules only exclude, so no link opens the app on Android 15 and later",
          help: "add a last rule, `{ \"/\": \"*\" }`")
      } else if file.dynamicRules.contains(where: {
        $0.app.statement == app.statement && $0.rules.opensNothing
      }) {
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
    let effect = "Android discards all dynamic rules of the statement"
    if fault == list {
      findings.report(
        fault, "`dynamic_app_link_components` must be an array; \(effect)",
        help: "wrap the rules in `[ ]`")
    } else if tree.isString(fault), tree.text(fault).isEmpty {
      findings.report(
        fault, "pattern must not be empty; \(effect)", help: "remove the key, or write `*`"
      )
    } else if tree.parent(fault) == list {
      findings.report(
        fault, "dynamic rule must be an object; \(effect)",
        help: "write `{ \"/\": \"/orders/*\" }`")
    } else {
      let name = tree.key(of: fault).map { tree.text($0).quoted } ?? "field"
      findings.report(
        fault, "\(name) has the wrong type; \(effect)",
        help:
          "use strings for `/`, `#` and `comments`, an object for `?`, `true` or `false` for `exclude`"
      )
    }
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
      let name = tree.text(key)
      guard name.utf8.count <= 64,
        let near = Self.words[Array(name.utf8)[...].lowercased[...].string]
          ?? Nearest.name(to: name.string, among: Self.known.dropFirst(3))
      else {
        findings.report(
          key, severity: .note, "unknown key \(name.quoted) is ignored by Android",
          help: "remove it, or use `comments` for remarks")
        continue
      }
      findings.report(
        key, severity: near == "comments" ? .note : nil,
        "unknown key \(name.quoted) is ignored by Android", help: "did you mean `\(near)`?",
        fixes: tree.value(of: near, in: rule) == nil
          ? findings.replacing(key, by: near, "rename it to `\(near)`", isSafe: false) : [])
    }
  }

  /// Reports unknown schema names, such as `paths` instead of `dynamic_app_link_components`.
  private func checkNames(_ statement: NodeID, _ tree: SourceTree, _ findings: inout Findings) {
    guard let extensions = tree.value(of: "relation_extensions", in: statement) else { return }
    for (relation, value) in tree.entries(extensions) {
      if !tree.text(relation, equals: AssetLinks.handleAllURLs.string) {
        guard tree.value(of: "dynamic_app_link_components", in: value) != nil else { continue }
        findings.report(
          relation,
          "dynamic rules must be under `\(AssetLinks.handleAllURLs)`; Android ignores these",
          help: "move them under `\(AssetLinks.handleAllURLs)`")
        continue
      }
      for (key, _) in tree.entries(value)
      where !tree.text(key, equals: "dynamic_app_link_components") {
        findings.report(
          key, "unknown key \(tree.text(key).quoted) is ignored by Android",
          help: "write rules under `dynamic_app_link_components`")
      }
    }
  }
}
