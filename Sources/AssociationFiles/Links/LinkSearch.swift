import PolicyText

/// Searches the links of one host with several lists of rules. A link's path determines the
/// remaining rules, and queries and fragments are searched for those only.
struct LinkSearch {
  private struct Rule {
    var path: Int?
    var query: [Int]
    var fragment: Int?
    var opens: Bool
    var lacksPattern: Bool
    var isPathOnly: Bool { query.isEmpty && fragment == nil }
  }

  private struct List {
    var rules: [Rule] = []
    /// The rules for each condition on the path.
    var byPath: [Int: [Int]] = [:]
    var anyPath: [Int] = []
  }

  /// The conditions on one part of the URL, without duplicates.
  private struct Conditions<Condition: Hashable> {
    private(set) var all: [Condition] = []
    private var numbers: [Condition: Int] = [:]

    mutating func number(_ condition: Condition) -> Int {
      if let number = numbers[condition] { return number }
      let number = all.count
      numbers[condition] = number
      all.append(condition)
      return number
    }
  }

  /// The maximum number of visited steps per search.
  static let maximumWork = 4_000_000

  private let lists: [List]
  private var walk: PathWalk
  private var tails: TailSearch

  init(_ lists: [[LinkListRule]], work: Int = maximumWork) {
    var paths = Conditions<LinkAutomaton>()
    var queries = Conditions<QueryCondition>()
    var fragments = Conditions<LinkAutomaton>()
    self.lists = lists.map { rules in
      var list = List()
      for (index, rule) in rules.enumerated() {
        let path = rule.path.map { paths.number($0) }
        list.rules.append(
          Rule(
            path: path, query: rule.query.map { queries.number($0) },
            fragment: rule.fragment.map { fragments.number($0) }, opens: rule.opens,
            lacksPattern: rule.lacksPattern))
        if let path {
          list.byPath[path, default: []].append(index)
        } else {
          list.anyPath.append(index)
        }
      }
      return list
    }
    walk = PathWalk(paths.all, budget: work)
    tails = TailSearch(queries: queries.all, fragments: fragments.all, budget: work)
  }

  private var hasWork: Bool { walk.budget > 0 && tails.budget > 0 }

  /// The rules of a list for paths that meet these conditions.
  private static func matching(_ list: List, _ met: [Int]) -> [Int] {
    (list.anyPath + met.flatMap { list.byPath[$0] ?? [] }).sorted()
  }

  /// The same, up to the first that decides all of the paths.
  private static func relevant(_ list: List, _ met: [Int]) -> [Int] {
    let found = matching(list, met)
    guard let last = found.firstIndex(where: { list.rules[$0].isPathOnly }) else { return found }
    return Array(found[...last])
  }

  /// The queries and fragments that these rules distinguish.
  private mutating func tails(_ rules: [Rule]) -> [LinkTail] {
    tails.tails(
      queries: Set(rules.flatMap(\.query)).sorted(),
      fragments: Set(rules.compactMap(\.fragment)).sorted())
  }

  /// The rules of each list that may decide about paths that meet these conditions, and the tails
  /// to search.
  private mutating func relevant(_ met: [Int]) -> (rules: [[Int]], tails: [LinkTail]) {
    let relevant = lists.map { Self.relevant($0, met) }
    let rules = zip(lists, relevant).flatMap { list, rules in rules.map { list.rules[$0] } }
    return (relevant, tails(rules))
  }

  /// The deciding rule of a list.
  private func first(_ list: Int, _ relevant: [Int], _ tail: LinkTail) -> Int? {
    relevant.first { tail.meets(lists[list].rules[$0].query, lists[list].rules[$0].fragment) }
  }

  private func opens(_ list: Int, _ rule: Int?) -> Bool {
    rule.map { lists[list].rules[$0].opens } ?? false
  }

  private static func link(_ host: ExactString, _ text: [Unicode.Scalar]) -> ExactString {
    ExactString("https://\(host)" + String(String.UnicodeScalarView(text)))
  }

  // MARK: the shortest link

  /// - Parameter form: the set, made of these lists.
  mutating func example(_ form: LinkSet.Form, _ host: ExactString) -> LinkSet.Example {
    var best: (length: Int, path: Int, tail: LinkTail)?
    var seen: Set<[Int]> = []
    walk.begin()
    while let node = walk.next(), hasWork {
      let length = walk.length(node)
      if let best, length >= best.length { break }
      let met = walk.met(node)
      guard seen.insert(met).inserted else { continue }
      let (rules, tails) = relevant(met)
      let tail = tails.first { tail in
        var open = rules.indices.map { opens($0, first($0, rules[$0], tail)) }[...]
        return form.contains(&open)
      }
      if let tail, length + tail.text.count < best?.length ?? Int.max {
        best = (length + tail.text.count, node, tail)
      }
    }
    if let best { return .link(Self.link(host, walk.text(best.path) + best.tail.text)) }
    return hasWork ? .none : .undecided
  }

