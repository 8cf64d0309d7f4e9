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
    guard source.looksLikeJSON, let items = source.json.tree.rootObject?.items else { return .no }
    if items.contains(where: { $0.has("include") || $0.has("relation") && $0.has("target") }) {
      return .yes
    }
    return items.contains { $0.has("target") } ? .nearly(missing: "relation") : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.json) else { return }
    let problems = AssetLinks(reading: root.tree).problems.filter { voiding.contains($0.kind) }
    for (index, item) in root.items.enumerated() {
      if let problem = problems.first(where: { $0.statement == index }) {
        imported.leaveOut(
          .dropped, "malformed `relation` or `include`; Google and Android ignore the statement",
          at: root.tree.location(problem.node ?? item.node),
          help: "run `linkpolicy validate` on the file for details")
      } else if let include = item["include"] {
        imported.leaveOut(
          .dropped, "policies don't support `include`: left out \(include.quoted)",
          at: include.location, help: "import the included list as well")
      } else if let target = item["target"] {
        let namespace = target["namespace"]?.text.value
        if let site = target["site"], namespace == nil || namespace == "web" {
          imported.leaveOut(
            .dropped, "policies don't support statements about sites: left out \(site.quoted)",
            at: site.location, help: "no action needed: it doesn't affect apps")
        } else if let package = target["package_name"] {
          statement(item, package.text, target, source, &imported)
        }
      }
    }
  }

  /// Problems that make Google ignore a statement, and that no finding about the policy would show.
  private static let voiding: Set<AssetLinksProblem.Kind> = [
    .includeNotAlone, .includeNotString, .relationNotArray, .relationEmpty, .relationNotString,
    .relationInvalid, .relationKindInvalid, .relationDetailInvalid,
  ]

  private static func statement(
    _ statement: SourceObject, _ package: SourceString, _ target: SourceObject,
    _ source: ImportSource, _ imported: inout ImportedValues
  ) {
    let namespace = target["namespace"]
    guard let namespace, namespace.text.value == "android_app" else {
      let what = namespace.map { "`namespace` must be `android_app`, found \($0.quoted)" }
      imported.leaveOut(
        .dropped,
        "\(what ?? "missing `namespace` in `target`"); Google and Android ignore the statement",
        at: namespace?.location ?? package.location, help: "write `\"namespace\": \"android_app\"`")
      return
    }
    let app = AppReference.android(package: package.value)
    let host = ImportSubject.host(.serving(source.id))
    imported.mention(.app(app), at: package.location)
    for text in target.items("sha256_cert_fingerprints").map(\.text) {
      let fingerprint = Fingerprint(text.value).map { ExactString($0.text) }
      if fingerprint != nil, !Fingerprint.isCanonical(text.value) {
        imported.leaveOut(
          .shadowed,
          "Google ignores statements with fingerprints that aren't uppercase with colons; the policy corrects it",
          at: text.location, help: "deploy the file that `linkpolicy generate` writes")
      }
      imported.add(
        .app(app), AppKey.sha256CertFingerprints, from: text.replaced(by: fingerprint ?? text.value)
      )
    }
    let dynamic = DynamicRules(statement: statement.node, in: statement.tree)
    for relation in statement.items("relation").map(\.text) {
      switch relation.value {
      case AssetLinks.handleAllURLs:
        let rules = DynamicRulesReading(tree: statement.tree).rules(dynamic, into: &imported)
        let links = ImportedLinks(apps: [.init(app, at: package.location)], rules: rules)
        imported.add(host, DomainKey.links, is: .link(links), at: statement.location)
      case AssetLinks.getLoginCredentials:
        imported.add(host, DomainKey.credentials, is: .app(app), at: relation.location)
      default:
        imported.leaveOut(
          .dropped, "policies don't support the relation \(relation.quoted)",
          at: relation.location, help: "no action needed: it doesn't affect sign-in")
      }
    }
  }
}
