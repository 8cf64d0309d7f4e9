import PolicyText

/// What a rule asks of a link; a part that is nil may be anything.
struct LinkCondition: Sendable {
  var path: LinkAutomaton?
  var query: [QueryCondition] = []
  var fragment: LinkAutomaton?

  /// True if a pattern is missing that is too large for the matcher, too.
  var lacksPattern: Bool {
    ([path, fragment].compactMap { $0 } + query.map(\.automaton)).contains(where: \.lacksPattern)
  }
}

/// What a rule asks of the query.
enum QueryCondition: Sendable, Hashable {
  /// iOS: the whole query matches.
  case whole(LinkAutomaton)
  /// iOS: every value of a name matches; of an absent name, the empty string.
  case item(name: [Unicode.Scalar], isFolded: Bool, LinkAutomaton)
  /// Android: a part between separators matches.
  case part(LinkAutomaton)

  var automaton: LinkAutomaton {
    switch self {
    case .whole(let automaton), .item(_, _, let automaton), .part(let automaton): automaton
    }
  }
}

extension AppleRule {
  var condition: LinkCondition {
    func automaton(_ pattern: LinkPattern) -> LinkAutomaton {
      LinkAutomaton(pattern, isDecoded: isDecoded)
    }
    var condition = LinkCondition()
    if let path, path.text != "*", path.text != "/*" {
      condition.path = LinkAutomaton(path, isDecoded: isDecoded)
    }
    if let query, query.text != "*" { condition.query = [.whole(automaton(query))] }
    condition.query += items.filter { $0.pattern.text != "*" }.map { name, pattern in
      .item(
        name: LinkText.scalars(name, folded: !isCaseSensitive), isFolded: !isCaseSensitive,
        automaton(pattern))
    }
    if let fragment, fragment.text != "*" { condition.fragment = automaton(fragment) }
    return condition
  }
}

extension AndroidRule {
  /// A rule without a filter never matches.
  var condition: LinkCondition {
    LinkCondition(
      path: neverMatches ? .nothing : rule.path == "*" ? nil : path.map { LinkAutomaton($0) },
      query: query.map { .part(LinkAutomaton($0.pattern)) },
      fragment: fragment.map { LinkAutomaton($0) })
  }
}
