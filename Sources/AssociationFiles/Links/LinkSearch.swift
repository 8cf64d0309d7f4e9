import PolicyText

/// Lists of rules over one host's links. The path of a link decides which rules remain; queries and fragments are
/// searched only for those.
struct LinkSearch {
  private struct Rule {
    var path: Int32?
    var query: [Int32]
    var fragment: Int32?
    var opens: Bool
    var lacksPattern: Bool
    var isPathOnly: Bool { query.isEmpty && fragment == nil }
  }

  private struct List {
    var rules: [Rule] = []
    /// The rules with each condition on the path.
    var byPath: [Int32: [Int]] = [:]
    var anyPath: [Int] = []
  }

  private indirect enum Form {
    case list(Int)
    case union(Form, Form)
    case intersection(Form, Form)
    case complement(Form)
  }

  /// The conditions of one part of the URL, each once.
  private struct Conditions<Condition: Hashable> {
    private(set) var all: [Condition] = []
    private var numbers: [Condition: Int32] = [:]

    mutating func number(_ condition: Condition) -> Int32 {
      if let number = numbers[condition] { return number }
      let number = Int32(all.count)
      numbers[condition] = number
      all.append(condition)
      return number
    }
  }

  /// Places of automata that are visited for one question.
  static let maximumWork = 4_000_000

  private var lists: [List] = []
  private var form = Form.list(0)
  private var walk: PathWalk
  private var tails: TailSearch

  /// - Parameter form: lists are numbered in its order.
  init(_ form: LinkSet.Form, work: Int = maximumWork) {
    var paths = Conditions<LinkAutomaton>()
    var queries = Conditions<QueryCondition>()
    var fragments = Conditions<LinkAutomaton>()
    var lists: [List] = []
    func compile(_ form: LinkSet.Form) -> Form {
      switch form {
      case .list(let rules):
        var list = List()
        for (index, rule) in rules.enumerated() {
          let path = rule.condition.path.map { paths.number($0) }
          list.rules.append(
            Rule(
              path: path, query: rule.condition.query.map { queries.number($0) },
              fragment: rule.condition.fragment.map { fragments.number($0) }, opens: rule.opens,
              lacksPattern: rule.condition.lacksPattern))
          if let path {
            list.byPath[path, default: []].append(index)
          } else {
            list.anyPath.append(index)
          }
        }
        lists.append(list)
        return .list(lists.count - 1)
      case .union(let one, let other): return .union(compile(one), compile(other))
      case .intersection(let one, let other): return .intersection(compile(one), compile(other))
      case .complement(let other): return .complement(compile(other))
      }
    }
    self.form = compile(form)
    self.lists = lists
    walk = PathWalk(paths.all, budget: work)
    tails = TailSearch(queries: queries.all, fragments: fragments.all, budget: work)
  }

  // MARK: the shortest link

  mutating func example(_ host: ExactString) -> LinkSet.Example {
    var best: (length: Int, path: Int, tail: LinkTail)?
    var known: [[Int32]: LinkTail?] = [:]
    walk.begin()
    while let node = walk.next(), walk.budget > 0, tails.budget > 0 {
      let length = walk.length(node)
      if let best, length >= best.length { break }
      let met = walk.met(node)
      if known[met] == nil { known[met] = .some(tail(met)) }
      guard let tail = known[met] ?? nil else { continue }
      if length + tail.text.count < best?.length ?? Int.max {
        best = (length + tail.text.count, node, tail)
      }
    }
    if let best {
      return .link(Self.link(host, walk.text(best.path) + best.tail.text))
    }
    return walk.budget > 0 && tails.budget > 0 ? .none : .undecided
  }

  /// The shortest query and fragment with which a link is in the set, if its path meets these conditions.
  private mutating func tail(_ met: [Int32]) -> LinkTail? {
    let (relevant, found) = self.relevant(met)
    return found.first { tail in
      holds(form) { list in
        first(list, relevant[list], tail).map { lists[list].rules[$0].opens } ?? false
      }
    }
  }

  /// The rules of each list that may decide about paths that meet these conditions, and the tails to look at.
  private mutating func relevant(_ met: [Int32]) -> (rules: [[Int]], tails: [LinkTail]) {
    let relevant = lists.map { Self.relevant($0, met) }
    let rules = zip(lists, relevant).flatMap { list, indices in indices.map { list.rules[$0] } }
    return (
      relevant,
      tails.tails(
        queries: Set(rules.flatMap(\.query)).sorted(),
        fragments: Set(rules.compactMap(\.fragment)).sorted())
    )
  }

  /// The rule of a list that decides.
  private func first(_ list: Int, _ relevant: [Int], _ tail: LinkTail) -> Int? {
    relevant.first { tail.meets(lists[list].rules[$0].query, lists[list].rules[$0].fragment) }
  }

  private func holds(_ form: Form, _ opens: (Int) -> Bool) -> Bool {
    switch form {
    case .list(let list): opens(list)
    case .union(let one, let other): holds(one, opens) || holds(other, opens)
    case .intersection(let one, let other): holds(one, opens) && holds(other, opens)
    case .complement(let other): !holds(other, opens)
    }
  }

