import AssociationFiles
import PolicyText
import PolicyModel

/// The section `applinks` of an `apple-app-site-association`.
struct AppleLinksReading {
  private let links: AppleLinks
  private let tree: SourceTree
  private let source: ImportSource
  private let host: FactSubject

  init(_ links: AppleLinks, _ tree: SourceTree, _ source: ImportSource, _ host: FactSubject) {
    self.links = links
    self.tree = tree
    self.source = source
    self.host = host
  }

  func read(into facts: inout ImportFacts) {
    variables(into: &facts)
    if links.isKeyedByApp, links.details.count > 1 {
      facts.leaveOut(
        .shadowed,
        "`details` is an object keyed by app: Apple gives its entries no order, the policy has that of the file",
        at: place(links.node))
    }
    noteDefaults(links.defaults, into: &facts)
    var earlier: [(apps: Set<AppReference>, rules: [LinkRule])] = []
    for entry in links.details {
      guard let node = entry.node else { continue }
      let apps = apps(of: entry, node, into: &facts)
      noteDefaults(entry.defaults, into: &facts)
      let rules = rules(of: entry, node, into: &facts)
      guard !apps.isEmpty else { continue }
      // The older twin of an entry, for systems that read no `appIDs`: it never decides.
      let plain = rules.map(\.rule).map(withoutComment)
      let left = apps.filter { app in
        !earlier.contains { $0.apps.contains(app.app) && $0.rules == plain }
      }
      guard !left.isEmpty else {
        facts.leaveOut(
          .shadowed, "this entry repeats one above it for the same apps", at: tree.location(node))
        continue
      }
      earlier.append((Set(left.map(\.app)), plain))
      facts.add(
        host, DomainKey.links, is: .link(LinkFact(apps: left, rules: .rules(rules))),
        at: tree.location(node))
    }
  }

  private func variables(into facts: inout ImportFacts) {
    guard let node = links.node, let variables = tree.value(of: "substitutionVariables", in: node)
    else { return }
    for (name, values) in tree.entries(variables) {
      for value in tree.items(values) where tree.style(value) == .jsonString {
        facts.add(
          host, DomainKey.variables, entry: tree.text(name), is: .text(tree.text(value)),
          at: tree.location(value))
      }
    }
  }

  // MARK: apps

  private func apps(
    of entry: AppleLinkEntry, _ node: NodeID, into facts: inout ImportFacts
  ) -> [LinkFact.App] {
    if links.isKeyedByApp {
      guard let key = tree.key(of: node), let app = facts.app(key, in: tree) else { return [] }
      return [LinkFact.App(app, at: tree.location(key))]
    }
    var nodes: [NodeID] = []
    let single = tree.value(of: "appID", in: node)
    if let list = tree.value(of: "appIDs", in: node) {
      nodes = Array(tree.items(list))
      let isNamed = single.map { single in nodes.contains { tree.text($0) == tree.text(single) } }
      if let single, isNamed == false {
        facts.leaveOut(
          .shadowed, "`appIDs` counts and `appID` does not where an entry has both",
          at: tree.location(single))
      }
    } else if let single {
      nodes = [single]
    }
    var apps: [LinkFact.App] = []
    for node in nodes {
      guard let app = facts.app(node, in: tree) else { continue }
      apps.append(LinkFact.App(app, at: tree.location(node)))
    }
    return apps
  }

  // MARK: rules

  private func rules(
    of entry: AppleLinkEntry, _ node: NodeID, into facts: inout ImportFacts
  ) -> [LinkFact.Rule] {
    switch entry.rules {
    case .paths(let paths):
      return paths.map { LinkFact.Rule(Self.rule($0), at: place($0.node)) }
    case .components(let components):
      let rules = components.compactMap { component in rule(component, entry, &facts) }
      noteTwin(of: rules, node, into: &facts)
      return rules
    }
  }

  private static func rule(_ path: AppleLegacyPath) -> LinkRule {
    LinkRule(path: path.pattern, exclude: path.exclude)
  }

  private func rule(
    _ component: AppleLinkComponent, _ entry: AppleLinkEntry, _ facts: inout ImportFacts
  ) -> LinkFact.Rule? {
    let merged = component.inheriting(entry.defaults).inheriting(links.defaults)
    let location = place(component.node)
    var rule = LinkRule(
      path: merged.path, fragment: merged.fragment, exclude: merged.exclude ?? false,
      caseSensitive: merged.caseSensitive ?? true, percentEncoded: merged.percentEncoded ?? true,
      comment: merged.comment)
    switch merged.query {
    case .items(let items): rule.query = items
    // Asks nothing.
    case .pattern("*"), .ignored, nil: break
    case .pattern(let pattern):
      facts.leaveOut(
        .pattern,
        "the pattern \(UTF8Text.quoted(pattern.string)) for the whole query has no equal rule: \(effect(rule))",
        at: location, help: "write a pattern for each name of the query")
      return nil
    }
    guard rule.path == nil, rule.query.isEmpty, rule.fragment == nil else {
      return LinkFact.Rule(rule, at: location)
    }
    let asksNothing = merged.path == nil && merged.query == nil
    if asksNothing, !source.options.keepsCatchAll {
      facts.leaveOut(
        .pattern, "a rule that asks for nothing matches every link: \(effect(rule))", at: location,
        help: "`--keep-catch-all` writes it as `path: \"*\"`")
      return nil
    }
    rule.path = "*"
    return LinkFact.Rule(rule, at: location)
  }

  private func effect(_ rule: LinkRule) -> String {
    rule.exclude ? "what it excludes is not excluded" : "what it opens stays in the browser"
  }

  /// `paths` beside `components` count for iOS 12 and earlier only.
  private func noteTwin(
    of rules: [LinkFact.Rule], _ entry: NodeID, into facts: inout ImportFacts
  ) {
    guard let paths = tree.value(of: "paths", in: entry) else { return }
    let legacy = tree.items(paths).map { Self.rule(AppleLegacyPath(tree.text($0))) }
    guard legacy != rules.map({ withoutComment($0.rule) }) else { return }
    facts.leaveOut(
      .shadowed, "`paths` says something else than `components`, which counts since iOS 13",
      at: tree.location(paths))
  }

  /// Apple documents defaults for two keys; `swcutil` takes all.
  private func noteDefaults(_ defaults: AppleLinkComponent?, into facts: inout ImportFacts) {
    guard let defaults, let node = defaults.node,
      defaults.path != nil || defaults.query != nil || defaults.fragment != nil
        || defaults.exclude != nil
    else { return }
    facts.leaveOut(
      .shadowed,
      "Apple documents `defaults` for `caseSensitive` and `percentEncoded` only; every key is "
        + "merged into the rules, as `swcutil` does", at: tree.location(node))
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
