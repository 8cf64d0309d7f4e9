import PolicyText

/// A query and a fragment, and the conditions that they meet.
struct LinkTail {
  /// With `?` and `#`.
  var text: [Unicode.Scalar]
  var queries: Set<Int32>
  var fragments: Set<Int32>

  /// Whether all conditions of a rule are met.
  func meets(_ query: [Int32], _ fragment: Int32?) -> Bool {
    query.allSatisfy(queries.contains) && fragment.map(fragments.contains) ?? true
  }
}

/// Finds all combinations of conditions on queries and fragments that links can meet.
struct TailSearch {
  private struct Key: Hashable {
    var queries: [Int32]
    var fragments: [Int32]
  }

  /// The remaining work, in places.
  var budget: Int
  private let queries: [QueryCondition]
  private let fragments: [LinkAutomaton]
  private var known: [Key: [LinkTail]] = [:]

  init(queries: [QueryCondition], fragments: [LinkAutomaton], budget: Int) {
    self.queries = queries
    self.fragments = fragments
    self.budget = budget
  }

  /// The shortest tail for each combination of these conditions, shortest first; incomplete if the work is used up.
  mutating func tails(queries: [Int32], fragments: [Int32]) -> [LinkTail] {
    if queries.isEmpty, fragments.isEmpty {
      return [LinkTail(text: [], queries: [], fragments: [])]
    }
    let key = Key(queries: queries, fragments: fragments)
    if let known = known[key] { return known }
    let ends = fragmentTails(fragments)
    var walk = QueryWalk(queries.map { self.queries[Int($0)] }, budget: budget)
    var found: [LinkTail] = []
    for (met, text) in walk.queries() {
      let met = Set(met.map { queries[$0] })
      for end in ends {
        found.append(LinkTail(text: text + end.text, queries: met, fragments: end.fragments))
      }
    }
    budget = walk.budget - found.count
    found.sort { $0.text.count < $1.text.count }
    if budget > 0 { known[key] = found }
    return found
  }

  private mutating func fragmentTails(_ conditions: [Int32]) -> [LinkTail] {
    let automata = conditions.map { fragments[Int($0)] }
    var joint = JointAutomaton(
      automata, alphabet: LinkAlphabet(automata, in: .fragment), budget: budget)
    let start = joint.start(0..<Int32(automata.count))
    // For iOS an absent fragment is an empty one; on Android it meets no condition.
    let absent = joint.met(start).filter { joint.reading($0) != .android }
    var found: [[Int32]: [Unicode.Scalar]] = [absent: []]
    var order = [absent]
    var nodes: [(state: Int32, text: [Unicode.Scalar])] = conditions.isEmpty ? [] : [(start, ["#"])]
    var queue = LengthQueue()
    for index in nodes.indices { queue.push(index, length: 1) }
    var seen: Set<Int32> = []
    while joint.budget > 0, let index = queue.pop() {
      let node = nodes[index]
      guard seen.insert(node.state).inserted else { continue }
      let met = joint.met(node.state)
      if found[met] == nil {
        found[met] = node.text
        order.append(met)
      }
      for (symbol, state) in joint.moves(node.state) where !seen.contains(state) {
        let text = node.text + joint.alphabet.text(symbol)
        queue.push(nodes.count, length: text.count)
        nodes.append((state, text))
      }
    }
    budget = joint.budget
    return order.map { met in
      LinkTail(
        text: found[met] ?? [], queries: [], fragments: Set(met.map { conditions[Int($0)] }))
    }
  }
}
