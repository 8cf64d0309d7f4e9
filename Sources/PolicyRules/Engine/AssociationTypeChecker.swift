import AssociationFiles
import PolicyText

/// Reports values of association files with a type that platforms ignore, as `wrong-type`, `missing-key` and
/// `unknown-value`.
struct AssociationTypeChecker {
  private let tree: SourceTree

  init(_ tree: SourceTree) { self.tree = tree }

  func apple() -> [Findings.Entry] {
    var findings = Findings(.wrongType, tree)
    guard let root = tree.root else { return [] }
    guard tree.kind(root) == .mapping else {
      findings.report(
        root, "file must be a JSON object, found \(type(of: root)); iOS ignores it",
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
      return findings.report(
        entry, "entry of `details` must be an object, found \(type(of: entry)); iOS ignores it",
        help: "write `{ \"appIDs\": […], \"components\": […] }`")
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
        findings.report(
          item, "path must be a string, found \(type(of: item)); iOS ignores it",
          help: "write the path in quotes, such as `\"/buy/*\"`")
      }
    }
  }

  /// It is unknown how iOS handles such values, so each is an error.
  private func component(_ node: NodeID?, _ findings: inout Findings) {
    guard let node else { return }
    guard tree.kind(node) == .mapping else {
      return findings.report(
        node, "component must be an object, found \(type(of: node)); iOS ignores it",
        help: "write an object, such as `{ \"/\": \"/buy/*\" }`")
    }
    for (key, value) in tree.entries(node) {
      let name = tree.text(key)
      switch name {
      case "/", "#":
        guard !tree.isString(value) else { continue }
        findings.report(
          value,
          "\(name.quoted) must be a string, found \(type(of: value)); iOS ignores the constraint",
          help: "write the pattern in quotes")
      case "?":
        guard !tree.isString(value), tree.kind(value) != .mapping else { continue }
        findings.report(
          value,
          "`?` must be a string or an object, found \(type(of: value)); iOS ignores the constraint",
          help: "write `\"NAME=VALUE\"` or `{ \"NAME\": \"VALUE\" }`")
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
          "remove the quotes", isSafe: false,
          edits: [.init(tree.location(value), tree.text(value).string)])
      ] : []
    findings.report(
      value,
      "\(name.quoted) must be `true` or `false`, found \(type(of: value)); how iOS reads it is unknown",
      help: isWord
        ? "write `\(tree.text(value).string)` without quotes"
        : "write `true` or `false` without quotes",
      fixes: fixes)
  }

  private func expect(
    _ kind: NodeKind, _ node: NodeID, _ name: String, _ effect: String,
    _ findings: inout Findings
  ) -> Bool {
    if tree.kind(node) == kind { return true }
    let what = kind == .mapping ? "an object" : "an array"
    findings.report(
      node, "\(ExactString(name).quoted) must be \(what), found \(type(of: node)); \(effect)",
      help: "write \(kind == .mapping ? "`{ … }`" : "`[ … ]`")")
    return false
  }

  /// The JSON type of a value, for messages.
  private func type(of node: NodeID) -> String {
    switch tree.kind(node) {
    case .mapping: return "an object"
    case .sequence: return "an array"
    default:
      if tree.isString(node) { return "a string" }
      let text = tree.text(node)
      return text == "null" ? "null" : text == "true" || text == "false" ? "a boolean" : "a number"
    }
  }

  func android(_ file: AssetFile) -> [Findings.Entry] {
    var types = Findings(.wrongType, tree)
    var missing = Findings(.missingKey, tree)
    var unknown = Findings(.unknownValue, tree)
    let ignored = "Google and Android ignore the statement"
    for problem in file.content.problems {
      guard let node = problem.node else { continue }
      switch problem.kind {
      case .targetMissing:
        missing.report(
          first(node), "statement must have a `target`; \(ignored)",
          help: "add a `target` with the app's `package_name`")
      case .targetNotObject:
        types.report(
          node, "`target` must be an object, found \(type(of: node)); \(ignored)",
          help: "write `{ \"namespace\": \"android_app\", … }`")
      case .namespaceUnknown where tree.kind(node) == .mapping:
        missing.report(
          tree.place(node), "`target` must have a `namespace`; \(ignored)",
          help: "add `\"namespace\": \"android_app\"`")
      case .namespaceUnknown:
        unknown.report(
          node,
          "`namespace` must be `android_app` or `web`, found \(tree.text(node).quoted); \(ignored)",
          near: Nearest.name(to: tree.text(node).string, among: ["android_app", "web"]),
          help: "write `android_app` or `web`")
      default: continue
      }
    }
    return types.entries + missing.entries + unknown.entries + AssetKeyChecker.entries(file)
  }

  /// The first key of an object, because the object may be pages long.
  private func first(_ node: NodeID) -> NodeID {
    for (key, _) in tree.entries(node) { return key }
    return node
  }
}
