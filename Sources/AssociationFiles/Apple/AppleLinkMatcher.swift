package import PolicyText

/// Universal links of one host, as iOS decides them. Compiled once per file.
package struct AppleLinkMatcher: Sendable {
  private let domain: ExactString
  private let apps: [ExactString]
  /// The app indices and the rules of each entry.
  private let entries: [(apps: [Int], rules: [AppleRule])]

  /// Compiles the file that a host serves.
  package init(_ file: AppleAppSiteAssociation, domain: ExactString) {
    self.domain = domain
    let links = file.applinks ?? AppleLinks(details: [])
    let variables = LinkVariables(links.substitutionVariables)
    apps = links.details.flatMap(\.appIDs).unique
    let numbers = Dictionary(uniqueKeysWithValues: zip(apps, apps.indices))
    entries = links.details.map { entry in
      (
        Set(entry.appIDs.compactMap { numbers[$0] }).sorted(),
        links.components(of: entry).map { AppleRule($0, variables: variables) }
      )
    }
  }

  /// Decides about a URL.
  package func answer(_ url: ExactString) -> LinkAnswer {
    let parts = URLParts(url)
    var answer = LinkAnswer(
      problem: LinkURLProblem(parts, host: domain), decisions: apps.map { LinkDecision(app: $0) })
    guard answer.problem == nil else { return answer }
    for (entry, (apps, rules)) in entries.enumerated() {
      // An earlier entry has already decided about the other apps.
      let open = apps.filter { answer.decisions[$0].entry == nil }
      guard !open.isEmpty else { continue }
      for (index, rule) in rules.enumerated() {
        let mismatch = rule.mismatch(parts)
        answer.steps.append(
          LinkRuleStep(
            entry: entry, rule: index, node: rule.node, excludes: rule.excludes,
            isUnverified: rule.isUnverified, mismatch: mismatch))
        guard mismatch == nil else { continue }
        for number in open {
          answer.decisions[number].outcome = rule.excludes ? .exclude : .match
          answer.decisions[number].entry = entry
          answer.decisions[number].rule = index
          answer.decisions[number].node = rule.node
          if !rule.excludes { answer.opens.append(answer.decisions[number].app) }
        }
        break
      }
    }
    return answer
  }
}

extension AppleLinks {
  /// The rules of an entry with their defaults. Paths in the legacy format are compared as written.
  package func components(of entry: AppleLinkEntry) -> [AppleLinkComponent] {
    switch entry.rules {
    case .components(let components):
      components.map { $0.inheriting(entry.defaults).inheriting(defaults) }
    case .paths(let paths):
      paths.map {
        AppleLinkComponent(path: $0.pattern, exclude: $0.exclude ? true : nil, node: $0.node)
      }
    }
  }
}
