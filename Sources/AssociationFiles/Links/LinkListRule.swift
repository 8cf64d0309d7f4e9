import PolicyText

/// A rule of an ordered list, in which the first match decides. A part that is nil matches
/// anything.
struct LinkListRule: Sendable {
  private(set) var path: LinkAutomaton?
  private(set) var query: [QueryCondition] = []
  private(set) var fragment: LinkAutomaton?
  var opens = true

  /// Whether a pattern is missing because it is too large for the matcher, too.
  var lacksPattern: Bool {
    ([path, fragment].compactMap { $0 } + query.map(\.automaton)).contains(where: \.lacksPattern)
  }

  /// Matches every link.
  init() {}

  init(_ rule: AppleRule) {
    func automaton(_ pattern: LinkPattern) -> LinkAutomaton {
      LinkAutomaton(pattern, isDecoded: rule.isDecoded)
    }
    opens = !rule.excludes
    if let path = rule.path, path.text != "*", path.text != "/*" {
      self.path = LinkAutomaton(path, isDecoded: rule.isDecoded)
    }
    if let query = rule.query, query.text != "*" { self.query = [.whole(automaton(query))] }
    query += rule.items.filter { $0.pattern.text != "*" }.map { name, pattern in
      .item(
        name: LinkText.scalars(name, folded: !rule.isCaseSensitive),
        isFolded: !rule.isCaseSensitive, automaton(pattern))
    }
    if let fragment = rule.fragment, fragment.text != "*" { self.fragment = automaton(fragment) }
  }

  /// A rule without a filter never matches.
  init(_ rule: AndroidRule) {
    opens = !rule.rule.exclude
    path =
      rule.neverMatches ? .nothing : rule.rule.path == "*" ? nil : rule.path.map(LinkAutomaton.init)
    query = rule.query.map { .part(LinkAutomaton($0.pattern)) }
    fragment = rule.fragment.map(LinkAutomaton.init)
  }
}

/// A condition on the query.
enum QueryCondition: Sendable, Hashable {
  /// iOS: the whole query matches.
  case whole(LinkAutomaton)
  /// iOS: every value of a name matches; a missing name has an empty value.
  case item(name: [Unicode.Scalar], isFolded: Bool, LinkAutomaton)
  /// Android: a part between separators matches.
  case part(LinkAutomaton)

  var automaton: LinkAutomaton {
    switch self {
    case .whole(let automaton), .item(_, _, let automaton), .part(let automaton): automaton
    }
  }
}