  // MARK: differences between two lists

  /// The shortest link for each pair of deciding rules with different results.
  mutating func differences(_ host: ExactString) -> LinkSet.Differences {
    var found: [[Int?]: [Unicode.Scalar]] = [:]
    var seen: Set<[Int]> = []
    walk.begin()
    while let node = walk.next(), hasWork {
      let met = walk.met(node)
      guard seen.insert(met).inserted else { continue }
      let (rules, tails) = relevant(met)
      for tail in tails {
        let deciding = [0, 1].map { first($0, rules[$0], tail) }
        if opens(0, deciding[0]) != opens(1, deciding[1]), found[deciding] == nil {
          found[deciding] = walk.text(node) + tail.text
        }
      }
    }
    return LinkSet.Differences(
      links: found.values.map { Self.link(host, $0) }.sorted {
        ($0.utf8.count, $0) < ($1.utf8.count, $1)
      }, isComplete: hasWork)
  }

  // MARK: links that other lists open

  /// The rule of other lists that opens the first link, if they open every link that a rule
  /// matches. Nil if they don't, if the rule doesn't match any link, or if the limit of work is
  /// reached.
  mutating func claim(on rule: Int, of list: Int, by others: [Int]) -> (list: Int, rule: Int)? {
    let rule = lists[list].rules[rule]
    var claim: (list: Int, rule: Int)?
    var seen: Set<[Int]> = []
    walk.begin(alive: rule.path)
    while let node = walk.next() {
      guard hasWork else { return nil }
      let met = walk.met(node)
      guard rule.path.map(met.contains) ?? true, seen.insert(met).inserted else { continue }
      let relevant = others.map { (list: $0, rules: Self.relevant(lists[$0], met)) }
      let rules = relevant.flatMap { list, rules in rules.map { lists[list].rules[$0] } }
      for tail in tails(rules + [rule]) where tail.meets(rule.query, rule.fragment) {
        let deciding = relevant.compactMap { list, rules in
          first(list, rules, tail).map { (list: list, rule: $0) }
        }
        guard let opening = deciding.first(where: { opens($0.list, $0.rule) }) else { return nil }
        claim = claim ?? opening
      }
    }
    return hasWork ? claim : nil
  }

  // MARK: reachability of rules

  /// Which rules of a single list can decide.
  func verdicts(list: Int, rule work: Int) -> [RuleReachability.Verdict] {
    var copy = self
    var left = list
    return lists[0].rules.indices.map { index in
      guard left > 0, !walk.isTooLarge else { return .unknown }
      let limit = min(work, left)
      copy.walk.budget = limit
      copy.tails.budget = limit
      let verdict = copy.verdict(index)
      left -= 2 * limit - copy.walk.budget - copy.tails.budget
      return verdict
    }
  }

  private mutating func verdict(_ index: Int) -> RuleReachability.Verdict {
    let list = lists[0]
    let rule = list.rules[index]
    /// The preceding rules that match, for each group of links that this rule matches.
    var groups: Set<[Int]> = []
    var seen: Set<[Int]> = []
    walk.begin(alive: rule.path)
    while let node = walk.next() {
      guard hasWork else { return .unknown }
      let met = walk.met(node)
      guard rule.path.map(met.contains) ?? true else { continue }
      // A preceding rule matches all links whose path starts this way.
      let covering = (list.anyPath + walk.settled(node).flatMap { list.byPath[$0] ?? [] })
        .filter { $0 < index && list.rules[$0].isPathOnly }.sorted()
      if !covering.isEmpty {
        groups.insert(covering)
        walk.skip()
        continue
      }
      guard seen.insert(met).inserted else { continue }
      let above = Self.matching(list, met).filter { $0 < index }
      for tail in tails(above.map { list.rules[$0] } + [rule])
      where tail.meets(rule.query, rule.fragment) {
        let matching = above.filter { tail.meets(list.rules[$0].query, list.rules[$0].fragment) }
        if matching.isEmpty {
          let path = String(String.UnicodeScalarView(walk.text(node)))
          return .reachable(path: ExactString(path))
        }
        groups.insert(matching)
      }
    }
    guard hasWork else { return .unknown }
    if groups.isEmpty { return rule.lacksPattern ? .unknown : .never }
    return .covered(by: Self.covering(groups))
  }

  /// The first rule that matches in all groups, or else a small set of rules that do together.
  private static func covering(_ groups: Set<[Int]>) -> [Int] {
    let sets = groups.map(Set.init)
    let common = sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }
    if let first = common.min() { return [first] }
    var needed = sets.reduce(into: Set()) { $0.formUnion($1) }
    for rule in needed.sorted(by: >) {
      let fewer = needed.subtracting([rule])
      if sets.allSatisfy({ !$0.isDisjoint(with: fewer) }) { needed = fewer }
    }
    return needed.sorted()
  }
}
