import PolicyText

/// A rule of an entry as reachability looks at it.
struct CoverRule {
  let component: AppleLinkComponent
  let isDecoded: Bool
  let isCaseSensitive: Bool
  /// Nil where every path matches.
  let path: LinkAutomaton?
  /// The path is written as a constraint that every path meets.
  let hasAnyPath: Bool
  /// The text that every path of the rule starts with, folded; what can cover it starts with less.
  let beginning: [Unicode.Scalar]
  /// The rule cannot match: a variable is not defined, or a pattern is too large.
  let isVoid: Bool
  private let variables: LinkVariables

  /// A component with the defaults already merged in.
  init(_ component: AppleLinkComponent, variables: LinkVariables) {
    self.component = component
    self.variables = variables
    isDecoded = component.percentEncoded == false
    let caseSensitive = component.caseSensitive ?? true
    isCaseSensitive = caseSensitive
    guard let text = component.path else {
      path = nil
      hasAnyPath = true
      beginning = []
      isVoid = false
      return
    }
    let pattern = ApplePathPattern(text, variables: variables, caseSensitive: caseSensitive)
    isVoid = pattern.candidates.contains { !$0.undefinedVariables.isEmpty || $0.isTooLarge }
    hasAnyPath = text == "*" || text == "/*"
    path = hasAnyPath ? nil : LinkAutomaton(pattern)
    beginning = Self.beginning(of: pattern)
  }

  /// The literal text at the start that all candidates share.
  private static func beginning(of pattern: ApplePathPattern) -> [Unicode.Scalar] {
    var shared: [Unicode.Scalar]?
    for candidate in pattern.candidates {
      var start: [Unicode.Scalar] = []
      for case .scalar(let scalar) in candidate.tokens.prefix(while: \.isScalar) {
        start.append(LinkText.fold(scalar))
      }
      if pattern.slashIsOptional, !start.isEmpty { start.insert("/", at: 0) }
      guard let before = shared else {
        shared = start
        continue
      }
      shared = zip(before, start).prefix { $0 == $1 }.map(\.0)
    }
    return shared ?? []
  }

  /// True when every URL whose path both match, and which meets the other constraints of `later`, meets
  /// those of this rule too.
  func passesOn(_ later: CoverRule, budget: inout Int) -> Bool {
    passesQuery(later, &budget) && passesFragment(later, &budget)
  }

  /// Whether the paths can be compared: both decoded or both not.
  func isComparable(to later: CoverRule) -> Bool { hasAnyPath || isDecoded == later.isDecoded }

  private func passesQuery(_ later: CoverRule, _ budget: inout Int) -> Bool {
    switch component.query {
    case nil, .ignored: return true
    case .pattern(let text):
      if text == "*" { return true }
      guard case .pattern(let other) = later.component.query else { return false }
      return covers(other, of: later, by: text, in: .query, &budget)
    case .items(let items):
      return items.allSatisfy { item in
        if item.pattern == "*" { return true }
        guard case .items(let others) = later.component.query,
          isCaseSensitive == later.isCaseSensitive,
          let other = others.first(where: { $0.name == item.name })
        else { return false }
        return covers(other.pattern, of: later, by: item.pattern, in: .value, &budget)
      }
    }
  }

  private func passesFragment(_ later: CoverRule, _ budget: inout Int) -> Bool {
    guard let text = component.fragment, text != "*" else { return true }
    guard let other = later.component.fragment else { return false }
    return covers(other, of: later, by: text, in: .fragment, &budget)
  }

  private func covers(
    _ text: ExactString, of later: CoverRule, by own: ExactString, in place: LinkAlphabet.Place,
    _ budget: inout Int
  ) -> Bool {
    guard isDecoded == later.isDecoded else { return false }
    if text == own, isCaseSensitive == later.isCaseSensitive { return true }
    let coverage = LinkCoverage.of(
      LinkAutomaton(later.compiled(text)), by: LinkAutomaton(compiled(own)), in: place,
      isDecoded: isDecoded, budget: &budget)
    return coverage == .covered
  }

  private func compiled(_ text: ExactString) -> LinkPattern {
    LinkPattern(text, variables: variables, caseSensitive: isCaseSensitive)
  }
}
