import AssociationFiles
import PolicyModel
import PolicyText

/// Reads the `applinks` section of an `apple-app-site-association` file.
struct AppleLinksReading {
  let links: AppleLinks
  let tree: SourceTree
  let source: ImportSource
  let host: ImportSubject

  func read(into imported: inout ImportedValues) {
    variables(into: &imported)
    if links.isKeyedByApp, links.details.count > 1 {
      imported.leaveOut(
        .shadowed,
        "`details` is an object keyed by app, whose order Apple doesn't define; the policy uses the file's order",
        at: place(links.node), help: "check the order of the rules in the policy")
    }
    noteDefaults(links.defaults, into: &imported)
    var earlier: [(apps: Set<AppReference>, rules: [LinkRule])] = []
    for entry in links.details {
      guard let node = entry.node else { continue }
      let apps = apps(of: SourceObject(node, in: tree), into: &imported)
      noteDefaults(entry.defaults, into: &imported)
      let rules = rules(of: entry, node, into: &imported)
      guard !apps.isEmpty else { continue }
      // Repeated for iOS 12 and earlier, which ignore `appIDs`; it never applies.
      let plain = rules.map(\.rule).map(withoutComment)
      let left = apps.filter { app in
        !earlier.contains { $0.apps.contains(app.app) && $0.rules == plain }
      }
      guard !left.isEmpty else {
        imported.leaveOut(
          .shadowed, "this entry repeats an earlier entry for the same apps",
          at: tree.location(node), help: "no action needed: the first entry applies")
        continue
      }
      earlier.append((Set(left.map(\.app)), plain))
      imported.add(
        host, DomainKey.links, is: .link(ImportedLinks(apps: left, rules: .rules(rules))),
        at: tree.location(node))
    }
  }

  private func variables(into imported: inout ImportedValues) {
    guard let node = links.node else { return }
    let variables = SourceObject(node, in: tree)["substitutionVariables"]
    for (name, values) in variables?.entries ?? [] {
      for value in values.items where tree.style(value.node) == .jsonString {
        imported.add(
          host, keys: [DomainKey.variables], entry: name.text.value, is: .text(value.text.value),
          at: value.location)
      }
    }
  }

  // MARK: apps

  private func apps(
    of entry: SourceObject, into imported: inout ImportedValues
  ) -> [ImportedLinks.App] {
    var ids: [SourceObject] = []
    let single = entry["appID"]
    if links.isKeyedByApp {
      ids = tree.key(of: entry.node).map { [SourceObject($0, in: tree)] } ?? []
    } else if let list = entry["appIDs"] {
      ids = list.items
      if let single, !ids.contains(where: { $0.text.value == single.text.value }) {
        imported.leaveOut(
          .shadowed, "iOS 13 and later ignore `appID` if an entry has `appIDs`",
          at: single.location, help: "add the app to `appIDs` if it should open links")
      }
    } else if let single {
      ids = [single]
    }
    var apps: [ImportedLinks.App] = []
    for id in ids {
      if let app = imported.app(id) { apps.append(ImportedLinks.App(app, at: id.location)) }
    }
    return apps
  }

  // MARK: rules

  private func rules(
    of entry: AppleLinkEntry, _ node: NodeID, into imported: inout ImportedValues
  ) -> [ImportedLinks.Rule] {
    switch entry.rules {
    case .paths(let paths):
      return paths.map { ImportedLinks.Rule(Self.rule($0), at: place($0.node)) }
    case .components(let components):
      let rules = components.compactMap { component in rule(component, entry, &imported) }
      noteLegacyPaths(of: rules, node, into: &imported)
      return rules
    }
  }

  private static func rule(_ path: AppleLegacyPath) -> LinkRule {
    LinkRule(path: path.pattern, exclude: path.exclude)
  }

  private func rule(
    _ component: AppleLinkComponent, _ entry: AppleLinkEntry, _ imported: inout ImportedValues
  ) -> ImportedLinks.Rule? {
    let merged = component.inheriting(entry.defaults).inheriting(links.defaults)
    let location = place(component.node)
    var rule = LinkRule(
      path: merged.path, fragment: merged.fragment, exclude: merged.exclude ?? false,
      caseSensitive: merged.caseSensitive ?? true, percentEncoded: merged.percentEncoded ?? true,
      comment: merged.comment)
    switch merged.query {
    case .items(let items): rule.query = items
    case .pattern("*"), .ignored, nil: break
    case .pattern(let pattern):
      imported.leaveOut(
        .pattern,
        "policies don't support whole-query patterns: left out \(DisplayText.quoted(pattern.string)), \(effect(rule))",
        at: location, help: "write a pattern for each query item")
      return nil
    }
    guard rule.path == nil, rule.query.isEmpty, rule.fragment == nil else {
      return ImportedLinks.Rule(rule, at: location)
    }
    let isUnconditional = merged.path == nil && merged.query == nil
    if isUnconditional, !source.options.keepsCatchAll {
      imported.leaveOut(
        .pattern, "left out a rule without conditions, which matches every link: \(effect(rule))",
        at: location, help: "pass `--keep-catch-all` to write it as `path: \"*\"`")
      return nil
    }
    rule.path = "*"
    return ImportedLinks.Rule(rule, at: location)
  }

  private func effect(_ rule: LinkRule) -> String {
    rule.exclude ? "so its links open the app" : "so its links stay in the browser"
  }

  /// Reports `paths` next to `components`, which only iOS 12 and earlier read.
  private func noteLegacyPaths(
    of rules: [ImportedLinks.Rule], _ entry: NodeID, into imported: inout ImportedValues
  ) {
    guard let paths = tree.value(of: "paths", in: entry) else { return }
    let legacy = tree.items(paths).map { Self.rule(AppleLegacyPath(tree.text($0))) }
    guard legacy != rules.map({ withoutComment($0.rule) }) else { return }
    imported.leaveOut(
      .shadowed, "`paths` differs from `components`; iOS 13 and later ignore it",
      at: tree.location(paths), help: "remove `paths` if no app supports iOS 12")
  }

  /// Reports defaults that Apple doesn't document but `swcutil` accepts.
  private func noteDefaults(_ defaults: AppleLinkComponent?, into imported: inout ImportedValues) {
    guard let defaults, let node = defaults.node,
      defaults.path != nil || defaults.query != nil || defaults.fragment != nil
        || defaults.exclude != nil
    else { return }
    imported.leaveOut(
      .shadowed,
      "Apple documents `defaults` for `caseSensitive` and `percentEncoded` only; all keys are merged, as in `swcutil`",
      at: tree.location(node), help: "write the other keys in each component")
  }

  private func withoutComment(_ rule: LinkRule) -> LinkRule {
    var rule = rule
    rule.comment = nil
    return rule
  }

  private func place(_ node: NodeID?) -> SourceLocation {
    node.map { tree.location($0) } ?? source.start
  }
}