  /// The rules of a list for paths that meet these conditions, up to the first that decides all of them.
  private static func relevant(_ list: List, _ met: [Int32]) -> [Int] {
    let found = (list.anyPath + met.flatMap { list.byPath[$0] ?? [] }).sorted()
    guard let last = found.firstIndex(where: { list.rules[$0].isPathOnly }) else { return found }
    return Array(found[...last])
  }

  // MARK: differences of two lists

  /// The shortest link for each pair of deciding rules by which two lists of rules differ.
  mutating func differences(_ host: ExactString) -> LinkSet.Differences {
    struct Deciding: Hashable {
      var old: Int?
      var new: Int?
    }
    var found: [Deciding: [Unicode.Scalar]] = [:]
    var seen: Set<[Int32]> = []
    walk.begin()
    while let node = walk.next(), walk.budget > 0, tails.budget > 0 {
      let met = walk.met(node)
      guard seen.insert(met).inserted else { continue }
      let (rules, tails) = self.relevant(met)
      for tail in tails {
        let deciding = Deciding(
          old: first(0, rules[0], tail), new: first(1, rules[1], tail))
        let opened = deciding.old.map { lists[0].rules[$0].opens } ?? false
        let opens = deciding.new.map { lists[1].rules[$0].opens } ?? false
        if opened != opens, found[deciding] == nil {
          found[deciding] = walk.text(node) + tail.text
        }
      }
    }
    return LinkSet.Differences(
      links: found.values.map { Self.link(host, $0) }.sorted {
        ($0.utf8.count, $0) < ($1.utf8.count, $1)
      }, isComplete: walk.budget > 0 && self.tails.budget > 0)
  }

  // MARK: claims of other lists

  /// The rule of some lists that opens a link first, if they open every link that a rule of another list matches; nil
  /// if they don't, if the rule matches no link, or past the limit of work.
  mutating func claim(on rule: Int, of list: Int, by others: [Int]) -> (list: Int, rule: Int)? {
    let rule = lists[list].rules[rule]
    var claim: (list: Int, rule: Int)?
    var seen: Set<[Int32]> = []
    walk.begin(alive: rule.path)
    while let node = walk.next() {
      guard walk.budget > 0, tails.budget > 0 else { return nil }
      let met = walk.met(node)
      guard rule.path.map(met.contains) ?? true, seen.insert(met).inserted else { continue }
      let relevant = others.map { Self.relevant(lists[$0], met) }
      let rules = zip(others, relevant).flatMap { other, rules in
        rules.map { lists[other].rules[$0] }
      }
      let found = tails.tails(
        queries: Set(rules.flatMap(\.query) + rule.query).sorted(),
        fragments: Set(rules.compactMap(\.fragment) + [rule.fragment].compactMap { $0 }).sorted())
      for tail in found where tail.meets(rule.query, rule.fragment) {
        let deciding = zip(others, relevant).compactMap { other, rules in
          first(other, rules, tail).map { (list: other, rule: $0) }
        }
        guard let opening = deciding.first(where: { lists[$0.list].rules[$0.rule].opens }) else {
          return nil
        }
        claim = claim ?? opening
      }
    }
    return walk.budget > 0 && tails.budget > 0 ? claim : nil
  }

  private static func link(_ host: ExactString, _ text: [Unicode.Scalar]) -> ExactString {
    ExactString("https://\(host)" + String(String.UnicodeScalarView(text)))
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
    /// The rules above that match, for each group of links that this rule matches.
    var groups: Set<[Int]> = []
    var seen: Set<[Int32]> = []
    walk.begin(alive: rule.path)
    while let node = walk.next() {
      guard walk.budget > 0, tails.budget > 0 else { return .unknown }
      let met = walk.met(node)
      guard rule.path.map(met.contains) ?? true else { continue }
      // A rule above matches all links whose path begins so.
      let covering = (list.anyPath + walk.settled(node).flatMap { list.byPath[$0] ?? [] })
        .filter { $0 < index && list.rules[$0].isPathOnly }.sorted()
      if !covering.isEmpty {
        groups.insert(covering)
        walk.skip()
        continue
      }
      guard seen.insert(met).inserted else { continue }
      let above = (list.anyPath + met.flatMap { list.byPath[$0] ?? [] })
        .filter { $0 < index }.sorted()
      let all = above.map { list.rules[$0] } + [rule]
      let found = tails.tails(
        queries: Set(all.flatMap(\.query)).sorted(),
        fragments: Set(all.compactMap(\.fragment)).sorted())
      for tail in found where tail.meets(rule.query, rule.fragment) {
        let matching = above.filter { tail.meets(list.rules[$0].query, list.rules[$0].fragment) }
        if matching.isEmpty {
          let path = String(String.UnicodeScalarView(walk.text(node)))
          return .reachable(path: ExactString(path))
        }
        groups.insert(matching)
      }
    }
    guard walk.budget > 0, tails.budget > 0 else { return .unknown }
    if groups.isEmpty { return rule.lacksPattern ? .unknown : .never }
    return .covered(by: Self.covering(groups))
  }

  /// The first rule that matches in all groups, else few that do together.
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
