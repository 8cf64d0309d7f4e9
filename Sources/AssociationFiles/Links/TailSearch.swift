/// A query and a fragment, and the conditions that they meet.
struct LinkTail {
  /// Includes `?` and `#`.
  var text: [Unicode.Scalar]
  var queries: Set<Int>
  var fragments: Set<Int>

  /// Whether all conditions of a rule are met.
  func meets(_ query: [Int], _ fragment: Int?) -> Bool {
    query.allSatisfy(queries.contains) && fragment.map(fragments.contains) ?? true
  }
}

/// Finds all combinations of conditions on query and fragment that links can meet.
struct TailSearch {
  /// The remaining work, in visited steps.
  var budget: Int
  private let queries: [QueryCondition]
  private let fragments: [LinkAutomaton]
  private var known: [[[Int]]: [LinkTail]] = [:]

  init(queries: [QueryCondition], fragments: [LinkAutomaton], budget: Int) {
    self.queries = queries
    self.fragments = fragments
    self.budget = budget
  }

  /// The shortest tail for each combination of these conditions, shortest first; incomplete if the work is used up.
  mutating func tails(queries: [Int], fragments: [Int]) -> [LinkTail] {
    if queries.isEmpty, fragments.isEmpty {
      return [LinkTail(text: [], queries: [], fragments: [])]
    }
    let key = [queries, fragments]
    if let known = known[key] { return known }
    let ends = fragmentTails(fragments)
    var walk = QueryWalk(queries.map { self.queries[$0] }, budget: budget)
    var found = walk.queries().flatMap { met, text in
      ends.map { end in
        LinkTail(
          text: text + end.text, queries: Set(met.map { queries[$0] }), fragments: end.fragments)
      }
    }
    budget = walk.budget - found.count
    found.sort { $0.text.count < $1.text.count }
    if budget > 0 { known[key] = found }
    return found
  }

  private mutating func fragmentTails(_ conditions: [Int]) -> [LinkTail] {
    func tail(_ text: [Unicode.Scalar], _ met: [Int]) -> LinkTail {
      LinkTail(text: text, queries: [], fragments: Set(met.map { conditions[$0] }))
    }
    let automata = conditions.map { fragments[$0] }
    var joint = JointAutomaton(
      automata, alphabet: LinkAlphabet(automata, in: .fragment), budget: budget)
    let start = joint.start(0..<automata.count)
    // For iOS, a missing fragment is empty; on Android, it meets no condition.
    let absent = joint.met(start).filter { joint.reading($0) != .android }
    var found: Set = [absent]
    var tails = [tail([], absent)]
    var queue = ShortestFirst<Int>()
    if !conditions.isEmpty { queue.push(start, length: 1) }
    while joint.budget > 0, let node = queue.pop() {
      let met = joint.met(queue[node])
      if found.insert(met).inserted {
        tails.append(tail(["#"] + queue.text(node, in: joint.alphabet), met))
      }
      for (symbol, state) in joint.moves(queue[node]) {
        queue.push(state, symbol: symbol, after: node, in: joint.alphabet)
      }
    }
    budget = joint.budget
    return tails
  }
}
