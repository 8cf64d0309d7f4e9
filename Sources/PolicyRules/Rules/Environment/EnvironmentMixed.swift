import AssociationFiles
import PolicyText
import PolicyModel

struct EnvironmentMixed: Rule {
  static let info = RuleInfo(
    "environment-mixed", .environment, .warning,
    summary: "Disallow apps in environments where they don't exist",
    why: "A sandbox app in a production file lets test builds open users' links. linkpolicy omits "
      + "the app from that file.",
    examples: .policy(bad: links("⟦acme-ios⟧", "prod"), good: links("acme-ios", "sandbox")))

  private static func links(_ app: String, _ environment: String) -> String {
    ExamplePolicy.ios() + """
          environments: [sandbox]
      domains:
        www.acme.example:
          environment: \(environment)
          links: [{ apps: [\(app)], rules: [{ path: /orders/* }] }]

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for reference in context.workspaceIndex.appReferences.references(in: context.tree.file) {
      guard let app = reference.app else { continue }
      let missing = reference.environments.filter { !app.exists(in: $0) }
      // A value for both environments is fine if the app exists in one of them.
      guard let environment = missing.first,
        missing.count == reference.environments.count || reference.environment != nil
          || reference.opensLinks
      else { continue }
      findings.report(
        reference.text.node, in: environment,
        "app \(reference.text.value.quoted) does not exist in \(environment), but is in the "
          + "\(reference.place)",
        help: "remove it there, or add `\(environment)` to its `environments`",
        notes: [
          findings.note("the app", at: app.app.id.node, of: app.document)
        ])
    }
  }
}

extension EnvironmentMixed: AssetFileRule {
  func check(_ file: AssetFile, reporting findings: inout Findings) {
    Self.report(
      variants: file.apps.filter { $0.relations.contains(AssetLinks.handleAllURLs) }
        .compactMap { $0.package.map { (app: $0, name: $0.value) } }, &findings)
  }
}

extension EnvironmentMixed: AppleFileRule {
  func check(_ file: AppleFile, reporting findings: inout Findings) {
    let apps = (file.links?.entries.flatMap(\.apps) ?? [])
    let linked = Set(apps)
    // A different team may sign test builds.
    Self.report(
      variants: file.appTexts.filter { linked.contains($0.value) }
        .map { (app: $0, name: AppleAppIdFormat.bundle(of: $0.value)) }, &findings)
  }
}

extension EnvironmentMixed {
  /// Reports each test build whose release is in the same file.
  static func report(
    variants apps: [(app: LocatedText, name: ExactString)], _ findings: inout Findings
  ) {
    var places: [ExactString: NodeID] = [:]
    var names: [ExactString] = []
    for (app, name) in apps where places[name] == nil {
      places[name] = app.node
      if !TestBuild.isOne(name) { names.append(name) }
    }
    var seen: Set<ExactString> = []
    for (app, name) in apps where seen.insert(app.value).inserted {
      guard let release = TestBuild.release(of: name, among: names), let place = places[release]
      else { continue }
      findings.report(
        app.node,
        "test build \(app.value.quoted) is in the same file as the release, so it may open "
          + "users' links",
        help: "serve it on a test host",
        notes: [findings.note("the release", at: place)])
    }
  }
}
