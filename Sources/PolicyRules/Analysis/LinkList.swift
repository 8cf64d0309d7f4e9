package import AssociationFiles
package import PolicyModel
package import PolicyText

/// The link rules of a host in a policy, or of an `apple-app-site-association`. Rules of a policy
/// are evaluated as on iOS.
package struct LinkList: Sendable {
  /// A rule with defaults applied.
  package struct Rule: Sendable {
    package let node: NodeID
    /// The rule for matchers.
    package let component: AppleLinkComponent
    package let path: LocatedText?
    /// The number of bytes before the pattern in `path.node`: 4 for `NOT ` in `paths`.
    package var pathOffset = 0
    /// The query, if it is one pattern.
    package var query: LocatedText?
    package var items: [(name: LocatedText, pattern: LocatedText)] = []
    package var fragment: LocatedText?
    package var comment: LocatedText?
    /// The node with `percentEncoded: false`, if the rule compares decoded URLs.
    package var decoded: NodeID?
    /// True for an item of `paths`.
    package var isLegacy = false
    /// True if iOS ignores part of the rule (unknown keys, wrong types). This is a finding itself,
    /// so its effect on other rules isn't reported.
    package var isMisread = false

    package var excludes: Bool { component.exclude ?? false }

    /// The pattern that represents the rule in messages.
    package var title: ExactString {
      if let path {
        // An empty value in backticks would be invisible.
        return ExactString(
          (excludes && isLegacy ? "NOT " : "")
            + (path.value.isEmpty ? "\"\"" : path.value.string))
      }
      return ExactString(
        items.first.map { "?\($0.name.value)=\($0.pattern.value)" }
          ?? query.map { "?\($0.value)" } ?? fragment.map { "#\($0.value)" } ?? "*")
    }

    /// The node of the rule for findings: its path, or the whole rule.
    package var place: NodeID { path?.node ?? node }

    /// All patterns with the part of the URL that they match.
    package var patterns: [(part: LinkPart, text: LocatedText)] {
      (path.map { [(.path, $0)] } ?? []) + (query.map { [(.query, $0)] } ?? [])
        + items.map { (.queryItem($0.name.value), $0.pattern) }
        + (fragment.map { [(.fragment, $0)] } ?? [])
    }

    /// True if the rule has no query and no fragment.
    package var isPathOnly: Bool { query == nil && items.isEmpty && fragment == nil }

    /// True if every URL of the host matches.
    package var matchesEverything: Bool {
      guard isPathOnly else { return false }
      return path.map { $0.value == "*" || $0.value == "/*" } ?? true
    }
  }

  /// Apps and their rules; the first matching rule decides.
  package struct Entry: Sendable {
    /// App IDs, or references to apps.
    package var apps: [ExactString]
    package var rules: [Rule]
    /// The key of the list of rules.
    package var node: NodeID
    /// Whether each rule can decide.
    package var verdicts: [RuleReachability.Verdict]

    /// For each rule, the start of the adjacent rules up to it that all allow or all exclude.
    var runs: [Int] {
      var runs: [Int] = []
      for (index, rule) in rules.enumerated() {
        let isSame = index > 0 && rules[index - 1].excludes == rule.excludes
        runs.append(isSame ? runs[index - 1] : index)
      }
      return runs
    }

    /// Returns true if a rule makes a later exclude unreachable.
    func hidesExclude(_ index: Int) -> Bool {
      !rules[index].excludes
        && verdicts[(index + 1)...].enumerated().contains { offset, verdict in
          guard rules[index + 1 + offset].excludes, case .covered(let above) = verdict else {
            return false
          }
          return above.contains(index)
        }
    }

    init(apps: [ExactString], rules: [Rule], node: NodeID, variables: LinkVariables) {
      self.apps = apps
      self.rules = rules
      self.node = node
      let reachability = RuleReachability(rules.map(\.component), variables: variables)
      verdicts = reachability.verdicts.map { verdict in
        guard case .covered(let above) = verdict, above.contains(where: { rules[$0].isMisread })
        else { return verdict }
        return .unknown
      }
    }
  }

  /// The location of the rules, which determines the names of keys.
  package enum Language: Sendable {
    case policy
    case file
  }

  package let language: Language
  /// The host of a policy; nil for a file, which doesn't contain the name of its host.
  package let host: ExactString?
  package let entries: [Entry]
  /// All rules with the index of their entry and their index in it.
  package let rules: [(entry: Int, index: Int, rule: Rule)]
  let closed: UnreachableApps
  /// The bytes that occur in patterns.
  let content: ByteSet
  package let variables: LinkVariables
  package let declared: [(name: LocatedText, values: [LocatedText])]

  package init(
    language: Language, host: ExactString? = nil, entries: [Entry], variables: LinkVariables,
    declared: [(name: LocatedText, values: [LocatedText])]
  ) {
    self.language = language
    self.host = host
    self.entries = entries
    closed = UnreachableApps(entries, variables: variables)
    var rules: [(entry: Int, index: Int, rule: Rule)] = []
    for (entry, content) in entries.enumerated() {
      for (index, rule) in content.rules.enumerated() { rules.append((entry, index, rule)) }
    }
    self.rules = rules
    var content = ByteSet([])
    for (_, _, rule) in rules {
      for (_, text) in rule.patterns { content.formUnion(ByteSet(of: text.value)) }
    }
    self.content = content
    self.variables = variables
    self.declared = declared
  }

  /// Returns true if an entry doesn't open any app: it has no valid app, or its rules exclude every
  /// link.
  func opensNothing(_ index: Int) -> Bool {
    let apps = entries[index].apps
    return apps.isEmpty || closed.entries.contains(index)
      || language == .file && !apps.contains(where: AppleAppIdFormat.isAppID)
  }

  /// The key for a part of a rule.
  package func key(_ part: LinkPart) -> String {
    switch (part, language) {
    case (.path, .policy): "path"
    case (.path, .file): "\"/\""
    case (.query, .policy), (.queryItem, .policy): "query"
    case (.query, .file), (.queryItem, .file): "\"?\""
    case (.fragment, .policy): "fragment"
    case (.fragment, .file): "\"#\""
    }
  }
}

