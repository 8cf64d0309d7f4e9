import AssociationFiles
import PolicyText
import PolicyModel

/// What makes excludes run that stand below a rule which matches first: only what is proved on the
/// changed rules is advised.
struct ExcludeRemedy {
  private enum Way {
    /// A query item of the rule above is asked for with `*`, which also matches where it is missing.
    case askForValue(name: ExactString, places: [NodeID])
    /// The excludes go in front of the rule above.
    case move(items: [NodeID], before: NodeID)
    /// Nothing simple is proved.
    case none
  }

  private let way: Way
  private let title: String
  private let them: String
  /// Other patterns are tried in lists of people, not in thousands of generated rules.
  private static let mostRules = 64

  init(
    for excludes: [Int], below allowing: Int, in entry: LinkList.Entry, variables: LinkVariables
  ) {
    let rules = entry.rules
    title = ExactString(rules[allowing].title).quoted
    them = excludes.count == 1 ? "it" : "them"
    let loose = rules[allowing].items.filter { $0.pattern.value == "*" }
    if let first = loose.first, rules.count <= Self.mostRules,
      case .items(let items)? = rules[allowing].component.query
    {
      var changed = rules.map(\.component)
      changed[allowing].query = .items(
        items.map { item in
          var item = item
          if item.pattern == "*" { item.pattern = "?*" }
          return item
        })
      let verdicts = RuleReachability(changed, variables: variables).verdicts
      if excludes.allSatisfy({ Self.lives(verdicts[$0]) }) {
        way = .askForValue(name: first.name.value, places: loose.map(\.pattern.node))
        return
      }
    }
    way =
      ExcludeOrder.mayMove(excludes, above: allowing, in: entry, variables)
      ? .move(items: excludes.map { rules[$0].node }, before: rules[allowing].node) : .none
  }

  private static func lives(_ verdict: RuleReachability.Verdict) -> Bool {
    if case .reachable = verdict { true } else { false }
  }

  /// What to do.
  var help: String {
    switch way {
    case .askForValue(let name, _):
      "ask for \(name.quoted) with `?*`: `*` also matches where it is missing"
    case .move: "move \(them) above \(title)"
    case .none: "remove \(them), or narrow \(title) to the paths that the app opens"
    }
  }

  /// The change of a file; none in a policy.
  func fixes(_ findings: Findings) -> [Fix] {
    guard findings.tree.language == .json else { return [] }
    switch way {
    case .askForValue(_, let places):
      let edits = places.flatMap { place in
        findings.replacing(place, text: 0..<1, by: "?*", "", isSafe: false).flatMap(\.edits)
      }
      return edits.count == places.count
        ? [Fix("ask for a value", isSafe: false, edits: edits)] : []
    case .move(let items, let other):
      return findings.movingItems(items, before: other, "move \(them) above \(title)")
    case .none: return []
    }
  }
}
