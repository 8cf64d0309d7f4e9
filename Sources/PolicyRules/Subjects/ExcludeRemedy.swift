import AssociationFiles
import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// What makes an exclude run that stands below a rule which matches first: only what is proved on the
/// changed rules is advised.
///
/// A move upwards adds excluded links and takes none away. It must also bring the exclude to life and
/// kill no other rule.
struct ExcludeRemedy {
  private enum Way {
    /// A query item of the rule above is asked for with `*`, which also matches where it is missing.
    case askForValue(name: ExactString, places: [NodeID])
    /// The exclude goes in front of the rule above.
    case move(item: NodeID, before: NodeID)
    /// Nothing simple is proved.
    case none
  }

  private let way: Way
  private let title: String
  /// Proofs are for lists of people, not for thousands of generated rules.
  private static let mostRules = 64

  init(
    for index: Int, below allowing: Int, in entry: LinkList.Entry, variables: LinkVariables
  ) {
    title = ExactString(entry.rules[allowing].title).quoted
    let rules = entry.rules
    guard rules.count <= Self.mostRules else {
      way = .none
      return
    }
    let loose = rules[allowing].items.filter { $0.pattern.value == "*" }
    if let first = loose.first, case .items(let items)? = rules[allowing].component.query {
      var changed = rules.map(\.component)
      changed[allowing].query = .items(
        items.map { item in
          var item = item
          if item.pattern == "*" { item.pattern = "?*" }
          return item
        })
      if Self.lives(RuleReachability(changed, variables: variables).verdicts[index]) {
        way = .askForValue(name: first.name.value, places: loose.map(\.pattern.node))
        return
      }
    }
    var order = Array(rules.indices)
    order.remove(at: index)
    order.insert(index, at: allowing)
    let moved = RuleReachability(order.map { rules[$0].component }, variables: variables).verdicts
    let isProved = zip(order, moved).allSatisfy { rule, verdict in
      Self.lives(verdict) || rule != index && Self.isDead(entry.verdicts[rule])
    }
    way = isProved ? .move(item: rules[index].node, before: rules[allowing].node) : .none
  }

  private static func lives(_ verdict: RuleReachability.Verdict) -> Bool {
    if case .reachable = verdict { true } else { false }
  }

  private static func isDead(_ verdict: RuleReachability.Verdict) -> Bool {
    switch verdict {
    case .covered, .never: true
    case .reachable, .unknown: false
    }
  }

  /// What to do.
  var help: String {
    switch way {
    case .askForValue(let name, _):
      "ask for \(name.quoted) with `?*`: `*` also matches where it is missing"
    case .move: "move it above \(title)"
    case .none: "make \(title) narrower, or list what it opens"
    }
  }

  /// The change of a file.
  func fixes(_ findings: Findings) -> [Fix] {
    switch way {
    case .askForValue(_, let places):
      let edits = places.flatMap { place in
        findings.replacing(place, text: 0..<1, by: "?*", "", isSafe: false).flatMap(\.edits)
      }
      return edits.count == places.count
        ? [Fix("ask for a value", isSafe: false, edits: edits)] : []
    case .move(let item, let other):
      return findings.movingItem(item, before: other, "move it above \(title)")
    case .none: return []
    }
  }
}
