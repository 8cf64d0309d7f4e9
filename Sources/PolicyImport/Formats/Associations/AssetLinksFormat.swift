import AssociationFiles
import PolicyModel
import PolicyText

/// `assetlinks.json`.
///
/// More lenient than Google, which ignores statements with lowercase fingerprints.
package enum AssetLinksFormat: ImportFormat {
  package static let name = "assetlinks"
  package static let summary = "assetlinks.json (Digital Asset Links)"
  package static let usualNames = ["assetlinks.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    let tree = source.json.tree
    guard source.looksLikeJSON, let root = tree.root, tree.kind(root) == .sequence else {
      return .no
    }
    let items = tree.items(root)
    let isList = items.contains { item in
      tree.value(of: "include", in: item) != nil
        || (tree.value(of: "relation", in: item) != nil
          && tree.value(of: "target", in: item) != nil)
    }
    if isList { return .yes }
    let isClose = items.contains { tree.value(of: "target", in: $0) != nil }
    return isClose ? .nearly(missing: "relation") : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let tree = imported.usable(source.json), let root = tree.root else { return }
    let problems = AssetLinks(reading: tree).problems.filter { voiding.contains($0.kind) }
    for (index, item) in tree.items(root).enumerated() {
      if let problem = problems.first(where: { $0.statement == index }) {
        imported.leaveOut(
          .dropped, "malformed `relation` or `include`; Google and Android ignore the statement",
          at: tree.location(problem.node ?? item),
          help: "run `linkpolicy validate` on the file for details")
        continue
      }
      if let include = tree.value(of: "include", in: item) {
        imported.leaveOut(
          .dropped, "policies don't support `include`: left out \(quoted(include, tree))",
          at: tree.location(include), help: "import the included list as well")
        continue
      }
      guard let target = tree.value(of: "target", in: item) else { continue }
      let namespace = tree.value(of: "namespace", in: target)
      if let site = tree.value(of: "site", in: target),
        namespace.map({ tree.text($0, equals: "web") }) ?? true
      {
        imported.leaveOut(
          .dropped, "policies don't support statements about sites: left out \(quoted(site, tree))",
          at: tree.location(site), help: "no action needed: it doesn't affect apps")
      } else if let package = tree.value(of: "package_name", in: target) {
        statement(item, package, target, tree, source, &imported)
      }
    }
  }

  /// Problems that make Google ignore a statement, and that no finding about the policy would show.
  private static let voiding: Set<AssetLinksProblem.Kind> = [
    .includeNotAlone, .includeNotString, .relationNotArray, .relationEmpty, .relationNotString,
    .relationInvalid, .relationKindInvalid, .relationDetailInvalid,
  ]

  private static func statement(
    _ node: NodeID, _ package: NodeID, _ target: NodeID, _ tree: SourceTree,
    _ source: ImportSource, _ imported: inout ImportedValues
  ) {
    let namespace = tree.value(of: "namespace", in: target)
    guard let namespace, tree.text(namespace, equals: "android_app") else {
      let what = namespace.map { "`namespace` must be `android_app`, found \(quoted($0, tree))" }
      imported.leaveOut(
        .dropped,
        "\(what ?? "missing `namespace` in `target`"); Google and Android ignore the statement",
        at: tree.location(namespace ?? package),
        help: "write `\"namespace\": \"android_app\"`")
      return
    }
    let app = AppReference.android(package: tree.text(package))
    let host = ImportSubject.host(.serving(source.id))
    imported.mention(.app(app), at: tree.location(package))
    if let list = tree.value(of: "sha256_cert_fingerprints", in: target) {
      for item in tree.items(list) {
        let text = tree.text(item)
        if Fingerprint(text) != nil, !Fingerprint.isCanonical(text) {
          imported.leaveOut(
            .shadowed,
            "Google ignores statements with fingerprints that aren't uppercase with colons; the policy corrects it",
            at: tree.location(item), help: "deploy the file that `linkpolicy generate` writes")
        }
        imported.add(
          .app(app), AppKey.sha256CertFingerprints,
          is: .text(Fingerprint(text).map { ExactString($0.text) } ?? text),
          at: tree.location(item))
      }
    }
    let dynamic = DynamicRules(statement: node, in: tree)
    guard let relation = tree.value(of: "relation", in: node) else { return }
    for item in tree.items(relation) {
      let location = tree.location(item)
      switch tree.text(item) {
      case AssetLinks.handleAllURLs:
        let rules = DynamicRulesReading(tree).rules(dynamic, into: &imported)
        imported.add(
          host, DomainKey.links,
          is: .link(ImportedLinks(apps: [.init(app, at: tree.location(package))], rules: rules)),
          at: tree.location(node))
      case AssetLinks.getLoginCredentials:
        imported.add(host, DomainKey.credentials, is: .app(app), at: location)
      case let other:
        imported.leaveOut(
          .dropped, "policies don't support the relation \(DisplayText.quoted(other.string))",
          at: location, help: "no action needed: it doesn't affect sign-in")
      }
    }
  }

  private static func quoted(_ node: NodeID, _ tree: SourceTree) -> String {
    DisplayText.quoted(tree.text(node).string)
  }
}
