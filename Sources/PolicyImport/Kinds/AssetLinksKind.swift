import AssociationFiles
import PolicyText
import PolicyModel

/// `assetlinks.json`.
///
/// Read more leniently than Google does: a fingerprint in lower case voids the statement there, and is what
/// the team means here.
package enum AssetLinksKind: ImportKind {
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

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    let faults = AssetLinks(reading: tree).problems.filter { voiding.contains($0.kind) }
    for (index, item) in tree.items(root).enumerated() {
      if let fault = faults.first(where: { $0.statement == index }) {
        facts.leaveOut(
          .dropped, "a malformed `relation` or `include`: Google and Android ignore the statement",
          at: tree.location(fault.node ?? item),
          help: "`linkpolicy validate` says what is wrong with it")
        continue
      }
      if let include = tree.value(of: "include", in: item) {
        facts.leaveOut(
          .dropped, "a policy has no lists that include others: \(quoted(include, tree))",
          at: tree.location(include), help: "import that list as well")
        continue
      }
      guard let target = tree.value(of: "target", in: item) else { continue }
      let namespace = tree.value(of: "namespace", in: target)
      if let site = tree.value(of: "site", in: target),
        namespace.map({ tree.text($0, equals: "web") }) ?? true
      {
        facts.leaveOut(
          .dropped, "a policy has no statements about other sites: \(quoted(site, tree))",
          at: tree.location(site))
      } else if let package = tree.value(of: "package_name", in: target) {
        statement(item, package, target, tree, source, &facts)
      }
    }
  }

  /// Faults that void a statement and that no finding about the policy would show.
  private static let voiding: Set<AssetLinksProblem.Kind> = [
    .includeNotAlone, .includeNotString, .relationNotArray, .relationEmpty, .relationNotString,
    .relationInvalid, .relationKindInvalid, .relationDetailInvalid,
  ]

  private static func statement(
    _ node: NodeID, _ package: NodeID, _ target: NodeID, _ tree: SourceTree,
    _ source: ImportSource, _ facts: inout ImportFacts
  ) {
    let namespace = tree.value(of: "namespace", in: target)
    guard let namespace, tree.text(namespace, equals: "android_app") else {
      let what = namespace.map { "`namespace` must be `android_app`, found \(quoted($0, tree))" }
      facts.leaveOut(
        .dropped,
        "\(what ?? "`target` has no `namespace`"): Google and Android ignore the statement",
        at: tree.location(namespace ?? package),
        help: "write `\"namespace\": \"android_app\"` if the statement is meant")
      return
    }
    let app = AppReference.android(package: tree.text(package))
    let host = FactSubject.host(.serving(source.id))
    facts.mention(.app(app), at: tree.location(package))
    if let list = tree.value(of: "sha256_cert_fingerprints", in: target) {
      for item in tree.items(list) {
        let text = tree.text(item)
        if Fingerprint(text) != nil, !Fingerprint.isCanonical(text) {
          facts.leaveOut(
            .shadowed,
            "Google reads fingerprints in upper case with colons only, and passes the statement "
              + "over: the policy has it in that form", at: tree.location(item))
        }
        facts.add(
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
        let rules = DynamicRulesReading(tree).rules(dynamic, into: &facts)
        facts.add(
          host, DomainKey.links,
          is: .link(LinkFact(apps: [.init(app, at: tree.location(package))], rules: rules)),
          at: tree.location(node))
      case AssetLinks.getLoginCredentials:
        facts.add(host, DomainKey.credentials, is: .app(app), at: location)
      case let other:
        facts.leaveOut(
          .dropped, "a policy has no relation \(UTF8Text.quoted(other.string))", at: location)
      }
    }
  }

  private static func quoted(_ node: NodeID, _ tree: SourceTree) -> String {
    UTF8Text.quoted(tree.text(node).string)
  }
}