extension Findings {
  /// Reports a pattern of a link rule, or a range of its bytes.
  mutating func report(
    _ rule: LinkList.Rule, _ text: LocatedText, bytes range: Range<Int>? = nil,
    severity: Severity? = nil, _ message: String, help: String? = nil
  ) {
    let offset = rule.path?.node == text.node ? rule.pathOffset : 0
    report(
      text.node, text: range.map { ($0.lowerBound + offset)..<($0.upperBound + offset) },
      severity: severity, message, help: help)
  }
}

extension LinkList {
  package init(_ domain: Domain, in tree: SourceTree) {
    let variables = LinkVariables(domain.variables.map { AppleSubstitutionVariable($0) })
    self.init(
      language: .policy, host: domain.host.value,
      entries: domain.links.map { entry in
        let list = tree.value(of: "rules", in: entry.node)
        return Entry(
          apps: entry.apps.map(\.value), rules: entry.rules.map { Self.rule($0, in: tree) },
          node: list.flatMap { tree.key(of: $0) } ?? entry.node, variables: variables)
      },
      variables: variables, declared: domain.variables)
  }

  private static func rule(_ entry: LinkRuleEntry, in tree: SourceTree) -> Rule {
    var component = AppleLinkComponent(
      path: entry.path?.value, fragment: entry.fragment?.value, exclude: entry.exclude,
      caseSensitive: entry.caseSensitive, percentEncoded: entry.percentEncoded,
      comment: entry.comment?.value)
    if !entry.query.isEmpty {
      component.query = .items(
        entry.query.map { LinkQueryItem($0.name.value, $0.pattern.value) })
    }
    return Rule(
      node: entry.node, component: component, path: entry.path, items: entry.query,
      fragment: entry.fragment, comment: entry.comment,
      decoded: entry.percentEncoded
        ? nil : tree.value(of: "percent_encoded", in: entry.node) ?? entry.node)
  }
}

extension AppleSubstitutionVariable {
  init(_ declared: (name: LocatedText, values: [LocatedText])) {
    self.init(declared.name.value, declared.values.map(\.value))
  }
}
