import AssociationFiles
import PolicyText

/// Values of association files that are of another type than platforms read: `wrong-type`,
/// `missing-key` and `unknown-value`, as in policies.
struct AssociationTypeChecker {
  private let tree: SourceTree

  init(_ tree: SourceTree) { self.tree = tree }

  /// The findings about an `apple-app-site-association`.
  func apple() -> [Findings.Entry] {
    var findings = Findings(.wrongType, tree)
    guard let root = tree.root else { return [] }
    guard tree.kind(root) == .mapping else {
      findings.report(
        root, "the file must be a JSON object: iOS ignores anything else",
        help: "write `{ \"applinks\": { … } }`")
      return findings.entries
    }
    for section in AppleFile.appSections {
      guard let node = tree.value(of: section, in: root) else { continue }
      guard expect(.mapping, node, section, "iOS ignores the section", &findings),
        let apps = tree.value(of: "apps", in: node)
      else { continue }
      _ = expect(.sequence, apps, "apps", "iOS ignores it", &findings)
    }
    guard let links = tree.value(of: "applinks", in: root),
      expect(.mapping, links, "applinks", "no link opens an app", &findings)
    else { return findings.entries }
    if let variables = tree.value(of: "substitutionVariables", in: links),
      expect(.mapping, variables, "substitutionVariables", "no variable is defined", &findings)
    {
      for (name, values) in tree.entries(variables) {
        _ = expect(
          .sequence, values, tree.text(name).string, "the variable is not defined", &findings)
      }
    }
    component(tree.value(of: "defaults", in: links), &findings)
    guard let details = tree.value(of: "details", in: links) else { return findings.entries }
    if tree.kind(details) == .scalar {
      _ = expect(.sequence, details, "details", "no link opens an app", &findings)
    }
    let entries =
      tree.kind(details) == .mapping
      ? tree.entries(details).map(\.value) : Array(tree.items(details))
    for entry in entries { self.entry(entry, &findings) }
    return findings.entries
  }

  private func entry(_ entry: NodeID, _ findings: inout Findings) {
    guard tree.kind(entry) == .mapping else {
      return findings.report(entry, "an entry of `details` is an object: iOS ignores this one")
    }
    component(tree.value(of: "defaults", in: entry), &findings)
    if let components = tree.value(of: "components", in: entry),
      expect(.sequence, components, "components", "no link opens the app", &findings)
    {
      for item in tree.items(components) { component(item, &findings) }
    }
    if let paths = tree.value(of: "paths", in: entry),
      expect(.sequence, paths, "paths", "no link opens the app", &findings)
    {
      for item in tree.items(paths) where !tree.isString(item) {
        findings.report(item, "a path is a string: iOS ignores this one")
      }
    }
  }

  /// What iOS makes of such values was never seen, so each is an error.
  private func component(_ node: NodeID?, _ findings: inout Findings) {
    guard let node else { return }
    guard tree.kind(node) == .mapping else {
      return findings.report(
        node, "a component is an object, such as `{ \"/\": \"/buy/*\" }`: iOS ignores this one")
    }
    for (key, value) in tree.entries(node) {
      let name = tree.text(key)
      switch name {
      case "/", "#":
        guard !tree.isString(value) else { continue }
        findings.report(value, "\(name.quoted) of a component is a string: the constraint is lost")
      case "?":
        guard !tree.isString(value), tree.kind(value) != .mapping else { continue }
        findings.report(
          value, "`?` of a component is a string or an object: the constraint is lost")
      case "exclude", "caseSensitive", "percentEncoded": bool(value, name, &findings)
      default: continue
      }
    }
  }

  private func bool(_ value: NodeID, _ name: ExactString, _ findings: inout Findings) {
    let isWord = tree.text(value, equals: "true") || tree.text(value, equals: "false")
    if tree.style(value) == .jsonLiteral, isWord, tree.kind(value) == .scalar { return }
    let fixes =
      isWord
      ? [
        Fix(
          "write it without quotes", isSafe: false,
          edits: [.init(tree.location(value), tree.text(value).string)])
      ] : []
    findings.report(
      value,
      "\(name.quoted) is `true` or `false` without quotes; what iOS makes of this is not known",
      help: isWord ? "remove the quotes" : nil, fixes: fixes)
  }

  private func expect(
    _ kind: NodeKind, _ node: NodeID, _ name: String, _ effect: String,
    _ findings: inout Findings
  ) -> Bool {
    if tree.kind(node) == kind { return true }
    let what = kind == .mapping ? "an object" : "an array"
    findings.report(node, "\(ExactString(name).quoted) must be \(what): \(effect)")
    return false
  }

  /// The findings about an `assetlinks.json`.
  func android(_ file: AssetFile) -> [Findings.Entry] {
    var types = Findings(.wrongType, tree)
    var missing = Findings(.missingKey, tree)
    var unknown = Findings(.unknownValue, tree)
    let void = "Google and Android ignore the statement"
    for problem in file.content.problems {
      guard let node = problem.node else { continue }
      switch problem.kind {
      case .targetMissing:
        missing.report(first(node), "a statement needs a `target`: \(void)")
      case .targetNotObject: types.report(node, "`target` must be an object: \(void)")
      case .namespaceUnknown where tree.kind(node) == .mapping:
        missing.report(
          tree.place(node), "`target` needs a `namespace`: \(void)",
          help: "add `\"namespace\": \"android_app\"`")
      case .namespaceUnknown:
        let near = Nearest.name(to: tree.text(node).string, among: ["android_app", "web"])
        unknown.report(
          node, "\(tree.text(node).quoted) is no namespace, `android_app` and `web` are: \(void)",
          help: near.map { "did you mean `\($0)`" },
          fixes: near.map {
            unknown.replacing(node, by: $0, "write `\($0)`", isSafe: false)
          } ?? [])
      default: continue
      }
    }
    return types.entries + missing.entries + unknown.entries + AssetKeyChecker.entries(file)
  }

  /// The first key of an object: the object itself may be pages long.
  private func first(_ node: NodeID) -> NodeID {
    for (key, _) in tree.entries(node) { return key }
    return node
  }
}
