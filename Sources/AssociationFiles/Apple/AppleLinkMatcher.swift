package import PolicyText

/// What the rules say about one URL and one app on iOS.
package struct AppleLinkDecision: Sendable, Equatable {
  /// The app ID.
  package var app: ExactString
  /// Whether it opens.
  package var outcome: LinkOutcome
  /// The entry of `details` that decides, from 0.
  package var entry: Int?
  /// The rule within, from 0.
  package var rule: Int?
  /// That rule in the file, when it was read from one.
  package var node: NodeID?
}

/// What an association file says about one URL.
package struct AppleLinkAnswer: Sendable, Equatable {
  /// Why no rule was evaluated.
  package var problem: LinkURLProblem?
  /// One per app of the file, in order of first appearance.
  package var decisions: [AppleLinkDecision]

  /// The apps that open the URL; a device with several takes the first.
  package var opens: [ExactString] {
    let open = decisions.enumerated().filter { $0.element.outcome == .match }
    return open.sorted {
      ($0.element.entry ?? 0, $0.offset) < ($1.element.entry ?? 0, $1.offset)
    }.map(\.element.app)
  }

  /// The decision about an app; of one that the file does not name, that no rule matches.
  package func decision(_ app: ExactString) -> AppleLinkDecision {
    decisions.first { $0.app == app } ?? AppleLinkDecision(app: app, outcome: .noMatch)
  }
}

/// Universal links of one host as iOS decides them, compiled once per file.
package struct AppleLinkMatcher: Sendable {
  private struct Entry: Sendable {
    var index: Int
    var apps: [Int]
    var rules: [AppleRule]
  }

  private let domain: ExactString
  private let apps: [ExactString]
  private let entries: [Entry]

  /// Compiles the file that a host serves.
  package init(_ file: AppleAppSiteAssociation, domain: ExactString) {
    self.domain = domain
    let links = file.applinks ?? AppleLinks(details: [])
    let variables = LinkVariables(links.substitutionVariables)
    var apps: [ExactString] = []
    var numbers: [ExactString: Int] = [:]
    var entries: [Entry] = []
    for (index, entry) in links.details.enumerated() {
      var members: [Int] = []
      for app in entry.appIDs {
        if numbers[app] == nil {
          numbers[app] = apps.count
          apps.append(app)
        }
        if let number = numbers[app] { members.append(number) }
      }
      guard !members.isEmpty else { continue }
      let rules = links.compiledRules(of: entry, variables)
      entries.append(Entry(index: index, apps: members, rules: rules))
    }
    self.apps = apps
    self.entries = entries
  }

  /// The answer about a URL.
  package func answer(_ url: ExactString) -> AppleLinkAnswer {
    answer(url) { _ in }
  }

  /// The decision about a URL, and each evaluated rule with the reason why it does not match.
  package func trace(_ url: ExactString) -> (answer: AppleLinkAnswer, steps: [LinkRuleStep]) {
    var steps: [LinkRuleStep] = []
    let answer = answer(url) { steps.append($0) }
    return (answer, steps)
  }

  private func answer(
    _ url: ExactString, _ record: (LinkRuleStep) -> Void
  ) -> AppleLinkAnswer {
    var decisions = apps.map { AppleLinkDecision(app: $0, outcome: .noMatch) }
    let parts = URLParts(url)
    guard parts.isWeb else { return AppleLinkAnswer(problem: .scheme, decisions: decisions) }
    guard parts.hasHost(domain) else {
      return AppleLinkAnswer(problem: .host(parts.host), decisions: decisions)
    }
    let subject = AppleSubject(parts)
    for entry in entries {
      // An earlier entry has decided about all of its apps.
      if entry.apps.allSatisfy({ decisions[$0].entry != nil }) { continue }
      for (index, rule) in entry.rules.enumerated() {
        let mismatch = rule.mismatch(subject)
        record(
          LinkRuleStep(
            entry: entry.index, rule: index, node: rule.node, excludes: rule.excludes,
            isLegacy: rule.isLegacy, isUnverified: rule.isUnverified, mismatch: mismatch))
        guard mismatch == nil else { continue }
        for app in entry.apps where decisions[app].entry == nil {
          decisions[app].outcome = rule.excludes ? .exclude : .match
          decisions[app].entry = entry.index
          decisions[app].rule = index
          decisions[app].node = rule.node
        }
        break
      }
    }
    return AppleLinkAnswer(problem: nil, decisions: decisions)
  }
}

extension AppleLinks {
  /// The rules of an entry with their defaults.
  func compiledRules(of entry: AppleLinkEntry, _ variables: LinkVariables) -> [AppleRule] {
    switch entry.rules {
    case .components(let components):
      components.map {
        AppleRule($0.inheriting(entry.defaults).inheriting(defaults), variables: variables)
      }
    case .paths(let paths): paths.map { AppleRule($0, variables: variables) }
    }
  }
}
