import AssociationFiles
import PolicyText

/// Reports keys of `assetlinks.json` that Google and Android ignore as `unknown-key`: ignored link rules as an error,
/// a misspelled key as a warning, and anything else as a note.
struct AssetKeyChecker {
  private let tree: SourceTree
  private var findings: Findings
  /// Names that were already reported: a key in many statements is one finding.
  private var seen: Set<ExactString> = []

  init(_ tree: SourceTree) {
    self.tree = tree
    findings = Findings(.unknownKey, tree)
  }

  static func entries(_ file: AssetFile) -> [Findings.Entry] {
    var checker = AssetKeyChecker(file.tree)
    guard let root = file.tree.root, file.tree.kind(root) == .sequence else { return [] }
    for statement in file.tree.items(root) where file.tree.kind(statement) == .mapping {
      checker.check(statement: statement)
    }
    return checker.findings.entries
  }

  private static let statementKeys = ["relation", "target", "relation_extensions", "include"]
  private static let appKeys = ["namespace", "package_name", "sha256_cert_fingerprints"]
  private static let siteKeys = ["namespace", "site"]

  /// Names that people use for link rules, in lower case.
  private static let ruleNames: Set<String> = [
    "include", "includes", "exclude", "excludes", "allow", "deny", "path", "paths", "components",
    "rules", "details", "applinks", "dynamic_app_link_components", "dynamicapplinkcomponents",
    "pathprefix", "path_prefix", "pathpattern", "path_pattern", "filters", "intent_filters",
    "patterns", "/", "?", "#", "urls", "links", "uri_relative_filter_groups",
  ]

  /// Returns true if `include` contains link rules instead of the URL of another list.
  static func hasRules(_ include: NodeID, in tree: SourceTree) -> Bool {
    guard tree.isString(include) else { return true }
    return URLParts(tree.text(include)).authority == nil
  }

  private mutating func check(statement: NodeID) {
    let include = tree.value(of: "include", in: statement)
    let target = tree.value(of: "target", in: statement)
    guard target != nil || tree.value(of: "relation", in: statement) != nil else {
      // The missing keys of other objects are reported instead.
      if include != nil { check(statement, among: ["include"], "an include") }
      return
    }
    // The finding about `include`, which makes the statement invalid, covers its rules.
    let isReported = include.map { Self.hasRules($0, in: tree) } ?? false
    check(statement, among: Self.statementKeys, "a statement", skippingRules: isReported)
    if let target, tree.kind(target) == .mapping {
      switch tree.value(of: "namespace", in: target).map({ tree.text($0).string }) {
      case "android_app": check(target, among: Self.appKeys, "the target of an app")
      case "web": check(target, among: Self.siteKeys, "the target of a site")
      default: break
      }
    }
    guard let extensions = tree.value(of: "relation_extensions", in: statement) else { return }
    for (key, value) in tree.entries(extensions)
    where !tree.text(key, equals: AssetLinks.handleAllURLs.string) {
      // `dynamic-rules-invalid` reports dynamic rules under another name.
      guard tree.value(of: "dynamic_app_link_components", in: value) == nil else { continue }
      report(
        key,
        near: Nearest.name(to: tree.text(key).string, among: [AssetLinks.handleAllURLs.string]),
        "relation_extensions")
    }
  }

  private mutating func check(
    _ object: NodeID, among known: [String], _ what: String, skippingRules: Bool = false
  ) {
    var rules: [NodeID] = []
    for (key, _) in tree.entries(object) where tree.index(of: key, among: known) == nil {
      let name = tree.text(key)
      if Self.ruleNames.contains(Array(name.utf8)[...].lowercased[...].string) {
        rules.append(key)
        continue
      }
      let isComment = Self.commentKeys.contains(Array(name.utf8)[...].lowercased[...].string)
      let near = (isComment ? nil : Nearest.name(to: name.string, among: known))
        .flatMap { tree.value(of: $0, in: object) == nil ? $0 : nil }
      report(key, near: near, what)
    }
    guard let first = rules.first, !skippingRules else { return }
    let names = rules.map { tree.text($0).quoted }.joined(separator: ", ")
    guard seen.insert(ExactString("\(what) \(names)")).inserted else { return }
    findings.report(
      first,
      "\(names) in \(what) \(rules.count == 1 ? "is" : "are") ignored, so every link in the app's manifest "
        + "opens the app",
      help: "write the rules under `relation_extensions`, `\(AssetLinks.handleAllURLs)`, "
        + "`dynamic_app_link_components`",
      notes: rules.dropFirst().map { findings.note("also ignored", at: $0) },
      fixes: tree.parent(object).map { tree.kind($0) == .sequence } == true
        ? RelationExtensionsFix.fixes(object, findings) : [])
  }

  private mutating func report(_ key: NodeID, near: String?, _ what: String) {
    let name = tree.text(key)
    guard seen.insert(ExactString("\(what) \(name)")).inserted else { return }
    let isComment = Self.commentKeys.contains(Array(name.utf8)[...].lowercased[...].string)
    findings.report(
      key, severity: near == nil || isComment ? .note : .warning,
      "unknown key \(name.quoted) in \(what); Google and Android ignore it",
      near: near, help: "remove it, or check its spelling and level", verb: "rename it to",
      isMinor: isComment)
  }

  /// Names that people use for comments.
  private static let commentKeys: Set<String> = [
    "comment", "comments", "_comment", "_comments", "//", "description", "_description", "note",
    "notes", "_note", "$schema", "$comment",
  ]
}
