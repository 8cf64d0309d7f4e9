import PolicyText

struct AppleComponentUnknownKey: AppleFileRule {
  static let info = RuleInfo(
    "apple-component-unknown-key", .association, .error, aliases: ["component-unknown-key"],
    summary: "Disallow unknown and misplaced keys in an association file",
    why: "iOS ignores keys that it doesn't know. A component without another constraint then "
      + "matches every URL of the host, so the app opens every link, or an exclude blocks every "
      + "link. iOS also ignores known keys in the wrong object, such as `components` next to "
      + "`details`.",
    examples: .init(
      .appleAppSiteAssociation, bad: ExampleFile.components("{ ⟦\"path\"⟧: \"/buy/*\" }"),
      good: ExampleFile.components("{ \"/\": \"/buy/*\" }")),
    references: ["Apple: components", "swcutil (certain)"], isFixable: true)

  static let known = ["/", "?", "#", "exclude", "caseSensitive", "percentEncoded", "comment"]
  private static let fileKeys = ["applinks"] + AppleFile.appSections
  static let linkKeys = ["details", "defaults", "substitutionVariables", "apps"]
  private static let entryKeys = ["appIDs", "appID", "components", "paths", "defaults"]

  /// Words that people write instead of a rule's keys.
  private static let words: [String: String] = [
    "path": "/", "paths": "/", "pathname": "/", "url": "/", "query": "?", "queries": "?",
    "params": "?", "queryitems": "?", "query_items": "?", "fragment": "#", "hash": "#",
    "anchor": "#", "not": "exclude",
  ]

