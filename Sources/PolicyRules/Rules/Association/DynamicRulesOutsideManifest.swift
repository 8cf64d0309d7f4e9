import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// The host is the name of the file's folder, and the manifest is the one generated from the policies.
struct DynamicRulesOutsideManifest: DeployedFileRule {
  static let info = RuleInfo(
    "dynamic-rules-outside-manifest", .association, .warning,
    summary: "Disallow dynamic rules that the app's manifest doesn't cover",
    why: "Dynamic rules only narrow the manifest. Android never adds hosts and paths that the "
      + "manifest doesn't cover, so such links stay in the browser. The rule checks an "
      + "`assetlinks.json` in a folder named after its host, if the policies declare that host and "
      + "the app.",
    examples: .init(
      .deployedAssetLinks, bad: example("{ \"/\": ⟦\"/new/*\"⟧ }"),
      good: example("{ \"/\": \"/orders/*\" }")),
    references: ["Android: Dynamic App Links (certain)"])

  private static func example(_ rule: String) -> String {
    ExamplePolicy.android() + """
      domains:
        www.acme.example:
          links:
            - apps: [acme-android]
              rules: [{ path: /orders/* }]
          credentials: [acme-android]
      # file: www.acme.example/.well-known/assetlinks.json

      """
      + ExampleFile.dynamic(
        "[\(rule)]",
        relation:
          "[\"delegate_permission/common.handle_all_urls\", \"delegate_permission/common.get_login_creds\"]"
      )
  }

  func check(_ files: [SourceTree], in workspace: Workspace) -> [Diagnostic] {
    guard !files.isEmpty, !workspace.policies.isEmpty else { return [] }
    let apps = AppProject.all(in: workspace, hosts: HostFiles(workspace))
    return files.flatMap { tree in
      var findings = Findings(Self.self, tree)
      check(tree, apps, reporting: &findings)
      return findings.entries.map(\.diagnostic)
    }
  }

  private func check(
    _ tree: SourceTree, _ apps: [AppProject], reporting findings: inout Findings
  ) {
    guard tree.isComplete, let host = Self.host(of: tree.source.name),
      apps.contains(where: { $0.links.contains { $0.host.value == host } })
    else { return }
    for statement in AssetLinks(reading: tree).statements {
      guard case .androidApp(let package, _) = statement.target, let rules = statement.dynamicRules,
        rules.faults.isEmpty
      else { continue }
      // The app in each environment that has the host.
      let known = apps.filter { $0.platform == .android && $0.identifier.value == package }
      let covered = known.flatMap(\.links).filter { $0.host.value == host }.flatMap(\.paths)
      guard !known.isEmpty, !covered.contains(where: { $0 == nil }) else { continue }
      for rule in rules.rules where !rule.exclude {
        // Lists usually end with a rule for all other paths.
        guard let path = rule.path, path != "*", path != "/*", let node = rule.node else {
          continue
        }
        let witness = path.replacingWildcards("x", "x")
        guard DynamicPattern(path).matches(witness),
          !covered.contains(where: { $0?.matches(witness) ?? true })
        else { continue }
        findings.report(
          tree.value(of: "/", in: node) ?? node,
          "the manifest of \(package.quoted) doesn't cover \(path.quoted), so the rule has no "
            + "effect",
          help: "add the path to the links of \(host.quoted) in the policy, or remove the rule")
      }
    }
  }

  /// Returns `www.acme.example` for `…/www.acme.example/.well-known/assetlinks.json`, with or without `.well-known`.
  private static func host(of name: String) -> ExactString? {
    var parts = name.utf8.split(separator: UInt8(ascii: "/")).dropLast()
    if let last = parts.last, last.elementsEqual(".well-known".utf8) { parts = parts.dropLast() }
    return parts.last.map { ASCII.lowercased(ExactString(decoding: $0)) }
  }
}
