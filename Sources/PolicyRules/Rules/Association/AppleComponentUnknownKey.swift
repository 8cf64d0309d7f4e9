import AssociationFiles
package import PolicyText

package struct AppleComponentUnknownKey: AppleFileRule {
  package static let info = RuleInfo(
    "apple-component-unknown-key", .association, .error, aliases: ["component-unknown-key"],
    summary: "Disallow unknown and misplaced keys in an association file",
    why:
      "iOS ignores keys that it doesn't know. A component without another constraint then "
      + "matches every URL of the host, so the app opens every link, or an exclude blocks every "
      + "link. iOS also ignores known keys in the wrong object, such as `components` next to "
      + "`details`.",
    examples: .init(
      .appleAppSiteAssociation, bad: ExampleFile.components("{ ⟦\"path\"⟧: \"/buy/*\" }"),
      good: ExampleFile.components("{ \"/\": \"/buy/*\" }")),
    references: ["Apple: components", "swcutil (certain)"], isFixable: true)
  package init() {}

  static let known = [
    "/", "?", "#", "exclude", "caseSensitive", "percentEncoded", "comment",
  ]
  /// Words that people write instead of the symbol keys.
  private static let words: [String: String] = [
    "path": "/", "paths": "/", "pathname": "/", "url": "/", "query": "?", "queries": "?",
    "params": "?", "queryitems": "?", "query_items": "?", "fragment": "#", "hash": "#",
    "anchor": "#", "not": "exclude", "excluded": "exclude", "comments": "comment",
  ]

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    checkSections(file, &findings)
    guard let links = file.content.applinks else { return }
    var objects = [links.defaults?.node].compactMap { $0 }
    for entry in links.details {
      if let node = entry.defaults?.node { objects.append(node) }
      guard case .components(let components) = entry.rules else { continue }
      objects += components.compactMap(\.node)
    }
    for object in objects { check(object, file.tree, &findings) }
  }

  private func check(_ object: NodeID, _ tree: SourceTree, _ findings: inout Findings) {
    let isFree = !tree.entries(object).contains { key, _ in
      ["/", "?", "#"].contains { tree.text(key, equals: $0) }
    }
    for (key, value) in tree.entries(object) where tree.index(of: key, among: Self.known) == nil {
      let name = tree.text(key)
      let near = nearest(name)
      let isSign = near == "/" || near == "?" || near == "#"
      var message = "unknown key \(name.quoted) is ignored by iOS"
      if isFree, isSign || near == nil { message += ", so this component matches every URL" }
      let free = near.map { tree.value(of: $0, in: object) == nil } ?? false
      let fixes = near.map { near -> [Fix] in
        guard free else { return [] }
        guard fits(value, near, tree) else {
          return near == "/" ? splitting(object, at: key, value, tree) : []
        }
        return findings.replacing(key, by: near, "rename it to `\(near)`", isSafe: false)
      }
      findings.report(
        key, severity: near == "comment" ? .note : nil, message,
        help: near.map { "did you mean `\($0)`?" } ?? "remove it, or use `comment` for remarks",
        fixes: fixes ?? [])
    }
  }

  /// Whether `key` accepts this value. If not, the renamed key would be the next finding.
  private func fits(_ value: NodeID, _ key: String, _ tree: SourceTree) -> Bool {
    switch key {
    case "/", "#", "comment": tree.isString(value)
    case "?": tree.isString(value) || tree.kind(value) == .mapping
    default:
      tree.kind(value) == .scalar && tree.style(value) == .jsonLiteral
        && (tree.text(value, equals: "true") || tree.text(value, equals: "false"))
    }
  }

  /// Splits `{ "paths": ["/a", "/b"] }` into one component for each path.
  private func splitting(
    _ object: NodeID, at key: NodeID, _ value: NodeID, _ tree: SourceTree
  ) -> [Fix] {
    let paths = tree.kind(value) == .sequence ? Array(tree.items(value)) : []
    guard !paths.isEmpty, paths.count <= Self.mostPaths, paths.allSatisfy(tree.isString),
      tree.parent(object).map({ tree.kind($0) == .sequence }) == true,
      !tree.source.bytes[tree.span(object).start..<tree.span(object).end].contains(0x0A)
        || paths.count == 1
    else { return [] }
    let (whole, name) = (tree.span(object), tree.span(key))
    func text(_ start: Int, _ end: Int) -> String { tree.source.text(SourceSpan(start, end)) }
    let components = paths.map { path in
      text(whole.start, name.start) + "\"/\": " + tree.source.text(tree.span(path))
        + text(tree.span(value).end, whole.end)
    }
    return [
      Fix(
        paths.count == 1 ? "write the path as `/`" : "write a component for each path",
        isSafe: false, edits: [.init(tree.location(object), components.joined(separator: ", "))])
    ]
  }

  /// The most paths that a fix splits.
  private static let mostPaths = 50

  private func nearest(_ name: ExactString) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let lower = Array(name.utf8)[...].lowercased[...].string
    if let word = Self.words[lower] { return word }
    return Nearest.name(to: name.string, among: Self.known.dropFirst(3))
  }

  /// Reports misspelled or misplaced keys outside components, which iOS ignores with everything they contain. Other
  /// unknown keys are allowed.
  private func checkSections(_ file: AppleFile, _ findings: inout Findings) {
    let tree = file.tree
    guard let root = tree.root else { return }
    check(root, .file, tree, &findings)
    for section in AppleFile.appSections {
      if let node = tree.value(of: section, in: root), tree.kind(node) == .mapping {
        check(node, .appList(section), tree, &findings)
      }
    }
    guard let links = tree.value(of: "applinks", in: root) else { return }
    check(links, .links, tree, &findings)
    for entry in file.entries { check(entry, .entry, tree, &findings) }
  }

  /// An object in the file, with the keys that iOS reads in it.
  private enum Section {
    case file, links, entry
    case appList(String)

    var keys: [String] {
      switch self {
      case .file: ["applinks"] + AppleFile.appSections
      case .links: ["details", "defaults", "substitutionVariables", "apps"]
      case .entry: entryKeys
      case .appList: ["apps"]
      }
    }

    /// Where iOS reads a key, or nil for unknown keys and for `comment`, which is harmless anywhere.
    static func home(of key: ExactString) -> String? {
      let name = key.string
      if ["applinks"].contains(name) || AppleFile.appSections.contains(name) {
        return "at the top level of the file"
      }
      if ["details", "substitutionVariables"].contains(name) { return "in `applinks`" }
      if entryKeys.contains(name), name != "defaults" { return "in an entry of `details`" }
      if name != "comment", known.contains(name) { return "in a component" }
      return nil
    }
  }

  private static let entryKeys = ["appIDs", "appID", "components", "paths", "defaults"]

  private func check(
    _ object: NodeID, _ section: Section, _ tree: SourceTree, _ findings: inout Findings
  ) {
    let known = section.keys
    for (key, value) in tree.entries(object) where tree.index(of: key, among: known) == nil {
      if case .appList(let name) = section, reportAppList(key, value, name, object, tree, &findings)
      {
        continue
      }
      if let home = Section.home(of: tree.text(key)) {
        findings.report(
          key, "misplaced key \(tree.text(key).quoted) is ignored; iOS reads it only \(home)",
          help: "move it to where iOS reads it, or remove it")
        continue
      }
      guard let nearest = Self.meant(by: key, of: object, among: known, tree) else { continue }
      let near = Self.key(nearest, for: value, tree)
      findings.report(
        key, "unknown key \(tree.text(key).quoted) is ignored by iOS, with everything it contains",
        help: "did you mean `\(near)`?",
        fixes: findings.replacing(key, by: near, "rename it to `\(near)`", isSafe: false))
    }
  }

  /// Reports keys of universal links in a section that contains only `apps`.
  private func reportAppList(
    _ key: NodeID, _ value: NodeID, _ section: String, _ object: NodeID, _ tree: SourceTree,
    _ findings: inout Findings
  ) -> Bool {
    guard ["details", "appIDs", "appID"].contains(where: { tree.text(key, equals: $0) }) else {
      return false
    }
    let isVoid = tree.value(of: "apps", in: object) == nil
    let isList = tree.text(key, equals: "appIDs") && tree.kind(value) == .sequence
    findings.report(
      key,
      "misplaced key \(tree.text(key).quoted) is ignored by iOS"
        + (isVoid ? ", so `\(section)` lists no app" : "; `\(section)` contains only `apps`"),
      help: "write `\"apps\": [\"PREFIX.bundle.id\"]`",
      fixes: isVoid && isList
        ? findings.replacing(key, by: "apps", "rename it to `apps`", isSafe: false) : [])
    return true
  }

  /// The known key that `key` was meant to be, or nil if the object already has that key.
  private static func meant(
    by key: NodeID, of object: NodeID, among known: [String], _ tree: SourceTree
  ) -> String? {
    guard tree.index(of: key, among: known) == nil else { return nil }
    let name = tree.text(key)
    guard name.utf8.count <= 64 else { return nil }
    let lower = Array(name.utf8)[...].lowercased
    let near =
      known.first { Array($0.utf8)[...].lowercased == lower }
      ?? Nearest.name(to: name.string, among: known)
    guard let near else { return nil }
    let taken = near.hasPrefix("appID") ? ["appIDs", "appID"] : [near]
    return taken.allSatisfy { tree.value(of: $0, in: object) == nil } ? near : nil
  }

  /// The key of the old or new format that accepts such a value.
  private static func key(_ near: String, for value: NodeID, _ tree: SourceTree) -> String {
    let isList = tree.kind(value) == .sequence
    let first = tree.items(value).first { _ in true }
    switch near {
    case "appIDs", "appID": return isList ? "appIDs" : "appID"
    case "components" where first.map(tree.isString) == true: return "paths"
    case "paths" where first.map({ tree.kind($0) == .mapping }) == true: return "components"
    default: return near
    }
  }

  /// Whether an object has one of `keys` under a misspelled name.
  static func hasMisspelled(_ keys: [String], of object: NodeID, in tree: SourceTree) -> Bool {
    tree.entries(object).contains { meant(by: $0.key, of: object, among: keys, tree) != nil }
  }

  /// Whether the entry has its rules under a misspelled key.
  static func hasMisspelledRules(_ entry: NodeID, in tree: SourceTree) -> Bool {
    tree.entries(entry).contains { key, _ in
      let near = meant(by: key, of: entry, among: entryKeys, tree)
      return near == "components" || near == "paths"
    }
  }

  /// Whether the entry has its app IDs under a misspelled key.
  static func hasMisspelledApp(_ entry: NodeID, _ tree: SourceTree) -> Bool {
    tree.entries(entry).contains { key, _ in
      meant(by: key, of: entry, among: entryKeys, tree)?.hasPrefix("appID") == true
    }
  }
}