  /// The key of a rule that `name` stands for.
  static func meant(by name: ExactString, among keys: [String]) -> String? {
    words[ASCII.lowercased(name).string] ?? Nearest.name(to: name.string, among: keys.dropFirst(3))
  }

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    guard let root = tree.root else { return }
    check(root, among: Self.fileKeys, tree, &findings)
    for section in AppleFile.appSections {
      guard let node = tree.value(of: section, in: root) else { continue }
      check(node, among: ["apps"], of: section, tree, &findings)
    }
    if let links = tree.value(of: "applinks", in: root) {
      check(links, among: Self.linkKeys, tree, &findings)
    }
    for entry in file.entries { check(entry, among: Self.entryKeys, tree, &findings) }
    for object in file.conditions { check(component: object, tree, &findings) }
  }

  private func check(component: NodeID, _ tree: SourceTree, _ findings: inout Findings) {
    let signs = Self.known.prefix(3)
    let isFree = signs.allSatisfy { tree.value(of: $0, in: component) == nil }
    for (key, value) in tree.entries(component) where tree.index(of: key, among: Self.known) == nil
    {
      let near = Self.meant(by: tree.text(key), among: Self.known)
      let effect =
        isFree && near.map(signs.contains) ?? true ? ", so this component matches every URL" : ""
      var fixes: [Fix] = []
      if let near, tree.value(of: near, in: component) == nil {
        if fits(value, near, tree) {
          fixes = findings.replacing(key, by: near, "rename it to `\(near)`", isSafe: false)
        } else if near == "/" {
          fixes = splitting(component, at: key, value, tree)
        }
      }
      findings.report(
        key, severity: near == "comment" ? .note : nil,
        "unknown key \(tree.text(key).quoted) is ignored by iOS\(effect)",
        help: near.map { "did you mean `\($0)`?" } ?? "remove it, or use `comment` for remarks",
        fixes: fixes)
    }
  }

  /// Whether `key` accepts this value. If it doesn't, renaming would cause the next finding.
  private func fits(_ value: NodeID, _ key: String, _ tree: SourceTree) -> Bool {
    switch key {
    case "/", "#", "comment": tree.isString(value)
    case "?": tree.isString(value) || tree.kind(value) == .mapping
    default: tree.style(value) == .jsonLiteral && !tree.text(value, equals: "null")
    }
  }

  /// Splits `{ "paths": ["/a", "/b"] }` into one component for each path.
  private func splitting(
    _ object: NodeID, at key: NodeID, _ value: NodeID, _ tree: SourceTree
  ) -> [Fix] {
    let paths = Array(tree.items(value))
    let (whole, name) = (tree.span(object), tree.span(key))
    guard (1...50).contains(paths.count), paths.allSatisfy(tree.isString),
      tree.parent(object).map({ tree.kind($0) == .sequence }) == true,
      paths.count == 1 || !tree.source.bytes[whole.start..<whole.end].contains(0x0A)
    else { return [] }
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

  /// The locations in which iOS reads each key; `comment` is harmless anywhere.
  private static let homes: [(keys: [String], place: String)] = [
    (fileKeys, "at the top level of the file"),
    (["details", "substitutionVariables"], "in `applinks`"),
    (entryKeys.dropLast(), "in an entry of `details`"),
    (known.dropLast(), "in a component"),
  ]

  /// Reports misspelled or misplaced keys outside components, which iOS ignores with everything they contain. Other
  /// unknown keys are allowed.
  ///
  /// - Parameter section: the name of a section that contains only `apps`.
  private func check(
    _ object: NodeID, among known: [String], of section: String? = nil, _ tree: SourceTree,
    _ findings: inout Findings
  ) {
    for (key, value) in tree.entries(object) where tree.index(of: key, among: known) == nil {
      let name = tree.text(key).quoted
      if let section, tree.index(of: key, among: ["details", "appIDs", "appID"]) != nil {
        let isVoid = tree.value(of: "apps", in: object) == nil
        let isList = tree.text(key, equals: "appIDs") && tree.kind(value) == .sequence
        findings.report(
          key,
          "misplaced key \(name) is ignored by iOS"
            + (isVoid ? ", so `\(section)` lists no app" : "; `\(section)` contains only `apps`"),
          help: "write `\"apps\": [\"PREFIX.bundle.id\"]`",
          fixes: isVoid && isList
            ? findings.replacing(key, by: "apps", "rename it to `apps`", isSafe: false) : [])
      } else if let home = Self.homes.first(where: { tree.index(of: key, among: $0.keys) != nil }) {
        findings.report(
          key, "misplaced key \(name) is ignored; iOS reads it only \(home.place)",
          help: "move it to where iOS reads it, or remove it")
      } else if let near = Self.meant(by: key, of: object, among: known, tree) {
        findings.report(
          key, "unknown key \(name) is ignored by iOS, with everything it contains",
          near: Self.key(near, for: value, tree), verb: "rename it to")
      }
    }
  }

  /// The known key that `key` probably stands for; nil if the object already has that key.
  private static func meant(
    by key: NodeID, of object: NodeID, among known: [String], _ tree: SourceTree
  ) -> String? {
    guard tree.index(of: key, among: known) == nil,
      let near = Nearest.name(to: tree.text(key).string, among: known)
    else { return nil }
    let taken = near.hasPrefix("appID") ? ["appIDs", "appID"] : [near]
    return taken.allSatisfy { tree.value(of: $0, in: object) == nil } ? near : nil
  }

  /// The key of the old or new format that accepts such a value.
  private static func key(_ near: String, for value: NodeID, _ tree: SourceTree) -> String {
    let first = tree.items(value).first { _ in true }
    switch near {
    case "appIDs", "appID": return tree.kind(value) == .sequence ? "appIDs" : "appID"
    case "components" where first.map(tree.isString) == true: return "paths"
    case "paths" where first.map({ tree.kind($0) == .mapping }) == true: return "components"
    default: return near
    }
  }

  /// Whether an object has one of `keys` under a misspelled name; by default, an entry of `details`.
  static func hasMisspelled(
    _ keys: [String], of object: NodeID, among known: [String] = entryKeys, in tree: SourceTree
  ) -> Bool {
    tree.entries(object).contains { key, _ in
      meant(by: key, of: object, among: known, tree).map(keys.contains) ?? false
    }
  }
}
