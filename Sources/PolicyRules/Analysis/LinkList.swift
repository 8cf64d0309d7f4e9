package import AssociationFiles
package import PolicyModel
package import PolicyText

/// The link rules of one host as checks see them, wherever they were written: in a policy or in an
/// `apple-app-site-association`. Rules of a policy mean the same on both platforms as on iOS.
package struct LinkList: Sendable {
  /// A rule, defaults merged in, with the places of its parts.
  package struct Rule: Sendable {
    /// The whole rule.
    package let node: NodeID
    package let path: LocatedText?
    /// Bytes of the text of `path.node` before the pattern: `NOT ` of the legacy form.
    package let pathOffset: Int
    /// The query as one pattern.
    package let query: LocatedText?
    package let items: [(name: LocatedText, pattern: LocatedText)]
    package let fragment: LocatedText?
    package let comment: LocatedText?
    /// Where the rule says that text is compared decoded; else nil.
    package let decoded: NodeID?
    /// What the rule says, for matchers.
    package let component: AppleLinkComponent
    /// A string of `paths`.
    package let isLegacy: Bool
    /// Part of the rule is not read (unknown keys, values of other types), which is reported by itself:
    /// what follows for other rules is no finding of its own.
    package let isMisread: Bool

    init(
      node: NodeID, component: AppleLinkComponent, path: LocatedText?, pathOffset: Int = 0,
      query: LocatedText? = nil, items: [(name: LocatedText, pattern: LocatedText)] = [],
      fragment: LocatedText? = nil, comment: LocatedText? = nil, decoded: NodeID? = nil,
      isLegacy: Bool = false, isMisread: Bool = false
    ) {
      self.node = node
      self.component = component
      self.path = path
      self.pathOffset = pathOffset
      self.query = query
      self.items = items
      self.fragment = fragment
      self.comment = comment
      self.decoded = decoded
      self.isLegacy = isLegacy
      self.isMisread = isMisread
    }

    package var excludes: Bool { component.exclude ?? false }

    /// The pattern that identifies the rule in messages.
    package var title: String {
      if let path {
        // Two backticks alone would show nothing.
        return (excludes && isLegacy ? "NOT " : "")
          + (path.value.isEmpty ? "\"\"" : path.value.string)
      }
      return items.first.map { "?\($0.name.value)=\($0.pattern.value)" }
        ?? query.map { "?\($0.value)" } ?? fragment.map { "#\($0.value)" } ?? "*"
    }

    /// The best place of the rule: its pattern of the path, or the whole.
    package var place: NodeID { path?.node ?? node }

    /// All patterns with the part of the URL that they are about.
    package var patterns: [(part: LinkPart, text: LocatedText)] {
      (path.map { [(.path, $0)] } ?? []) + (query.map { [(.query, $0)] } ?? [])
        + items.map { (.queryItem($0.name.value), $0.pattern) }
        + (fragment.map { [(.fragment, $0)] } ?? [])
    }

    /// True when the rule asks for nothing but a path, or for nothing at all.
    package var isPathOnly: Bool { query == nil && items.isEmpty && fragment == nil }

    /// True when every URL of the host matches.
    package var matchesEverything: Bool {
      guard isPathOnly else { return false }
      return path.map { $0.value == "*" || $0.value == "/*" } ?? true
    }
  }

  /// Apps and their rules, tried in order.
  package struct Entry: Sendable {
    /// App IDs, or references to apps.
    package var apps: [ExactString]
    package var rules: [Rule]
    /// The place of the list of rules: its key.
    package var node: NodeID
    /// What each rule can decide.
    package var verdicts: [RuleReachability.Verdict]

    /// For each rule the first of those above it, without a gap, that say the same as it: that open, or that
    /// exclude.
    var runs: [Int] {
      var runs: [Int] = []
      for (index, rule) in rules.enumerated() {
        let isSame = index > 0 && rules[index - 1].excludes == rule.excludes
        runs.append(isSame ? runs[index - 1] : index)
      }
      return runs
    }

    /// True where an exclude further down never runs because of a rule.
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
      guard rules.count > 1 else {
        verdicts = rules.map { _ in .unknown }
        return
      }
      let reachability = RuleReachability(rules.map(\.component), variables: variables)
      verdicts = reachability.verdicts.map { verdict in
        guard case .covered(let above) = verdict, above.contains(where: { rules[$0].isMisread })
        else { return verdict }
        return .unknown
      }
    }
  }

  /// Where the rules stand, which decides how keys are called.
  package enum Language: Sendable {
    case policy
    case file
  }

  package let language: Language
  /// The host of a policy; nil for a file, which doesn't name the host that serves it.
  package let host: ExactString?
  package let entries: [Entry]
  /// All rules with the number of their entry and their number in it.
  package let rules: [(entry: Int, index: Int, rule: Rule)]
  /// Apps that none of the rules lets a link open.
  let closed: ClosedApps
  /// Which bytes occur in patterns: most have none that a rule looks for.
  let content: ByteSet
  package let variables: LinkVariables
  /// The variables that are declared, with their places.
  package let declared: [(name: LocatedText, values: [LocatedText])]

  package init(
    language: Language, host: ExactString? = nil, entries: [Entry], variables: LinkVariables,
    declared: [(name: LocatedText, values: [LocatedText])]
  ) {
    self.language = language
    self.host = host
    self.entries = entries
    closed = ClosedApps(entries, variables: variables)
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

  /// Returns true if no link opens an app because of an entry: it names no app, or its rules allow nothing.
  func opensNothing(_ index: Int) -> Bool {
    let apps = entries[index].apps
    return apps.isEmpty || closed.entries.contains(index)
      || language == .file && !apps.contains(where: AppleAppIdFormat.isAppID)
  }

  /// The key of a part of a rule, as it is written there.
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
    _ message: String, help: String? = nil
  ) {
    let offset = rule.path?.node == text.node ? rule.pathOffset : 0
    report(
      text.node, text: range.map { ($0.lowerBound + offset)..<($0.upperBound + offset) }, message,
      help: help)
  }
}
